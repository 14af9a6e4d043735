import { login, send, start } from '../simulator/client.js';
import { openScrolled } from './long-list.js';
import { dialogGone, openInbox, pane, rowCount, rows, search, until } from './open-inbox.js';

async function startFilled() {
  const gateway = await start();
  await login(gateway);
  await login(gateway, { password: 'wrong' });
  await fetch(`${gateway.url}/SMSApi/report/day`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'userid=acme&password=secret-word&uuid=12',
  });
  await send(gateway);
  return gateway;
}

const starts = (page: Awaited<ReturnType<typeof openInbox>>) =>
  rows(page).locator('.start').allTextContents();

const LISTED = [
  'Your code is 482913.',
  'POST /SMSApi/report/day – not served',
  'Login of acme – the password is wrong',
  'Login of acme – accepted',
];

describe('logins and other requests on the page', () => {
  it('are quiet rows among the messages, counted with none of them', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway);
    await rowCount(page, 4);
    expect(await starts(page)).toEqual(LISTED);
    await page.getByText('1 message', { exact: true }).waitFor();
    await page.getByText('1 unread', { exact: true }).waitFor();

    await fetch(`${gateway.url}/SMSApi/none`);
    await rowCount(page, 5);
    expect((await starts(page))[0]).toBe('GET /SMSApi/none – not served');
    await page.getByText('1 message', { exact: true }).waitFor();
    expect(await page.title()).toBe('(1) SMS inbox');
  });

  it('are found by is:login and is:other, and by no other search', async () => {
    const page = await openInbox(await startFilled());
    await rowCount(page, 4);
    for (const [term, expected] of [
      ['is:other', LISTED.slice(1, 2)],
      ['is:login', LISTED.slice(2)],
      ['-is:scheduled', LISTED.slice(0, 1)],
    ] as const) {
      await search(page).fill(term);
      const count = expected.length === 1 ? '1 match' : `${expected.length} matches`;
      await page.getByText(count, { exact: true }).waitFor();
      await until(async () => (await starts(page)).join() === expected.join());
    }
  });

  it('open with their request and answer, secrets masked', async () => {
    const page = await openInbox(await startFilled());
    await rowCount(page, 4);
    await rows(page).nth(1).click();
    await pane(page).getByRole('heading', { name: 'POST /SMSApi/report/day' }).waitFor();
    const text = await pane(page).innerText();
    expect(text).toMatch(/HTTP 404/);
    expect(text).toMatch(/Refused\.\s+Not served\./);
    expect(text).not.toContain('with 404');
    expect(text.match(/not served/gi)).toHaveLength(2);
    expect(text.match(/These paths are/g)).toHaveLength(1);
    expect(text).toMatch(/uuid\s+12/);
    expect(text).toMatch(/password\s+masked/);
    expect(text).not.toContain('secret-word');
    expect(await page.getByRole('tablist').count()).toBe(0);

    await rows(page).nth(2).click();
    await pane(page).getByRole('heading', { name: 'Login' }).waitFor();
    expect(await pane(page).getByText('The password is wrong').count()).toBe(1);
    await pane(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await rowCount(page, 3);
  });

  it('take one line each, do not move what the reader sees, and can be hidden', async () => {
    const { gateway, page, list, row } = await openScrolled();
    const before = await row.boundingBox();
    await login(gateway);
    await send(gateway, { msg: 'Newer' });
    await page.getByText('2 new messages').waitFor();
    expect(await row.boundingBox()).toEqual(before);
    await list.evaluate((element) => element.scrollTo(0, 0));
    const boxOf = (text: string) => rows(page).filter({ hasText: text }).boundingBox();
    await rows(page).filter({ hasText: 'Newer' }).waitFor();
    const [sent, other, older] = [
      await boxOf('Newer'),
      await boxOf('Login'),
      await boxOf('Text 39'),
    ];
    expect([sent?.height, other?.height]).toEqual([50, 30]);
    expect([other?.y, older?.y]).toEqual([(sent?.y ?? 0) + 50, (sent?.y ?? 0) + 80]);
    await page.keyboard.press('G');
    const last = rows(page).filter({ hasText: /Text 0$/m });
    await last.waitFor();
    const frame = await list.boundingBox();
    const end = await last.boundingBox();
    expect((end?.y ?? 0) + 50).toBeCloseTo((frame?.y ?? NaN) + (frame?.height ?? NaN), 0);

    const chip = page.getByRole('button', { name: '1 request', exact: true });
    expect(await chip.getAttribute('aria-pressed')).toBe('true');
    await chip.click();
    await page.getByText('41 matches', { exact: true }).waitFor();
    await until(async () => (await rows(page).filter({ hasText: 'Login' }).count()) === 0);
    expect(new URL(page.url()).searchParams.get('search')).toBe('is:send');
    expect(await chip.getAttribute('aria-pressed')).toBe('false');
    // The chip still knows how many there are after another one has come.
    await login(gateway);
    await page.getByRole('button', { name: '2 requests', exact: true }).click();
    await rows(page).filter({ hasText: 'Login' }).first().waitFor();
  });

  it('are not counted as messages by the question before they are deleted', async () => {
    const page = await openInbox(await startFilled());
    const asks = async (question: string) => {
      const dialog = page.getByRole('dialog', { name: 'Delete messages' });
      await dialog.getByRole('heading', { name: `Delete ${question}?`, exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Keep' }).click();
      await dialogGone(page);
    };
    await rowCount(page, 4);
    await page.getByRole('button', { name: 'Delete all' }).click();
    await asks('1 message and 3 other requests');
    await rows(page)
      .nth(2)
      .click({ modifiers: ['Control'] });
    await page.keyboard.press('#');
    await asks('1 other request');
    await rows(page)
      .nth(0)
      .click({ modifiers: ['Control'] });
    await page.keyboard.press('#');
    await asks('1 message and 1 other request');
    await search(page).fill('is:login');
    await page.getByText('2 matches', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete matches' }).click();
    await asks('2 matches');
  });
});
