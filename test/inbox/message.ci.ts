import { GatewaySimulator } from '../../simulator/index.js';
import { splitSegments } from '../../lib/core/message/segments.js';
import { ACCOUNT, NUMBER, basic, getToken, send, start } from '../simulator/client.js';
import { listen } from '../simulator/report-receiver.js';
import { bubble, clipboard, openInbox, pane, rowCount, rows, until } from './open-inbox.js';
import { runCurl } from './shell-words.js';

const LONG = `${'Your parcel is on its way. '.repeat(6)}[${'€'.repeat(40)}] Have a nice day.`;

describe('a message', () => {
  it.each([
    ['GSM-7', LONG],
    ['UCS-2', `Schöne Grüße 😀 ${'ж'.repeat(120)}`],
  ])('shows the boundaries of its segments, in %s', async (_encoding, msg) => {
    const gateway = await start();
    await send(gateway, { msg });
    const page = await openInbox(gateway);
    await rows(page).click();
    const segments = splitSegments(msg);
    expect(segments.length).toBeGreaterThan(1);
    await bubble(page).waitFor();
    expect(await bubble(page).locator('.segment').allTextContents()).toEqual(segments);
    expect(await bubble(page).locator('.seam').allTextContents()).toEqual(
      segments.slice(1).map((_segment, index) => `${index + 2}/${segments.length}`),
    );
    await page.getByRole('tab', { name: `Segments ${segments.length}` }).click();
    expect(await page.locator('.segment-text').allTextContents()).toEqual(segments);
  });

  it('opens web addresses in a text, whole where they cross segments, and nothing else', async () => {
    const gateway = await start();
    const long = `https://shop.example/${'a'.repeat(170)}`;
    await send(gateway, { msg: `See https://shop.example/t?id=1. ${long} javascript:alert(1)` });
    const page = await openInbox(gateway);
    await rows(page).click();
    await bubble(page).waitFor();
    const links = bubble(page).locator('a');
    const found = await links.evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
    );
    const [first, ...rest] = found;
    expect(first).toEqual(['https://shop.example/t?id=1', 'noreferrer']);
    expect(rest.length).toBeGreaterThan(1);
    expect(new Set(rest.map(String))).toEqual(new Set([`${long},noreferrer`]));
    expect((await links.allTextContents()).slice(1).join('')).toBe(long);
  });

  it('shows the cost of its characters', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'Pay 5 € [now]' });
    await send(gateway, { msg: 'We’re “here” – now 😀' });
    await send(gateway, { msg: 'We’re here' });
    const page = await openInbox(gateway);
    await rows(page).last().click();
    await page.getByRole('tab', { name: 'Segments' }).click();
    await page.getByText('Characters that cost two septets').waitFor();
    expect(await page.locator('.segment-text mark.extension').allTextContents()).toEqual([
      '€',
      '[',
      ']',
    ]);
    await page.getByText('16 septets, up to 160 in a segment').waitFor();
    await rows(page).nth(1).click();
    await page.getByText('Characters that forced UCS-2').waitFor();
    expect(await page.locator('.specials tbody td:first-child').allTextContents()).toEqual([
      '’',
      '“',
      '”',
      '–',
      '😀',
    ]);
    expect(await page.locator('.specials tbody td:nth-child(4)').last().textContent()).toBe(
      '2 units',
    );
    expect(await page.getByText('Copy plain text').count()).toBe(0);
    await rows(page).first().click();
    await page.getByText('With the plain characters below, this would be').waitFor();
    await page.getByRole('button', { name: 'Copy plain text' }).click();
    await page.getByText('Plain text copied.').waitFor();
    expect(await clipboard(page)).toBe("We're here");
    await send(gateway, { msg: `“${'a'.repeat(70_000)}` });
    await rows(page).filter({ hasText: 'aaa' }).click();
    await page.getByText('GSM-7, 458 segments instead of 1,045.').waitFor();
  });

  it('that contains HTML does nothing', async () => {
    const gateway = await start();
    const msg =
      '<img src=x onerror="alert(1)"><script>alert(2)</script><style>body{display:none}</style>' +
      '<a href="https://evil.test/">x</a>"\'&amp;<svg onload=alert(3)>';
    await send(gateway, { msg, senderid: '<b onclick=alert(4)>' });
    await send(gateway, { msg, senderid: '<b>', mobile: '<img src=https://evil.test/>' });
    const page = await openInbox(gateway);
    await rowCount(page, 2);
    const count = () =>
      page
        .locator(
          '#app img:not([src="inbox.svg"]), #app script, #app style, #app a:not(.quiet, .bubble a)',
        )
        .count();
    for (const row of await rows(page).all()) {
      expect(await row.locator('.start').textContent()).toBe(msg.slice(0, 140));
      await row.click();
      for (const tab of ['Segments', 'Request', 'Answer', 'Timeline', 'Message']) {
        await page.getByRole('tab', { name: tab }).click();
        await page.getByRole('tabpanel', { name: tab }).waitFor();
        expect(await count()).toBe(0);
      }
      expect(await bubble(page).locator('.segment').allTextContents()).toEqual(splitSegments(msg));
    }
  });

  it('shows the request without secrets, the answer and the times', async () => {
    const gateway = await start();
    const token = await getToken(gateway);
    await send(gateway, { msg: 'Hello' }, { Authorization: token, 'X-Trace': 'abc' });
    const page = await openInbox(gateway);
    await rows(page).first().click();
    await page.getByRole('tab', { name: 'Request' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Request' });
    await panel.getByText('/SMSApi/send').waitFor();
    const text = (await panel.textContent()) ?? '';
    expect(text).toContain(`with a token, account ${ACCOUNT.userId}, from 127.0.0.1`);
    expect(text).toContain('senderidACMECO');
    expect(text).toContain('x-traceabc');
    expect(text).toContain('authorizationmasked');
    expect(text).not.toContain(token);
    await page.getByRole('tab', { name: 'Answer' }).click();
    await page.getByText('HTTP 200').waitFor();
    await page.getByText('"status": "success"').waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByText('answered').waitFor();
    expect(await page.locator('.timeline b').allTextContents()).toEqual([
      'received',
      'accepted',
      'answered',
    ]);
  });

  it('whose answer was lost says so', async () => {
    const gateway = await start();
    gateway.faults.next('accept-then-drop');
    await send(gateway).catch(() => undefined);
    const page = await openInbox(gateway);
    await rows(page).click();
    await page.getByText('The fault accept-then-drop was triggered.').waitFor();
    await page.getByRole('tab', { name: 'Answer' }).click();
    await page.getByText('No answer was sent.').waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByText('answer lost').waitFor();
    expect(await page.locator('.timeline .bad').count()).toBe(1);
  });

  it('shows its delivery and the reports of it with their answers, hidden characters as codes', async () => {
    const { url } = await listen(202, 'no such \u202Etransaction');
    const gateway = await start({ deliveryDelay: 0, reportUrl: url, templates: [] });
    await send(gateway);
    const page = await openInbox(gateway);
    await rows(page).click();
    await page.getByText('Template mismatch').waitFor();
    await page.getByText('The text matches no registered template').waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const report = page.locator('.timeline li', { hasText: 'report sent' });
    await report.getByText('HTTP 202: no such U+202Etransaction').waitFor();
    await report.getByText('POST', { exact: true }).waitFor();
    expect(await report.locator('.pairs > div').allInnerTexts()).toEqual([
      expect.stringMatching(/^transId\s+\d{19}$/),
      expect.stringMatching(/^msgId\s+[0-9A-Z]{14}1$/),
      expect.stringMatching(new RegExp(`^mobile\\s+${NUMBER}$`)),
      expect.stringMatching(/^status\s+FAILED$/),
      expect.stringMatching(/^errorCode\s+600$/),
      expect.stringMatching(/^dlrTime\s*$/),
    ]);
  });

  it('shows the fields of a report in JSON in the same way', async () => {
    const { url } = await listen(200);
    const gateway = await start({ deliveryDelay: 0, reportUrl: url, reportFormat: 'json' });
    await send(gateway);
    const page = await openInbox(gateway);
    await rows(page).click();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.locator('.timeline .pairs div', { hasText: `mobile${NUMBER}` }).waitFor();
  });

  it('shows how full the first segments and the last one are if there are many', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'Your parcel is on its way. '.repeat(70) });
    const page = await openInbox(gateway);
    await rows(page).click();
    const bars = page.locator('.segment-bar');
    await bars.getByText('13 segments of up to 153 septets').waitFor();
    const names = await bars
      .locator('meter')
      .evaluateAll((all) =>
        all.map((meter) => meter.getAttribute('aria-label')?.split(' ').at(-1)),
      );
    expect(names).toEqual(['1', '2', '3', '4', '5', '6', '13']);
    expect(await bars.locator('.bars').innerText()).toBe('…');
  });

  it('to 70,000 recipients lists some of them, and finds every other', async () => {
    const gateway = await start();
    const numbers = Array.from({ length: 70_000 }, (_item, index) => 919876500000 + index);
    await send(gateway, { mobile: numbers.join(',') });
    const page = await openInbox(gateway);
    await rows(page).click();
    await pane(page).getByText('And 69,500 more. Filter to find one.').waitFor();
    const listed = page.locator('.numbers li');
    expect(await listed.count()).toBe(500);
    await page.getByRole('textbox', { name: 'Filter recipients' }).fill('98765 69999');
    await until(async () => (await listed.count()) === 1);
    expect(await listed.innerText()).toBe('+91 98765 69999');
  });

  it('shows every recipient, the rejected ones first', async () => {
    const gateway = await start();
    await send(gateway, { mobile: `${NUMBER},14155550123,+1` });
    const page = await openInbox(gateway);
    await rows(page).click();
    await page.getByRole('heading', { name: 'Recipients 2 accepted 1 rejected' }).waitFor();
    expect(await page.locator('.numbers li').allInnerTexts()).toEqual([
      expect.stringMatching(/^\+1\s*rejected$/),
      '+91 98765 43210',
      '+1 415 555 0123',
    ]);
  });

  it('that was refused has no accepted recipients, and names what exactly was refused', async () => {
    const gateway = await start();
    await send(gateway, { mobile: `${NUMBER},14155550123`, msg: 'Paid ½', msgType: 'text' });
    const page = await openInbox(gateway);
    await rows(page).click();
    await page.getByRole('heading', { name: 'Recipients 2 refused' }).waitFor();
    expect(await pane(page).locator('.facts').innerText()).toContain('2 refused');
    await page.getByRole('region', { name: 'Notes' }).getByText('½ (U+00BD)').waitFor();
    expect(await pane(page).getByText('accepted').count()).toBe(0);
  });

  it('that is not sent at the time in scheduleTime says why', async () => {
    const gateway = await start({ now: () => Date.parse('2026-03-17T14:30:00Z') });
    await send(gateway, { scheduleTime: '2026-03-17 10:00' });
    const page = await openInbox(gateway);
    await rows(page).click();
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByText('Sent at once: scheduleTime "2026-03-17 10:00" has passed.').waitFor();
    await page.getByRole('tab', { name: 'Request' }).click();
    await notes.getByText('Sent at once:').waitFor();
  });

  it('to 100 recipients has a list of them that scrolls and can be filtered', async () => {
    const gateway = await start();
    const valid = Array.from({ length: 98 }, (_item, index) => String(919876500000 + index));
    await send(gateway, { mobile: [...valid, '12', '+1'].join(',') });
    const page = await openInbox(gateway);
    await rows(page).click();
    await pane(page).getByText('98 accepted, 2 rejected').waitFor();
    const numbers = page.locator('.numbers');
    expect(await numbers.locator('li').count()).toBe(100);
    expect(await numbers.locator('li').first().innerText()).toContain('12');
    expect(await numbers.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
    expect((await numbers.boundingBox())?.height).toBeLessThan(400);
    await page.getByRole('textbox', { name: 'Filter recipients' }).fill('98765 00097');
    expect(await numbers.locator('li').allInnerTexts()).toEqual(['+91 98765 00097']);
  });

  it('that was refused says why, also for each text of one JSON send', async () => {
    const gateway = await start();
    const sms = [
      { mobile: [NUMBER], msg: 'Fine' },
      { mobile: ['12'], msg: 'Not fine' },
    ];
    await fetch(`${gateway.url}/SMSApi/send`, {
      method: 'POST',
      headers: { apikey: ACCOUNT.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ userid: ACCOUNT.userId, senderid: 'ACMECO', sms }),
    });
    await send(gateway, { msg: 'Bad key' }, { apikey: 'wrong' });
    const page = await openInbox(gateway);
    const banner = page.getByRole('note', { name: 'Refusal' });
    await rows(page).filter({ hasText: 'Not fine' }).click();
    await banner.getByText('Refused with 122. No valid phone numbers.').waitFor();
    await page.getByRole('tab', { name: 'Answer' }).click();
    await page.getByText('"statusCode": "122"').waitFor();
    await rows(page).filter({ hasText: 'Bad key' }).click();
    await banner.getByText('Refused with 216.').waitFor();
    await rows(page)
      .filter({ hasText: /^(?!.*Not).*Fine/s })
      .click();
    await page.getByText('"status": "success"').waitFor();
    expect(await banner.count()).toBe(0);
  });

  it('names in one grey line what was left out, and problems only in the notes', async () => {
    const gateway = await start();
    await send(gateway, { msgType: undefined, output: undefined, scheduleTime: 'soon', odd: 'x' });
    const page = await openInbox(gateway);
    await rows(page).click();
    await pane(page)
      .getByText(/^Left out: .*msgType, output/)
      .waitFor();
    const notes = pane(page).getByRole('region', { name: 'Notes' });
    expect(await notes.textContent()).toContain('odd');
    expect(await notes.textContent()).not.toContain('msgType');
  });

  it('says what happened to it, and lets the reader decide that', async () => {
    const gateway = await start({ deliveryDelay: 0 });
    await send(gateway);
    const page = await openInbox(gateway);
    await rows(page).click();
    const delivery = page.locator('.delivery');
    await delivery.locator('.fate.delivered').waitFor();
    await delivery.getByRole('button', { name: 'failed' }).click();
    await delivery.getByRole('textbox', { name: 'Code' }).fill('17');
    await delivery.getByRole('textbox', { name: 'Cause' }).fill('Unknown User');
    await delivery.getByRole('button', { name: 'Set to failed' }).click();
    await delivery.locator('.fate.failed').waitFor();
    await delivery.getByText('Unknown User').waitFor();
    await rows(page).locator('.badge', { hasText: 'failed' }).waitFor();
    expect(gateway.messages[0]?.deliveries).toMatchObject([
      { status: 'failed', code: '17', cause: 'Unknown User' },
    ]);
    await delivery.getByRole('button', { name: 'failed' }).click();
    await delivery.getByRole('button', { name: 'Set to failed' }).click();
    await until(() => gateway.messages[0]?.deliveries[0]?.code === '001');
    expect(gateway.messages[0]?.deliveries[0]).not.toHaveProperty('cause');
  });

  it.each([
    [200, 'report sent', '', 'report sent'],
    [503, 'report failed: HTTP 503', '503', 'report failed: HTTP 503'],
    [200, 'report lost', 'lost', 'report sent'],
  ])('whose app answers %i says: %s, and sends it again', async (status, first, short, second) => {
    const { url, posts } = await listen(status);
    const gateway = await start({ deliveryDelay: 0, reportUrl: url, onWarning: () => {} });
    if (first === 'report lost') gateway.faults.next('report-lost');
    await send(gateway);
    const page = await openInbox(gateway);
    const sign = (name: string) => rows(page).getByRole('img', { name, exact: true });
    await sign(first).waitFor();
    expect((await sign(first).innerText()).trim()).toBe(short);
    await rows(page).click();
    const fate = page.locator('.report-fate');
    await fate.getByText(first, { exact: true }).waitFor();
    const before = posts.length;
    await fate.getByRole('button', { name: 'Send again' }).click();
    await until(() => posts.length === before + 1);
    await fate.getByText(second, { exact: true }).waitFor();
    await sign(second).waitFor();
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
  });
});

it.each([
  ['429', {}, 'Refused. The fault 429 was triggered.'],
  ['refuse', {}, 'Refused with 203. Sender id is invalid. The fault refuse was triggered.'],
  ['500', { accept: true }, 'The fault 500 was triggered.'],
] as const)('one banner says all about a send that the fault %s met', async (name, how, says) => {
  const gateway = await start();
  gateway.faults.next(name, how);
  await send(gateway);
  const page = await openInbox(gateway);
  await rows(page).click();
  await bubble(page).waitFor();
  expect((await page.locator('.notice').allInnerTexts()).map((text) => text.trim())).toEqual([
    says,
  ]);
});

describe('copying', () => {
  it.each(['demo', 'shop'])(
    'a curl command has the demo key for %s only if it is its key',
    async (userid) => {
      await using gateway = await GatewaySimulator.start({
        accounts: [{ userId: 'shop', password: 'p', apiKey: 'secret-key-of-shop' }],
      });
      const key = userid === 'demo' ? 'demo-api-key' : 'secret-key-of-shop';
      await send(gateway, { userid }, { apikey: key });
      const page = await openInbox(gateway);
      await rows(page).click();
      await pane(page).getByRole('button', { name: 'Copy curl' }).click();
      await page.getByText('Command copied.').waitFor();
      const expected = userid === 'demo' ? 'demo-api-key' : 'YOUR_APIKEY';
      expect(await clipboard(page)).toContain(`-H 'apikey: ${expected}'`);
    },
  );

  it('puts text and code on the clipboard', async () => {
    const gateway = await start();
    const msg = 'Your code is 482 913.\nIt’s valid for 10 minutes.';
    await send(gateway, { msg });
    const page = await openInbox(gateway);
    await rows(page).click();
    await pane(page).getByRole('button', { name: 'Copy text' }).click();
    await page.getByText('Text copied.').waitFor();
    expect(await clipboard(page)).toBe(gateway.messages[0]?.text);
    await pane(page).locator('.actions').getByRole('button', { name: 'Copy code' }).click();
    await page.getByText('Code copied.').waitFor();
    expect(await clipboard(page)).toBe('482913');
  });

  it('makes a curl command that repeats a send in any encoding, with placeholders for secrets', async () => {
    const gateway = await start();
    const fields = {
      userid: ACCOUNT.userId,
      mobile: NUMBER,
      senderid: 'ACMECO',
      msg: `It's "100 %" & <more> \\ \n 'new line' = €`,
    };
    const { mobile, msg, ...rest } = fields;
    const url = `${gateway.url}/SMSApi/send`;
    const headers = { apikey: ACCOUNT.apiKey };
    const json = JSON.stringify({ ...rest, sms: [{ mobile: [mobile], msg }] });
    const sends = {
      multipart: () => send(gateway, fields),
      urlencoded: () => fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) }),
      query: () => fetch(`${url}?${new URLSearchParams(fields)}`, { headers }),
      json: () => {
        const type = { ...headers, 'Content-Type': 'application/json' };
        return fetch(url, { method: 'POST', headers: type, body: json });
      },
    };
    const page = await openInbox(gateway);
    for (const [encoding, sendIt] of Object.entries(sends)) {
      gateway.reset();
      await rowCount(page, 0);
      await sendIt();
      await rows(page).click();
      await pane(page).getByRole('button', { name: 'Copy curl' }).click();
      await page.getByText('Command copied.').waitFor();
      const command = await clipboard(page);
      expect(command).not.toContain(ACCOUNT.apiKey);
      await runCurl(command, { YOUR_APIKEY: ACCOUNT.apiKey });
      await rowCount(page, 2);
      const [first, second] = gateway.messages;
      const { text, to, senderId, fields: kept, method } = first ?? {};
      expect(second).toMatchObject({ text, to, senderId, encoding, fields: kept, method });
    }
  });

  it('has no curl command of a send to the numbers in a file, which is not kept', async () => {
    const gateway = await start();
    const body = new FormData();
    const fields = { userid: ACCOUNT.userId, senderid: 'ACMECO', msg: 'To a file' };
    for (const pair of Object.entries(fields)) body.append(...pair);
    body.append('file', new Blob([NUMBER]), 'numbers.csv');
    const headers = { apikey: ACCOUNT.apiKey };
    await fetch(`${gateway.url}/SMSApi/send`, { method: 'POST', headers, body });
    await send(gateway);
    const page = await openInbox(gateway);
    for (const [text, commands] of [
      ['To a file', 0],
      ['Your code', 1],
    ] as const) {
      await rows(page).filter({ hasText: text }).locator('.to').click();
      await bubble(page).filter({ hasText: text }).waitFor();
      await pane(page).getByRole('button', { name: 'Copy text' }).waitFor();
      expect(await pane(page).getByRole('button', { name: 'Copy curl' }).count()).toBe(commands);
    }
  });

  it('uses placeholders for a password and a token', async () => {
    const gateway = await start();
    await send(
      gateway,
      { password: ACCOUNT.password },
      { Authorization: basic('a', 'b'), 'X-Secret': 'hush' },
    );
    const page = await openInbox(gateway);
    await rows(page).click();
    await pane(page).getByRole('button', { name: 'Copy curl' }).click();
    await page.getByText('Command copied.').waitFor();
    const command = await clipboard(page);
    expect(command).toContain("'password=YOUR_PASSWORD'");
    expect(command).toContain("'authorization: Basic YOUR_TOKEN'");
    expect(command).toContain("'x-secret: YOUR_X_SECRET'");
    expect(command).not.toMatch(/hush|masked|p@ss/);
  });
});
