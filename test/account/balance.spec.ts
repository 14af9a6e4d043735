import {
  createSmsService,
  type SmsBalance,
  SmsFailoverModule,
  SmsGatewayModule,
  type SmsGatewayModuleOptions,
  type SmsReceipt,
  type SmsRun,
  type SmsSegments,
  SmsService,
} from '../../lib/index.js';
import { GatewaySimulator } from '../../simulator/index.js';
import { build } from '../nest/build.js';
import {
  errorOf,
  KEY_AUTH,
  message,
  NUMBER,
  openAccount,
  PASSWORD,
  PASSWORD_AUTH,
  PAST_THE_TEST,
  TOKEN_AUTH,
  USER,
} from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { holdTimers } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';
import { leaksOf } from '../support/leaks.js';
import {
  acceptance,
  type Answer,
  type Answering,
  rejection,
  ScriptedGateway,
  token,
} from '../support/scripted-gateway.js';

const PATH = '/SMSApi/account/readstatus';

/** As real gateways answer. */
const answerOf = (smsBalance: unknown): Answer => ({
  body: {
    response: {
      api: 'account',
      action: 'readstatus',
      status: 'success',
      msg: 'success',
      code: '200',
      account: { smsBalance },
    },
  },
});

/** An account whose gateway answers as scripted when it is asked for the balance, and accepts sends. */
async function open(answer: Answering, options: Partial<SmsGatewayModuleOptions> = {}) {
  let asked = 0;
  const gateway = await ScriptedGateway.listen({
    send: (request) => {
      if (request.path.endsWith('/send')) return acceptance();
      asked += 1;
      return answer(request, asked);
    },
  });
  const account = await openAccount({ baseUrl: gateway.url, auth: PASSWORD_AUTH, ...options });
  return { ...account, gateway };
}

const accountAt = (name: string, gateway?: ScriptedGateway) =>
  SmsGatewayModule.forRoot({
    name,
    baseUrl: gateway?.url ?? '',
    auth: PASSWORD_AUTH,
    drain: 0,
  });

describe('balance', () => {
  it.each<[string, Answer, string]>([
    ['a text', answerOf('123'), '123'],
    ['a text with decimals', answerOf(' 1234.50 '), '1234.50'],
    [
      'a text that no number can hold',
      answerOf('12345678901234567890.25'),
      '12345678901234567890.25',
    ],
    ['a JSON number', answerOf(123), '123'],
    ['a JSON number with decimals', answerOf(99.75), '99.75'],
    [
      'a JSON number that JavaScript cannot hold',
      { body: '{"response":{"status":"success","account":{"smsBalance":12345678901234567890}}}' },
      '12345678901234567890',
    ],
    ['zero', answerOf(0), '0'],
    ['a debt', answerOf('-3'), '-3'],
    ['no envelope', { body: { status: 'success', account: { smsBalance: '7' } } }, '7'],
    ['no account', { body: { status: 'SUCCESS', smsBalance: 7 } }, '7'],
    ['spaces', { body: { response: { status: ' Success ', smsBalance: 7 } } }, '7'],
    ["the user's number", { body: { status: 'success', mobile: NUMBER, smsBalance: 7 } }, '7'],
    ['HTML as its type', { ...answerOf('5'), headers: { 'Content-Type': 'text/html' } }, '5'],
  ])('reads an answer with %s', async (_what, answer, credits) => {
    const { sms } = await open(() => answer);
    const before = Date.now();
    const balance = await sms.balance();
    expect(balance).toEqual({ credits, at: expect.any(Date), raw: expect.any(Object) });
    expect(balance.at.getTime()).toBeGreaterThanOrEqual(before);
  });

  it.each<[string, Answer]>([
    ['a send', acceptance({ mobile: NUMBER })],
    ['a login', token('t1')],
    ['a lookup', { body: { response: { status: 'success', report_statusList: [] } } }],
  ])('does not take the answer to %s for the balance, and says so', async (_what, answer) => {
    const { sms } = await open(() => answer);
    const error = await errorOf(sms.balance());
    expect(error).toMatchObject({ code: 'gateway-failed', outcome: 'not-sent', retryable: true });
    expect(error.message).toContain('the balance request with the answer to another request');
  });

  it('has every field of the answer as raw', async () => {
    const { sms } = await open(() => answerOf('123'));
    expect((await sms.balance()).raw).toEqual(answerOf('123').body);
  });

  it.each([
    ['password', PASSWORD_AUTH, {}, { password: PASSWORD }],
    ['token', TOKEN_AUTH, {}, { password: PASSWORD }],
    ['key', KEY_AUTH, { apikey: 'k3y' }, {}],
  ])(
    'asks with the user id, and with the password if there is one, for an account with a %s',
    async (_way, auth, headers, fields) => {
      const { sms, gateway } = await open(() => answerOf('1'), { auth });
      await sms.balance();
      const [request] = gateway.sends;
      expect(request).toMatchObject({ method: 'POST', path: PATH, headers });
      expect(request?.fields).toEqual({ userid: USER, ...fields, output: 'json' });
      expect(request?.headers['authorization']).toBeUndefined();
      expect(gateway.logins).toEqual([]);
    },
  );

  it('asks at the path of the option balance.path', async () => {
    const { sms, gateway } = await open(() => answerOf('1'), { balance: { path: '/v2/credits' } });
    await sms.balance();
    expect(gateway.sends[0]?.path).toBe('/v2/credits');
  });

  const wrapped = { body: { response: { status: 'error', code: '216', msg: `bad ${PASSWORD}` } } };
  it.each<[string, Answer, string]>([
    [
      'refused credentials',
      rejection('216', `Invalid credentials ${PASSWORD}`),
      'credentials-refused',
    ],
    ['refused credentials in a response', wrapped, 'credentials-refused'],
    ['HTTP 401', { status: 401, body: PASSWORD }, 'credentials-refused'],
    ['a rejection', rejection('213', `userid ${USER} is missing`), 'rejected'],
    ['HTTP 404 in a response', { ...wrapped, status: 404 }, 'credentials-refused'],
    ['HTTP 404', { status: 404, body: `<html>${PASSWORD}</html>` }, 'gateway-failed'],
    ['an HTML page with 200', { body: `<html>${PASSWORD}</html>` }, 'gateway-failed'],
    ['HTTP 503', { status: 503, body: 'busy' }, 'gateway-failed'],
    ['HTTP 429', { status: 429 }, 'throttled'],
    ['HTTP 302', { status: 302, headers: { location: '/' } }, 'redirected'],
    ['no balance', { body: { response: { status: 'success', account: {} } } }, 'gateway-failed'],
    ['an object as the status', { body: { status: { toString: 1 } } }, 'gateway-failed'],
    ['words as the balance', answerOf('unlimited'), 'gateway-failed'],
    ['an object as the balance', answerOf({ sms: 5 }), 'gateway-failed'],
    ['a number whose digits are lost', answerOf(1e300), 'gateway-failed'],
    ['a number of a failed answer', { body: { status: 'failed', smsBalance: 5 } }, 'rejected'],
    [
      'garbled compression',
      { headers: { 'content-encoding': 'gzip' }, body: 'x' },
      'gateway-failed',
    ],
  ])('fails with %s, as not sent, without a secret', async (_what, answer, code) => {
    const { sms } = await open(() => answer, { name: 'shop' });
    const error = await errorOf(sms.balance());
    expect(error).toMatchObject({ code, outcome: 'not-sent', account: 'shop' });
    expect(error.message).toContain('the balance request');
    expect(leaksOf(error, [PASSWORD])).toEqual([]);
  });

  it('is retried, because it sends no message', async () => {
    const { sms, gateway } = await open(
      (_request, count) => (count === 1 ? { status: 503 } : answerOf('5')),
      { retry: { attempts: 2, base: 1 } },
    );
    expect(await sms.balance()).toMatchObject({ credits: '5' });
    expect(gateway.sends).toHaveLength(2);
  });

  it('is not retried at a path that is not served', async () => {
    const { sms, gateway } = await open(() => ({ status: 404 }), {
      retry: { attempts: 3, base: 1 },
    });
    expect(await errorOf(sms.balance())).toMatchObject({ retryable: false });
    expect(gateway.sends).toHaveLength(1);
  });

  it.each([404, 503])('never makes a send fail after HTTP %s, with a breaker', async (status) => {
    const { sms } = await open(() => ({ status }), { breaker: { failures: 1 } });
    await errorOf(sms.balance());
    expect(await sms.send(message())).toMatchObject({ accepted: [expect.any(String)] });
  });

  it.each<[string, Answer]>([
    ['HTTP 503', { status: 503 }],
    ['HTTP 429 and Retry-After', { status: 429, headers: { 'retry-after': '300' } }],
    ['refused credentials', rejection('216', 'Invalid credentials')],
  ])(
    'leaves a send with all its retries, and without a pause, after many answers with %s',
    async (_what, bad) => {
      let sends = 0;
      const gateway = await ScriptedGateway.listen({
        send: ({ path }) => {
          if (!path.endsWith('/send')) return bad;
          sends += 1;
          return sends <= 2 ? { status: 429 } : acceptance();
        },
      });
      const { sms } = await openAccount({
        baseUrl: gateway.url,
        retry: { attempts: 3, base: 1, budget: 10 },
      });
      for (let asked = 0; asked < 10; asked += 1) await errorOf(sms.balance());
      // The budget is enough for its two retries.
      expect(await sms.send(message())).toMatchObject({ accepted: [expect.any(String)] });
    },
  );

  it('neither counts for rateLimit nor waits for it', async () => {
    const rateLimit = { recipients: 1, perMs: PAST_THE_TEST };
    const { sms } = await open(() => answerOf('5'), { rateLimit });
    await sms.balance();
    await sms.send(message());
    expect(await sms.balance()).toMatchObject({ credits: '5' });
  });

  it('ends with the signal, and with the deadline of the account', async () => {
    const never = new Latch();
    const { sms, gateway } = await open(() => never.opened.then(() => answerOf('1')), {
      timeout: { total: 200 },
    });
    const timers = holdTimers();
    const end = new AbortController();
    const aborted = errorOf(sms.balance({ signal: end.signal }));
    await eventually(() => gateway.sends.length === 1);
    end.abort();
    for (const error of [await aborted, await errorOf(sms.balance({ signal: end.signal }))]) {
      expect(error).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
      expect(error.message).toBe('The caller aborted the request. Nothing was sent.');
    }
    const late = errorOf(sms.balance());
    await eventually(() => gateway.sends.length === 2);
    await timers.pass(200);
    expect(await late).toMatchObject({ code: 'timeout', outcome: 'not-sent' });
    never.open();
  });

  it.each([[{ signal: 5 }], [{ timeout: 5 }], [5]])('refuses the options %j', async (options) => {
    const { sms, gateway } = await open(() => answerOf('1'), { name: 'shop' });
    const error = await errorOf(sms.balance(options as object));
    expect(error).toMatchObject({ code: 'argument-invalid', account: 'shop' });
    expect(gateway.sends).toEqual([]);
  });

  it('takes no more calls once the account has closed', async () => {
    const { sms, close } = await open(() => answerOf('1'));
    await close();
    expect(await errorOf(sms.balance())).toMatchObject({ code: 'closed', outcome: 'not-sent' });
  });

  it('of a failover is that of its first account', async () => {
    const [first, second] = await Promise.all(
      ['1', '2'].map((credits) => ScriptedGateway.listen({ send: () => answerOf(credits) })),
    );
    const module = await build([
      accountAt('first', first),
      accountAt('second', second),
      SmsFailoverModule.forRoot({ accounts: ['first', 'second'] }),
    ]);
    const sms = module.get(SmsService);
    expect(await sms.balance()).toMatchObject({ credits: '1' });
    const signal = AbortSignal.abort();
    expect(await errorOf(sms.balance({ signal }))).toMatchObject({ code: 'aborted' });
    expect(second?.sends).toEqual([]);
  });

  it('is rejected by a service of your own, unless it has one', async () => {
    class Fake extends SmsService {
      send = (): Promise<SmsReceipt> => Promise.reject(new Error('no'));
      sendMany = (): SmsRun => this.broadcast();
      broadcast = (): SmsRun => this.sendMany();
      estimate = (): SmsSegments => {
        throw new Error('no');
      };
    }
    class Rich extends Fake {
      override balance = (): Promise<SmsBalance> =>
        Promise.resolve({ credits: '5', at: new Date(), raw: {} });
    }
    const error = await errorOf(new Fake().balance());
    expect(error).toMatchObject({ code: 'request-failed', outcome: 'not-sent', retryable: false });
    expect(error.message).toContain('Override balance()');
    expect(await new Rich().balance()).toMatchObject({ credits: '5' });
  });

  it.each(['password', 'apiKey', 'token'] as const)(
    'goes down by the segments of a send, with auth.method %s',
    async (method) => {
      const gateway = await GatewaySimulator.start({ balance: 10 });
      afterThisTest(() => gateway.close());
      const secret = { password: 'demo-password', apiKey: 'demo-api-key' };
      const auth = { method, userId: 'demo', ...secret, timeZone: 'UTC' };
      const { password, apiKey, timeZone, ...common } = auth;
      const own = { password: { password }, apiKey: { apiKey }, token: { password, timeZone } };
      const sms = await createSmsService({
        baseUrl: gateway.url,
        auth: { ...common, ...own[method] } as typeof PASSWORD_AUTH,
      });
      afterThisTest(() => sms.close());
      expect(await sms.balance()).toMatchObject({ credits: '10' });
      await sms.send({ to: ['919876543210', '919876543211'], text: 'a'.repeat(161) });
      expect(await sms.balance()).toMatchObject({ credits: '6' });
      gateway.setBalance(0);
      expect(await sms.balance()).toMatchObject({ credits: '0' });
    },
  );
});
