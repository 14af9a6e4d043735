import { request as post } from 'node:http';
import { connect } from 'node:net';
import { FAULT_NAMES, MAGIC_RECIPIENTS, type FaultName } from '../../simulator/index.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, EMPTY, FORM, NUMBER, getToken, login, send, sendJson, start } from './client.js';

const OTHER = '4915112345678';
const fails = (promise: Promise<Response>) =>
  promise
    .then((answer) => answer.text())
    .then(
      () => false,
      () => true,
    );

describe('a fault', () => {
  it('strikes exactly as many sends as planned, in order', async () => {
    const gateway = await start();
    gateway.faults.next('429', 2).next('500');
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await send(gateway)).status);
    expect(statuses).toEqual([429, 429, 500, 200, 200]);
    expect(gateway.messages).toHaveLength(2);
    expect(gateway.refused.map(({ fault }) => fault)).toEqual(['429', '429', '500']);
    expect(gateway.faults.state).toMatchObject({ next: [], struck: { '429': 2, '500': 1 } });
  });

  it('accept-then-drop accepts the message and loses the answer', async () => {
    const gateway = await start();
    gateway.faults.next('accept-then-drop');
    expect(await fails(send(gateway))).toBe(true);
    expect(gateway.messages).toMatchObject([{ fault: 'accept-then-drop', answer: null }]);
    expect(gateway.messages[0]?.timeline.at(-1)?.event).toBe('answer lost');
  });

  it.each(['drop', 'reset'] as const)('%s accepts nothing and loses the answer', async (name) => {
    const gateway = await start();
    gateway.faults.next(name);
    expect(await fails(send(gateway))).toBe(true);
    expect(gateway.messages).toEqual([]);
    expect(gateway.refused).toMatchObject([{ fault: name, answer: null }]);
    gateway.faults.next('reset', { accept: true });
    expect(await fails(send(gateway))).toBe(true);
    expect(gateway.messages).toHaveLength(1);
  });

  it('reset resets the connection, drop closes it', async () => {
    const gateway = await start();
    const request = [
      'POST /SMSApi/send HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 8',
      '',
      'userid=a',
    ].join('\r\n');
    const ends: string[] = [];
    for (const name of ['reset', 'drop'] as const) {
      gateway.faults.next(name);
      ends.push(
        await new Promise((resolve) => {
          const socket = connect(gateway.port, '127.0.0.1', () => socket.write(request));
          socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
          socket.on('end', () => resolve('end'));
          socket.resume();
        }),
      );
    }
    expect(ends).toEqual(['ECONNRESET', 'end']);
  });

  it.each([[false], [true]])('stall never answers, with accept %s', async (accept) => {
    const gateway = await start();
    gateway.faults.next('stall', { accept });
    const abort = new AbortController();
    const sending = fetch(`${gateway.url}/SMSApi/send`, {
      method: 'POST',
      body: new URLSearchParams({ userid: ACCOUNT.userId, mobile: NUMBER, msg: 'Hi' }),
      headers: { apikey: ACCOUNT.apiKey },
      signal: abort.signal,
    }).catch(() => 'aborted');
    await eventually(() => gateway.messages.length + gateway.refused.length > 0);
    expect(gateway.messages).toHaveLength(accept ? 1 : 0);
    abort.abort();
    expect(await sending).toBe('aborted');
  });

  it('slow answers late, by its latency', async () => {
    const gateway = await start();
    gateway.faults.next('slow', { latency: 120 });
    const before = performance.now();
    expect(await sendJson(gateway)).toMatchObject({ status: 'success' });
    expect(performance.now() - before).toBeGreaterThanOrEqual(115);
  });

  it('drip answers in pieces', async () => {
    const gateway = await start();
    gateway.faults.next('drip', { interval: 2, bytes: 5 });
    const answer = await send(gateway);
    const pieces: number[] = [];
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body ?? []) {
      pieces.push(chunk.length);
      chunks.push(chunk);
    }
    expect(pieces.length).toBeGreaterThan(5);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ status: 'success' });
  });

  it('drip counts as answered after the last piece, even if the client disconnects at once', async () => {
    const gateway = await start();
    gateway.faults.next('drip', { interval: 60_000, bytes: 65_536 });
    const body = new URLSearchParams(FORM).toString();
    const headers = { apikey: ACCOUNT.apiKey, 'Content-Type': 'application/x-www-form-urlencoded' };
    const options = { method: 'POST', headers };
    await new Promise((resolve, reject) => {
      post(`${gateway.url}/SMSApi/send`, options, (answer) => {
        answer.once('data', () => answer.destroy());
        answer.once('close', resolve);
      })
        .on('error', reject)
        .end(body);
    });
    const events = () => gateway.messages[0]?.timeline.map(({ event }) => event) ?? [];
    await eventually(() => events().length === 3);
    expect(events()).toEqual(['received', 'accepted', 'answered']);
  });

  it.each([
    ['429', 429],
    ['500', 500],
    ['502', 502],
    ['503-html', 503],
    ['200-html', 200],
  ] as const)(
    '%s answers %d with HTML, and accepts the message only with accept',
    async (name, status) => {
      const gateway = await start();
      gateway.faults.next(name);
      if (name !== '429') gateway.faults.next(name, { accept: true });
      const answer = await send(gateway);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toMatch(/html/);
      expect(gateway.messages).toEqual([]);
      await send(gateway);
      expect(gateway.messages).toHaveLength(1);
    },
  );

  it('429 and 503-html set Retry-After', async () => {
    const gateway = await start();
    gateway.faults.next('429').next('429', { retryAfter: 7 }).next('503-html', { retryAfter: 3 });
    const waits: (string | null)[] = [];
    for (let i = 0; i < 3; i += 1) waits.push((await send(gateway)).headers.get('retry-after'));
    expect(waits).toEqual(['1', '7', '3']);
  });

  it('bad-json accepts the message and answers 200 with broken JSON', async () => {
    const gateway = await start();
    gateway.faults.next('bad-json');
    const answer = await send(gateway);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(gateway.messages).toMatchObject([{ answer: { body: text } }]);
  });

  it('refuse answers with the given code and reason', async () => {
    const gateway = await start();
    gateway.faults.next('refuse', { statusCode: '777', reason: 'No credit', httpStatus: 402 });
    const answer = await send(gateway);
    expect(answer.status).toBe(402);
    expect(await answer.json()).toEqual({
      status: 'error',
      statusCode: '777',
      reason: 'No credit',
      ...EMPTY,
    });
  });

  it('reject-numbers rejects the given numbers, by default the last one', async () => {
    const gateway = await start();
    const mobile = `${NUMBER},4915112345678,33612345678`;
    gateway.faults.next('reject-numbers', { numbers: [NUMBER] }).next('reject-numbers');
    expect(await sendJson(gateway, { mobile })).toMatchObject({ invalidMobile: NUMBER });
    expect(await sendJson(gateway, { mobile })).toMatchObject({ invalidMobile: '33612345678' });
    expect(gateway.messages[1]).toMatchObject({ rejected: ['33612345678'] });
    // The last one before trailing commas.
    gateway.faults.next('reject-numbers');
    expect(await sendJson(gateway, { mobile: `${NUMBER},33612345678, ,` })).toMatchObject({
      mobile: NUMBER,
      invalidMobile: '33612345678',
    });
  });

  it('expire-token expires the token of the send, and no other', async () => {
    const gateway = await start();
    const [old, young] = [await getToken(gateway), await getToken(gateway)];
    gateway.faults.next('expire-token');
    const codes = [
      await sendJson(gateway, {}, { Authorization: old }),
      await sendJson(gateway, {}, { Authorization: old }),
      await sendJson(gateway, {}, { Authorization: young }),
    ].map(({ statusCode }) => statusCode);
    expect(codes).toEqual(['216', '216', '200']);
  });

  it('wrong-zone writes expires_after in a zone many hours away', async () => {
    const gateway = await start({ now: () => Date.parse('2026-01-01T00:00:00Z') });
    gateway.faults.next('wrong-zone').next('wrong-zone', { timeZone: 'Asia/Kolkata' });
    const texts: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      texts.push(
        ((await (await login(gateway)).json()) as { expires_after: string }).expires_after,
      );
    }
    expect(texts).toEqual(['2026-01-01 10:00:00', '2026-01-01 06:30:00', '2026-01-01 01:00:00']);
  });

  it('with on: login strikes logins and no sends', async () => {
    const gateway = await start();
    gateway.faults.next('500', { on: 'login' });
    expect((await send(gateway)).status).toBe(200);
    expect((await login(gateway)).status).toBe(500);
    expect((await login(gateway)).status).toBe(200);
    expect(gateway.loginLog).toMatchObject([{ fault: '500', status: 'refused' }, { fault: null }]);
  });

  it('accept-then-drop on a login issues a token that never arrives', async () => {
    const gateway = await start();
    gateway.faults.next('accept-then-drop', { on: 'login' });
    expect(await fails(login(gateway))).toBe(true);
    expect(gateway.loginLog).toMatchObject([{ status: 'accepted', fault: 'accept-then-drop' }]);
  });

  it('by chance strikes the same sends for the same seed, to which an empty plan returns', async () => {
    const gateway = await start({ seed: 7 });
    const put = (plan: object) =>
      fetch(`${gateway.origin}/api/faults`, { method: 'PUT', body: JSON.stringify(plan) });
    const statuses = async () => {
      const seen: number[] = [];
      for (let i = 0; i < 40; i += 1) seen.push((await send(gateway)).status);
      return seen;
    };
    gateway.faults.chance('500', 0.5);
    const own = await statuses();
    await put({ chance: [{ fault: '500', probability: 0.5 }], seed: 8 });
    expect(await statuses()).not.toEqual(own);
    await put({});
    gateway.faults.chance('500', 0.5);
    expect(await statuses()).toEqual(own);
    const struck = own.filter((status) => status === 500).length;
    expect(struck > 8 && struck < 32).toBe(true);
  });

  it('waits for the first request of its account or to its recipient, and passes others by', async () => {
    const gateway = await start({ accounts: [{ userId: 'b', password: 'p', apiKey: 'key-of-b' }] });
    gateway.faults.next('429', { account: 'b' }).next('500', { to: '+49 151 12345678' });
    gateway.faults.next('502', { to: ['4915100000000', OTHER], account: ACCOUNT.userId });
    const statuses: number[] = [];
    const sendIt = async (mobile: string, userid: string = ACCOUNT.userId) => {
      const headers = userid === 'b' ? { apikey: 'key-of-b' } : {};
      statuses.push((await send(gateway, { mobile, userid }, headers)).status);
    };
    await sendIt(NUMBER);
    await sendIt(`${NUMBER},${OTHER}`);
    await sendIt(OTHER, 'b');
    await sendIt(OTHER, 'b');
    await sendIt(OTHER);
    await sendIt(OTHER);
    expect(statuses).toEqual([200, 500, 429, 200, 502, 200]);
  });

  it('by chance rolls its dice only for the requests that it is for', async () => {
    const gateway = await start({ accounts: [{ userId: 'b', password: 'p' }] });
    gateway.faults.chance('500', 1, { to: OTHER });
    gateway.faults.chance('429', 1, { on: 'login', account: 'b' });
    expect((await send(gateway)).status).toBe(200);
    expect((await send(gateway, { mobile: OTHER })).status).toBe(500);
    expect((await login(gateway)).status).toBe(200);
    expect((await login(gateway, { userId: 'b' })).status).toBe(429);
  });

  it('of a login cannot be for a recipient', async () => {
    const gateway = await start();
    expect(() => gateway.faults.next('drop', { on: 'login', to: NUMBER })).toThrow(
      'Fault drop: to is for sends, because a login has no recipient. Use account.',
    );
    expect(() => gateway.faults.next('drop', { to: [] })).toThrow(
      'to is not valid. Provide an array',
    );
  });

  it('is for an account that there is, or for any with acceptAny', async () => {
    const gateway = await start();
    const { faults } = gateway;
    const unknown = 'Fault 429: No account has this user id. Provide that of one in accounts.';
    for (const account of ['nobody', '']) {
      expect(() => faults.next('429', { account })).toThrow(unknown);
      expect(() => faults.chance('429', 1, { account })).toThrow(unknown);
      expect(() => faults.add({ fault: '429', account })).toThrow(unknown);
      expect(() => faults.replace({ next: [{ fault: '429', account }] })).toThrow(unknown);
    }
    expect(faults.state).toMatchObject({ next: [], chance: [] });
    const open = await start({ acceptAny: true });
    open.faults.next('429', { account: 'anybody' });
    expect((await send(open, { userid: 'anybody' })).status).toBe(429);
  });

  it('can be cleared', async () => {
    const gateway = await start();
    gateway.faults.next('500').chance('429', 1).clear();
    expect((await send(gateway)).status).toBe(200);
  });

  it('has a magic recipient that no country uses, if it strikes sends', () => {
    const names = new Set<FaultName>(Object.values(MAGIC_RECIPIENTS));
    expect(FAULT_NAMES.filter((name) => !names.has(name))).toEqual(['wrong-zone']);
    for (const number of Object.keys(MAGIC_RECIPIENTS)) expect(number).toMatch(/^999000\d{5}$/);
  });

  it('is triggered by a magic recipient, also among others', async () => {
    const gateway = await start();
    expect((await send(gateway, { mobile: `${NUMBER},99900000503` })).status).toBe(503);
    expect(await sendJson(gateway, { mobile: `99900000122,${NUMBER}` })).toMatchObject({
      mobile: NUMBER,
      invalidMobile: '99900000122',
    });
    expect((await send(gateway)).status).toBe(200);
  });

  it.each([
    ['an unknown name', ['explode', 1], /"explode" is not a fault. Known: accept-then-drop/],
    [
      'an option of another fault',
      ['429', { latency: 5 }],
      /429: latency is not a known option. Known: fault, count/,
    ],
    ['a count of 0', ['429', 0], /count is too small. Provide a whole number from 1/],
    [
      'an invalid value',
      ['slow', { latency: -1 }],
      /latency is too small. Provide a number from 0/,
    ],
    [
      'an unknown zone',
      ['wrong-zone', { timeZone: 'Mars' }],
      /timeZone is not valid. Provide an IANA/,
    ],
    ['a login fault for sends', ['wrong-zone', { on: 'send' }], /on is not valid. Provide 'login'/],
  ])('is not planned with %s, and the error says why', async (_what, args, message) => {
    const gateway = await start();
    const next = gateway.faults.next.bind(gateway.faults) as (...given: unknown[]) => unknown;
    expect(() => next(...args)).toThrow(message);
    expect(gateway.faults.state.next).toEqual([]);
  });
});
