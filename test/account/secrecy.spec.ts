import { type SmsGatewayOptions, type SmsMessage, SmsAuthProvider } from '../../lib/index.js';
import { captureWarnings, errorOf, openAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { leaksOf } from '../support/leaks.js';
import { type Answer, type Received, ScriptedGateway } from '../support/scripted-gateway.js';

const USER = 'käthe+Ünüsual user';
const PASSWORD = 'p@ss "w&rd"/ß✓%41';
const KEY = 'K3Y/canary+secret==';
const TOKEN = 'tök3n/Canary+Value==';
const NUMBER = '919876501234';
const TEXT = 'Dear Zoë, your one-time code is G-482913 & it "ends" soon <b>';
const SENDER = 'CANARYSND';
const CUSTOMER = 'Canary, Käthe & Sons';

const SECRETS = [USER, PASSWORD, KEY, TOKEN, NUMBER, TEXT, CUSTOMER, `${USER}:${PASSWORD}`];

class Own extends SmsAuthProvider {
  credentials() {
    return Promise.resolve({
      headers: { 'X-Key': KEY, Authorization: `Bearer ${encodeURIComponent(TOKEN)}` },
      fields: { userid: USER, pin: PASSWORD },
    });
  }
}

const AUTH = {
  token: { method: 'token', userId: USER, password: PASSWORD, timeZone: 'UTC' },
  password: { method: 'password', userId: USER, password: PASSWORD },
  apiKey: { method: 'apiKey', userId: USER, apiKey: KEY },
  own: new Own(),
} as const;

const message: SmsMessage = {
  to: [NUMBER, '+91 98765 01235'],
  text: TEXT,
  senderId: SENDER,
  fields: { customer: CUSTOMER },
};

/** Everything that a request said, in every form that a gateway may know it in. */
function echoOf({ headers, rawHeaders, fields, body }: Received): string {
  const usesLogin = headers['authorization'] !== undefined;
  const authorization = headers['authorization'] ?? '';
  const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8');
  // Of what the request did not say, a gateway knows what the login said.
  const login = usesLogin ? [USER, PASSWORD, `${USER}:${PASSWORD}`] : [];
  const values = [...rawHeaders, ...Object.values(fields), basic, ...login];
  const encoded = values.map((value) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
  ]);
  return `${encoded.flat().join(' | ')} ${body.toString('utf8')}`;
}

function refusalOf(request: Received, statusCode: string): object {
  const echo = echoOf(request);
  return {
    status: 'error',
    statusCode,
    reason: `bad: ${echo.slice(0, 1500)}`,
    mobile: NUMBER,
    msg: TEXT,
    request: { headers: request.headers, fields: request.fields, raw: request.rawHeaders },
    [TEXT]: [NUMBER, { deep: echo }],
    number: Number(NUMBER),
  };
}

const login = (): Answer => ({
  body: {
    status: 'success',
    statusCode: 200,
    token: TOKEN,
    expires_after: new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
  },
});

type Case = [string, (request: Received) => Answer, string];

const CASES: Case[] = [
  ['a rejection', (request) => ({ body: refusalOf(request, '203') }), 'rejected'],
  [
    'a rejection whose statusCode repeats everything',
    (request) => ({ body: { status: 'error', statusCode: echoOf(request) } }),
    'rejected',
  ],
  [
    'refused credentials',
    (request) => ({ body: refusalOf(request, '216') }),
    'credentials-refused',
  ],
  ['HTTP 401', (request) => ({ status: 401, body: echoOf(request) }), 'credentials-refused'],
  ['an unclear answer', (request) => ({ body: echoOf(request) }), 'answer-unclear'],
  [
    'success without an id',
    (request) => ({ body: { ...refusalOf(request, '200'), status: 'success' } }),
    'answer-unclear',
  ],
  ['HTTP 500', (request) => ({ status: 500, body: echoOf(request) }), 'gateway-failed'],
  [
    'a redirect',
    () => ({ status: 302, headers: { Location: `https://x/?t=${encodeURIComponent(TEXT)}` } }),
    'redirected',
  ],
  [
    'HTTP 429',
    () => ({ status: 429, headers: { 'Retry-After': encodeURIComponent(PASSWORD) } }),
    'throttled',
  ],
  [
    'an unknown encoding',
    () => ({ headers: { 'Content-Encoding': encodeURIComponent(PASSWORD) }, body: 'x' }),
    'answer-unreadable',
  ],
  ['an answer that is too large', () => ({ body: TEXT.repeat(2000) }), 'answer-too-large'],
];

const open = (baseUrl: string, more: Partial<SmsGatewayOptions>) =>
  openAccount({ baseUrl, maxAnswerBytes: 100_000, ...more });

const never = () => new Promise<never>(() => undefined);

describe.each(Object.entries(AUTH))(
  'with the method %s, no secret, number or text',
  (_name, auth) => {
    it.each(CASES)('is in the error for %s', async (_what, send, code) => {
      const warnings = captureWarnings();
      const gateway = await ScriptedGateway.listen({ login, send });
      const { sms } = await open(gateway.url, { auth });
      const error = await errorOf(sms.send(message));
      expect(error.code).toBe(code);
      expect(leaksOf(error, SECRETS)).toEqual([]);
      expect(leaksOf(warnings.join('\n'), SECRETS)).toEqual([]);
    });

    it('is in the error for a lost connection', async () => {
      const gateway = await ScriptedGateway.listen({
        login,
        send: async () => {
          await gateway.close();
          return {};
        },
      });
      const { sms } = await open(gateway.url, { auth });
      const error = await errorOf(sms.send(message));
      expect(error).toMatchObject({ code: 'connection-lost', outcome: 'unknown' });
      expect(leaksOf(error, SECRETS)).toEqual([]);
    });

    it('is in the error for a gateway that is down', async () => {
      const gateway = await ScriptedGateway.listen();
      await gateway.close();
      const { sms } = await open(gateway.url, { auth });
      const error = await errorOf(sms.send(message));
      expect(error.code).toBe('connection-failed');
      expect(leaksOf(error, SECRETS)).toEqual([]);
    });

    it('is in the error for a deadline, or for an abort with a reason', async () => {
      const gateway = await ScriptedGateway.listen({ login, send: never });
      const { sms } = await open(gateway.url, { auth, timeout: { attempt: 50 } });
      expect(leaksOf(await errorOf(sms.send(message)), SECRETS)).toEqual([]);
      const caller = new AbortController();
      const sending = errorOf(sms.send({ ...message, to: NUMBER }, { signal: caller.signal }));
      caller.abort(new Error(`${TEXT} ${PASSWORD}`));
      expect(leaksOf(await sending, SECRETS)).toEqual([]);
    });

    it('is in the error for an invalid message', async () => {
      const { sms } = await open('http://127.0.0.1:9', { auth });
      const wrong = [
        { ...message, to: [NUMBER, `${NUMBER}99999`, TEXT, PASSWORD, { NUMBER }] },
        { ...message, text: `${TEXT}\ud800` },
        { ...message, senderId: `${PASSWORD}\n` },
        { ...message, fields: { msg: TEXT, [TEXT]: 1, [`${PASSWORD}\n`]: KEY, ok: NUMBER } },
        { ...message, [TEXT]: KEY, [NUMBER]: 1 },
        { to: TEXT, text: Number(NUMBER), senderId: { PASSWORD }, type: `${KEY}\0` },
        TEXT,
      ];
      for (const given of wrong) {
        const error = await errorOf(sms.send(given as never));
        expect(error.code).toBe('message-invalid');
        expect(leaksOf(error, SECRETS)).toEqual([]);
      }
    });
  },
);

const ENCODINGS: [string, (said: string) => string][] = [
  ['as it is', (said) => said],
  ['percent-encoded', encodeURIComponent],
  ['as a query', (said) => new URLSearchParams({ said }).toString().slice(5)],
  ['as JSON', (said) => JSON.stringify(said)],
  [
    'as HTML',
    (said) => said.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  ],
  ['in base64', (said) => Buffer.from(said).toString('base64')],
  ['in hex', (said) => Buffer.from(said).toString('hex')],
];

describe('no secret, number or text', () => {
  const gossip = [NUMBER, TEXT, CUSTOMER, USER, PASSWORD];

  it.each(ENCODINGS)(
    'is in an error or the log for a rejection that repeats it %s',
    async (_, encode) => {
      const warnings = captureWarnings();
      const said = gossip.map(encode);
      const body = { status: 'error', statusCode: said[0], reason: said.join(' | '), said };
      const gateway = await ScriptedGateway.listen({ send: () => ({ body }) });
      const { sms } = await open(gateway.url, { auth: AUTH.password });
      const error = await errorOf(sms.send(message));
      expect(error).toMatchObject({ code: 'rejected', raw: body });
      expect(leaksOf(error, [...said, ...gossip])).toEqual([]);
      expect(warnings).toHaveLength(1);
      expect(leaksOf(warnings.join('\n'), [...said, ...gossip])).toEqual([]);
    },
  );

  it('is in an error for recipients that were all rejected, but in its receipt', async () => {
    const body = { status: 'success', statusCode: 200, transactionId: TEXT, reason: PASSWORD };
    const invalidMobile = `${NUMBER},919876501235`;
    const gateway = await ScriptedGateway.listen({
      send: () => ({ body: { ...body, invalidMobile } }),
    });
    const { sms } = await open(gateway.url, { auth: AUTH.password });
    const error = await errorOf(sms.send(message));
    expect(error).toMatchObject({
      code: 'recipients-rejected',
      receipt: { transactionId: TEXT, rejected: [NUMBER, '919876501235'] },
    });
    expect(leaksOf(error, SECRETS)).toEqual([]);
  });
});

describe('no secret', () => {
  it.each<[string, (request: Received) => Answer]>([
    ['a rejection', (request) => ({ body: refusalOf(request, '216') })],
    [
      'a rejection whose statusCode repeats everything',
      (r) => ({ body: { status: 'no', statusCode: echoOf(r) } }),
    ],
    ['HTTP 401', (request) => ({ status: 401, body: echoOf(request) })],
    ['HTTP 500', (request) => ({ status: 500, body: echoOf(request) })],
    ['a page', (request) => ({ body: echoOf(request) })],
    [
      'an unknown encoding',
      () => ({ headers: { 'Content-Encoding': encodeURIComponent(PASSWORD) }, body: 'x' }),
    ],
  ])(
    'is in the error for a login that is answered with %s, or during the cool-down',
    async (_, answer) => {
      const gateway = await ScriptedGateway.listen({ login: answer });
      const { sms } = await open(gateway.url, { auth: AUTH.token });
      for (const send of [sms.send(message), sms.send(message)]) {
        expect(leaksOf(await errorOf(send), SECRETS)).toEqual([]);
      }
      expect(leaksOf(await errorOf(sms.send(message)), SECRETS)).toEqual([]);
    },
  );

  it('is in the warning about an unreadable expiry', async () => {
    const warnings = captureWarnings();
    const gateway = await ScriptedGateway.listen({
      login: () => ({
        body: { status: 'success', statusCode: 200, token: TOKEN, expires_after: PASSWORD },
      }),
    });
    const { sms } = await open(gateway.url, { auth: AUTH.token });
    await sms.send(message);
    await eventually(() => warnings.length === 1);
    expect(leaksOf(warnings.join('\n'), SECRETS)).toEqual([]);
  });

  it('is missed by the canary test, which finds one in each form', () => {
    for (const form of [
      PASSWORD,
      encodeURIComponent(PASSWORD),
      Buffer.from(KEY).toString('base64'),
    ]) {
      expect(leaksOf(new Error(form), SECRETS)).not.toEqual([]);
      expect(
        leaksOf(Object.assign(new Error('x'), { cause: { deep: { form } } }), SECRETS),
      ).not.toEqual([]);
    }
  });
});
