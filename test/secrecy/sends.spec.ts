import type { SmsGatewayOptions } from '../../lib/index.js';
import { errorOf } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { leaksOf } from '../support/leaks.js';
import { rejection, type Script, ScriptedGateway, token } from '../support/scripted-gateway.js';
import { AUTH, MESSAGE, NUMBER, PASSWORD, SECRETS, TEXT, TOKEN, TOKEN_AUTH } from './canaries.js';
import { acceptance, ROWS } from './echo.js';
import { watch } from './watched-app.js';

const login = () => token(TOKEN);

async function open(script: Script, options: Partial<SmsGatewayOptions>) {
  const gateway = await ScriptedGateway.listen({ login, ...script });
  return { gateway, ...(await watch({ baseUrl: gateway.url, ...options })) };
}

const never = () => new Promise<never>(() => undefined);

describe.each(Object.entries(AUTH))('with the method %s, no secret, number or text', (_, auth) => {
  it.each(ROWS)('is shown anywhere after %s', async (_what, send, code) => {
    const { sms, leaks } = await open({ send }, { auth });
    const error = await errorOf(sms.send(MESSAGE));
    expect(error.code).toBe(code);
    expect(await leaks(SECRETS, error)).toEqual([]);
  });

  it('is shown anywhere but in the receipt after an acceptance', async () => {
    const { sms, leaks } = await open({ send: acceptance }, { auth });
    const { transactionId } = await sms.send(MESSAGE);
    expect(transactionId).toContain(TEXT);
    expect(await leaks(SECRETS)).toEqual([]);
  });

  it('is shown anywhere after a lost connection, or if the gateway is down', async () => {
    const { gateway, sms, leaks } = await open({}, { auth });
    gateway.script = {
      login,
      send: async () => {
        await gateway.close();
        return {};
      },
    };
    const lost = await errorOf(sms.send(MESSAGE));
    const down = await errorOf(sms.send(MESSAGE));
    expect([lost.code, down.code]).toEqual(['connection-lost', 'connection-failed']);
    expect(await leaks(SECRETS, lost, down)).toEqual([]);
  });

  it('is shown anywhere after a deadline, or an abort with a reason', async () => {
    const { sms, leaks } = await open({ send: never }, { auth, timeout: { attempt: 50 } });
    const caller = new AbortController();
    const sending = errorOf(sms.send({ ...MESSAGE, to: NUMBER }, { signal: caller.signal }));
    caller.abort(new Error(`${TEXT} ${PASSWORD}`));
    expect(await leaks(SECRETS, await sending, await errorOf(sms.send(MESSAGE)))).toEqual([]);
  });
});

it.each([
  { ...MESSAGE, to: [NUMBER, `${NUMBER}99999`, TEXT, PASSWORD, { NUMBER }] },
  { ...MESSAGE, text: `${TEXT}\ud800` },
  { ...MESSAGE, senderId: `${PASSWORD}\n` },
  { ...MESSAGE, fields: { msg: TEXT, [TEXT]: 1, [`${PASSWORD}\n`]: TOKEN, ok: NUMBER } },
  { ...MESSAGE, [TEXT]: TOKEN, [NUMBER]: 1 },
  { to: TEXT, text: Number(NUMBER), senderId: { PASSWORD }, type: `${TOKEN}\0` },
  TEXT,
])('an invalid message is shown nowhere, case %#', async (given) => {
  const { sms, leaks } = await open({}, { auth: AUTH.apiKey });
  await sms.send(MESSAGE);
  const error = await errorOf(sms.send(given as never));
  expect(error.code).toBe('message-invalid');
  expect(await leaks(SECRETS, error)).toEqual([]);
});

it.each(ROWS)('a login is shown nowhere after %s, or in the cool-down', async (_what, answer) => {
  const { sms, leaks } = await open({ login: answer }, { auth: TOKEN_AUTH });
  const errors = [];
  for (let index = 0; index < 2; index += 1) errors.push(await errorOf(sms.send(MESSAGE)));
  expect(errors).toMatchObject([{ outcome: 'not-sent' }, { outcome: 'not-sent' }]);
  expect(await leaks(SECRETS, ...errors)).toEqual([]);
});

it('a login is shown nowhere in the warning about an unreadable expiry', async () => {
  const { sms, log, leaks } = await open(
    { login: () => token(TOKEN, PASSWORD) },
    { auth: TOKEN_AUTH },
  );
  await sms.send(MESSAGE);
  await eventually(() => log.some((line) => String(line).includes('expires_after')));
  expect(await leaks(SECRETS)).toEqual([]);
});

it.each(['216', '310'])(
  'no secret that was ever used is shown, even if it is another one each time (%s)',
  async (statusCode) => {
    const used: string[] = [];
    const { sms, leaks } = await open(
      {
        send: ({ fields }) => {
          used.push(fields['password'] ?? '');
          return rejection(statusCode, `Not ${used.join(', ')}`);
        },
      },
      {
        auth: {
          method: 'password',
          userId: 'acme',
          password: () => `p4ss-${(count += 1)}-of-many`,
        },
      },
    );
    let count = 0;
    const errors = await Promise.all(Array.from({ length: 50 }, () => errorOf(sms.send(MESSAGE))));
    expect(new Set(used).size).toBe(statusCode === '216' ? 100 : 50);
    expect(await leaks(used, ...errors)).toEqual([]);
  },
);

it('what finds no leak would find one, in each form and place', () => {
  for (const form of SECRETS.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ])) {
    const hidden = Object.assign(new Error('x'), { cause: { deep: { form } } });
    for (const error of [new Error(form), hidden]) {
      expect(leaksOf(error, SECRETS)).not.toEqual([]);
    }
  }
});
