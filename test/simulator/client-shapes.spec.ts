import type { GatewaySimulator } from '../../simulator/index.js';
import { ACCOUNT, EMPTY, FORM, NUMBER, getToken, send, sendJson, start } from './client.js';

const OTHER = '4915112345678';
const { mobile: _mobile, msg: _msg, ...common } = FORM;
const KEY = { apikey: ACCOUNT.apiKey };
const newYear = () => Date.parse('2026-01-01T00:00:00Z');
const SMS = [
  { mobile: [NUMBER, OTHER], msg: 'one' },
  { mobile: NUMBER, msg: 'two' },
];

/** What a client sends besides the fields of the specification. */
interface Credentials {
  readonly headers?: Record<string, string>;
  readonly fields?: Record<string, string>;
}

const { password } = ACCOUNT;
const ACCEPTED: readonly [what: string, Credentials, auth: string, note: RegExp][] = [
  ['the key alone', { headers: KEY }, 'apiKey', /^$/],
  ['the password alone', { fields: { password } }, 'password', /password came unencoded/],
  [
    'both ways at once',
    { headers: KEY, fields: { password } },
    'password',
    /^The key also came.* The password counted\.$/,
  ],
  [
    'both ways, the password wrong',
    { headers: KEY, fields: { password: 'wrong' } },
    'apiKey',
    /^The password is wrong\.$/,
  ],
  [
    'both ways, the key wrong',
    { headers: { apikey: 'wrong' }, fields: { password } },
    'password',
    /^The key is wrong\.$/,
  ],
  ['an empty key', { headers: { apikey: '' }, fields: { password } }, 'password', /key is empty/],
  ['an empty password', { headers: KEY, fields: { password: '' } }, 'apiKey', /password is empty/],
];

const REFUSED: readonly [what: string, Credentials, code: string, note: RegExp][] = [
  ['a wrong key', { headers: { apikey: 'wrong' } }, '216', /^The key is wrong\.$/],
  [
    'both ways wrong',
    { headers: { apikey: 'wrong' }, fields: { password: 'wrong' } },
    '216',
    /^The password is wrong\.$/,
  ],
  ['a wrong token', { headers: { Authorization: 'nonsense' } }, '216', /token was not issued/],
  ['a wrong password', { fields: { password: 'wrong' } }, '216', /^The password is wrong\.$/],
  [
    'an unknown user',
    { fields: { userid: 'other' }, headers: KEY },
    '216',
    /^The userid is unknown\.$/,
  ],
  ['the key as a field', { fields: KEY }, '216', /came as the field apikey/],
  ['an empty key alone', { headers: { apikey: '' } }, '216', /^The key is empty/],
  ['nothing', {}, '216', /has no credentials/],
  [
    'the key without a userid',
    { headers: KEY, fields: { userid: '' } },
    '216',
    /userid is missing/,
  ],
  [
    'a userId',
    { fields: { userid: '', userId: ACCOUNT.userId, password } },
    '216',
    /^The user id came as userId; the field is userid\.$/,
  ],
];

describe('a real client', () => {
  it.each(ACCEPTED)('with %s is accepted', async (_what, credentials, auth, note) => {
    const gateway = await start();
    const { fields, headers = {} } = credentials;
    const answer = await sendJson(gateway, fields, headers);
    expect(answer).toMatchObject({ status: 'success', statusCode: '200' });
    expect(gateway.refused).toEqual([]);
    expect(gateway.messages).toMatchObject([{ account: 'acme', auth, status: 'accepted' }]);
    const [{ remoteAddress, notes } = { remoteAddress: '', notes: [] }] = gateway.messages;
    expect(remoteAddress).toMatch(/127\.0\.0\.1$/);
    expect(['', ...notes]).toContainEqual(expect.stringMatching(note));
    expect(JSON.stringify(gateway.messages)).not.toContain(password);
  });

  it.each(REFUSED)('with %s is refused', async (_what, credentials, statusCode, note) => {
    const gateway = await start();
    const { fields, headers = {} } = credentials;
    const answer = await send(gateway, fields, headers);
    const body = (await answer.json()) as { reason: string };
    expect(answer.status).toBe(200);
    expect(body).toEqual({ status: 'error', statusCode, reason: body.reason, ...EMPTY });
    expect(gateway.messages).toEqual([]);
    const refusal = { statusCode, reason: body.reason };
    expect(gateway.refused).toMatchObject([{ refusal, auth: null, deliveries: [] }]);
    const [{ notes, answer: kept } = { notes: [], answer: null }] = gateway.refused;
    expect(notes[0]).toBe(`Refused with ${statusCode}: ${body.reason}.`);
    expect(notes).toContainEqual(expect.stringMatching(note));
    expect(JSON.parse(kept?.body ?? '')).toEqual(body);
  });

  it('that leaves a way empty has not used it', async () => {
    const gateway = await start();
    await sendJson(gateway, { password: '' }, { ...KEY, Authorization: '' });
    await sendJson(gateway, { password: '' }, { apikey: '' });
    const [accepted, refused] = [gateway.messages[0], gateway.refused[0]];
    expect(accepted?.notes).toContain('The password is empty and was ignored.');
    for (const message of [accepted, refused]) {
      expect(message?.notes.join(' ')).not.toMatch(/also came|is wrong|not issued/);
    }
  });

  it('that sends a token and a wrong key is accepted, with a note', async () => {
    const gateway = await start();
    const headers = { Authorization: await getToken(gateway), apikey: 'wrong' };
    await sendJson(gateway, {}, headers);
    expect(gateway.messages).toMatchObject([{ auth: 'token' }]);
    expect(gateway.messages[0]?.notes).toContain('The key is wrong.');
  });
});

/** Sends several texts in one JSON. */
async function sendAll(gateway: GatewaySimulator, sms: object[]) {
  const answer = await fetch(`${gateway.url}/SMSApi/send`, {
    method: 'POST',
    headers: { ...KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...common, sms }),
  });
  return (await answer.json()) as Record<string, string>;
}

describe('several texts in one JSON', () => {
  it('are refused alone, each with its own reason and answer', async () => {
    const gateway = await start();
    const answer = await sendAll(gateway, [...SMS, { mobile: '12', msg: 'x' }, { mobile: OTHER }]);
    expect(answer).toMatchObject({ status: 'success', invalidMobile: `12,${OTHER}` });
    expect(gateway.messages).toMatchObject([
      { text: 'one', to: [NUMBER, OTHER] },
      { text: 'two', to: [NUMBER], transactionId: gateway.messages[0]?.transactionId },
    ]);
    expect(gateway.messages[0]?.refusal).toBeUndefined();
    expect(gateway.refused).toMatchObject([
      { refusal: { statusCode: '122', reason: 'No valid phone numbers' }, transactionId: null },
      { refusal: { statusCode: '213', reason: 'The required parameter msg is missing' } },
    ]);
    expect(gateway.refused.map(({ answer: own }) => JSON.parse(own?.body ?? ''))).toMatchObject([
      { status: 'error', statusCode: '122' },
      { status: 'error', statusCode: '213' },
    ]);
    expect(gateway.refused.map(({ notes }) => notes[0])).toEqual([
      'Refused with 122: No valid phone numbers.',
      'Refused with 213: The required parameter msg is missing.',
    ]);
  });

  it('are refused together if none is valid, with the reason of the first', async () => {
    const gateway = await start();
    const answer = await sendAll(gateway, [{ mobile: '12', msg: 'x' }, { mobile: OTHER }]);
    expect(answer).toMatchObject({ status: 'error', statusCode: '122' });
    expect(gateway.refused.map(({ refusal }) => refusal?.statusCode)).toEqual(['122', '213']);
  });

  it('are dropped alone as duplicates', async () => {
    const gateway = await start({ duplicates: 'drop' });
    await sendAll(gateway, [{ mobile: NUMBER, msg: 'one' }]);
    const again = [
      { mobile: NUMBER, msg: 'one' },
      { mobile: NUMBER, msg: 'two' },
    ];
    expect(await sendAll(gateway, again)).toMatchObject({
      status: 'success',
      mobile: `${NUMBER},${NUMBER}`,
    });
    expect(gateway.messages.map(({ text }) => text)).toEqual(['one', 'two']);
    const refusal = { statusCode: '409' };
    expect(gateway.refused).toMatchObject([{ text: 'one', duplicate: true, refusal }]);
  });
});

describe('several accounts', () => {
  const accounts = [
    { userId: 'shop', password: 'shop-password' },
    { userId: 'alerts', apiKey: 'alerts-key' },
  ];

  it('get in with their own credentials only', async () => {
    const gateway = await start({ accounts });
    const codes: (string | undefined)[] = [];
    const attempts: Credentials[] = [
      { fields: { userid: 'shop', password: 'shop-password' } },
      { fields: { userid: 'alerts' }, headers: { apikey: 'alerts-key' } },
      { headers: KEY },
      { fields: { userid: 'shop' }, headers: KEY },
      { fields: { userid: 'alerts', password: 'shop-password' } },
      { fields: { userid: 'nobody' }, headers: KEY },
    ];
    for (const { fields = {}, headers = {} } of attempts) {
      codes.push((await sendJson(gateway, fields, headers))['statusCode'] as string);
    }
    expect(codes).toEqual(['200', '200', '200', '216', '216', '216']);
    expect(gateway.messages.map(({ account }) => account)).toEqual(['shop', 'alerts', 'acme']);
    expect(gateway.refused.map(({ account }) => account)).toEqual(['shop', 'alerts', 'nobody']);
    expect(gateway.refused[2]?.notes).toContain('The userid is unknown.');
    expect(JSON.stringify([gateway.messages, gateway.refused])).not.toMatch(/shop-password/);
  });

  it('are found by a search and named in the list', async () => {
    const gateway = await start({ accounts });
    await sendJson(gateway);
    await sendJson(gateway, { userid: 'shop', password: 'shop-password' }, {});
    await sendJson(gateway, { userid: 'nobody' });
    const list = (await (
      await fetch(`${gateway.origin}/api/messages?search=account:shop`)
    ).json()) as Record<string, unknown>;
    expect(list).toMatchObject({
      total: 1,
      messages: [{ account: 'shop' }],
      accounts: ['acme', 'shop', 'alerts', 'nobody'],
    });
  });

  it('with acceptAny, every user id gets in with anything, except an expired token', async () => {
    const gateway = await start({ acceptAny: true });
    await sendJson(gateway, { userid: 'new' }, { apikey: 'any' });
    await sendJson(gateway, { userid: 'bare' }, {});
    const Authorization = await getToken(gateway);
    expect(await sendJson(gateway, { userid: '' })).toMatchObject({ statusCode: '216' });
    gateway.expireTokens();
    expect(await sendJson(gateway, {}, { Authorization })).toMatchObject({ statusCode: '216' });
    expect(gateway.messages).toMatchObject([
      { account: 'new', auth: 'apiKey', notes: [] },
      { account: 'bare', auth: null, notes: [] },
    ]);
  });
});

describe('a field without effect', () => {
  it('is listed as ignored, and one that was not sent in one line', async () => {
    const gateway = await start();
    const odd = { test: '1', group: 'g', trackLink: '1', smartLinkTitle: 'l', msgId: '7' };
    await sendJson(gateway, { ...odd, dltEntityId: undefined });
    expect(gateway.messages).toMatchObject([
      { ignored: Object.keys(odd), notSent: ['dltEntityId'], notes: [] },
    ]);
  });

  it.each([
    ['2027-01-01 10:00:00', '2027-01-01T04:30:00.000Z'],
    ['2027-01-01 10:00', '2027-01-01T04:30:00.000Z'],
    ['2027-01-01T10:00:00+01:00', '2027-01-01T09:00:00.000Z'],
    ['2027-01-01T10:00Z', '2027-01-01T10:00:00.000Z'],
  ])('scheduleTime %j schedules the message for %j', async (scheduleTime, scheduledFor) => {
    const gateway = await start({ timeZone: 'Asia/Kolkata', now: newYear });
    expect(await sendJson(gateway, { scheduleTime })).toMatchObject({ status: 'success' });
    expect(gateway.messages).toMatchObject([
      { status: 'accepted', scheduledFor, ignored: [], notes: [] },
    ]);
  });

  it.each([
    ['2025-01-01 10:00:00', 'has passed. It is read in Asia/Kolkata'],
    ['2026-01-01 05:30', 'has passed'],
    ['2025-12-31T23:59:59Z', 'has passed'],
    ['tomorrow', 'cannot be read. Write it as YYYY-MM-DD HH:MM:SS'],
    ['2027-02-30 10:00', 'cannot be read'],
    ['2027-01-01T10:00:00', 'cannot be read'],
    ['2027-01-01+10:00', 'cannot be read'],
    ['01-01-2027 10:00', 'cannot be read'],
  ])('scheduleTime %j sends the message at once, and a note says so', async (scheduleTime, why) => {
    const gateway = await start({ timeZone: 'Asia/Kolkata', now: newYear });
    expect(await sendJson(gateway, { scheduleTime })).toMatchObject({ status: 'success' });
    const [message] = gateway.messages;
    expect(message).not.toHaveProperty('scheduledFor');
    expect(message).not.toHaveProperty('sentAtOnce');
    expect(message?.ignored).toEqual(['scheduleTime']);
    expect(message?.notes).toEqual([
      expect.stringContaining(`Sent at once: scheduleTime "${scheduleTime}" ${why}`),
    ]);
  });

  it('scheduleTime gets no note if it is empty, or if the send was refused', async () => {
    const gateway = await start({ now: newYear });
    await sendJson(gateway, { scheduleTime: '' });
    await sendJson(gateway, { scheduleTime: 'tomorrow', mobile: '12' });
    const allNotes = [...gateway.messages, ...gateway.refused].flatMap(({ notes }) => notes);
    expect(allNotes.join()).not.toContain('Sent at once');
  });
});
