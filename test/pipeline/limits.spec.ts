import { jest } from '@jest/globals';
import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { Agent, buildConnector } from 'undici';
import { counted, messageAt, numberAt, outcomesOf, settled } from '../runs/runs.js';
import { reportsOf } from '../../lib/core/pipeline/lookup-call.js';
import type { SmsGatewayOptions, SmsRateLimit } from '../../lib/index.js';
import { FakeAccount, passTime, ScriptedAccount } from '../support/fake-account.js';
import {
  acceptance,
  rejection,
  type Script,
  ScriptedGateway,
} from '../support/scripted-gateway.js';
import { errorOf, message, openAccount, outcomeOf, PASSWORD_AUTH } from '../support/account.js';

const HOUR = 3_600_000;
const OTHER = '919111111111';

/** An account whose sends wait until the test lets all of them pass. */
function holding(options: Partial<SmsGatewayOptions>) {
  let isOpen = false;
  const account = new FakeAccount((send) => {
    if (isOpen) setImmediate(() => send.accept());
  }, options);
  const acceptAll = (): void => {
    isOpen = true;
    for (const send of account.sends) send.accept();
  };
  const texts = () => account.sends.map(({ text }) => text);
  return { account, sms: account.sms, sends: account.sends, texts, acceptAll };
}

const accepting = (options: Partial<SmsGatewayOptions>) =>
  new FakeAccount((send) => send.accept(), options);

/** An account with a rate limit, in front of a gateway on a clock that only the test moves. */
function onTestClock(rateLimit: SmsRateLimit, total?: number, script: Script = {}) {
  const scripted = new ScriptedGateway(script);
  const options = { rateLimit, timeout: { total }, retry: { attempts: 3, base: 0 } };
  return { gateway: scripted, sms: new ScriptedAccount(scripted, options).sms };
}

type Ask = (account: ScriptedAccount, signal: AbortSignal) => Promise<unknown>;

const sendOne: Ask = (account, signal) => account.outcome('first', { signal });
const lookUp: Ask = ({ sms }, signal) =>
  sms.lookup(reportsOf('/SMSApi/report/status', { uuid: '123' }), signal).catch(() => undefined);

/** When the gateway got a second request, in ms after the first one, which is aborted after 1 ms. */
async function startOfSecond(script: Script, ask: Ask): Promise<number> {
  const scripted = new ScriptedGateway(script);
  const rateLimit = { recipients: 1, perMs: 500 };
  const account = new ScriptedAccount(scripted, { auth: PASSWORD_AUTH, rateLimit });
  const caller = new AbortController();
  setTimeout(() => caller.abort(), 1);
  const first = ask(account, caller.signal);
  await passTime(2);
  expect(await first).not.toBe('accepted');
  scripted.script = {};
  const second = account.outcome();
  await passTime(1000);
  expect(await second).toBe('accepted');
  return scripted.sends[1]!.at - scripted.sends[0]!.at;
}

describe('maxConcurrency', () => {
  it('is never exceeded by all sends of the account together', async () => {
    const { account, sms, acceptAll } = holding({ maxConcurrency: 3 });
    const all = Promise.all([
      ...counted(20, (index) => sms.send(messageAt(index))),
      sms.sendMany(counted(40, messageAt)).finish(),
      sms.broadcast({ text: 'Hello' }, counted(40, numberAt), { batchSize: 2 }).finish(),
    ]);
    await settled();
    acceptAll();
    await all;
    expect(account.sends).toHaveLength(80);
    expect(account.mostActive).toBe(3);
  });

  it('counts lookups together with the sends', async () => {
    const scripted = new ScriptedGateway();
    const options = { auth: PASSWORD_AUTH, maxConcurrency: 1, latency: 10 };
    const account = new ScriptedAccount(scripted, options);
    const sending = account.outcome();
    const asking = account.sms
      .lookup(reportsOf('/SMSApi/report/status', { uuid: '123' }))
      .catch(() => undefined);
    const paths = () => scripted.sends.map(({ path }) => path);
    await passTime(5);
    expect(paths()).toEqual(['/SMSApi/send']);
    await passTime(20);
    expect(paths()).toEqual(['/SMSApi/send', '/SMSApi/report/status']);
    expect(await sending).toBe('accepted');
    await asking;
  });

  it('makes room if a send fails, is aborted or invalid', async () => {
    const { sms, sends, texts } = holding({ maxConcurrency: 1 });
    const caller = new AbortController();
    const failed = errorOf(sms.send(message('fails')));
    const aborted = errorOf(sms.send(message('aborted'), { signal: caller.signal }));
    await errorOf(sms.send({ to: 'nobody', text: 'wrong' }));
    const last = outcomeOf(sms.send(message('last')));
    await settled();
    expect(texts()).toEqual(['fails']);
    sends[0]!.refuse();
    expect(await failed).toMatchObject({ outcome: 'not-sent' });
    await settled();
    caller.abort();
    sends[1]!.lose();
    expect(await aborted).toMatchObject({ outcome: 'unknown' });
    await settled();
    sends[2]!.accept();
    expect(await last).toMatchObject({ status: 'accepted' });
  });

  it('does not count a send that pauses before its retry', async () => {
    // The longest pause that it can draw.
    const random = jest.spyOn(Math, 'random').mockReturnValue(0.99);
    const retry = { attempts: 2, base: 10_000 };
    const { sms, sends, texts } = holding({ maxConcurrency: 1, retry });
    const caller = new AbortController();
    const paused = errorOf(sms.send(message('paused'), { signal: caller.signal }));
    await settled();
    sends[0]!.refuse();
    const next = sms.send(message('next'));
    await settled();
    sends[1]!.accept();
    await next;
    caller.abort();
    expect(await paused).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    expect(texts()).toEqual(['paused', 'next']);
    random.mockRestore();
  });
});

describe('a 429 with Retry-After', () => {
  it.each([
    ['our own pool', undefined],
    ['a dispatcher of the app', new Agent()],
  ])('holds the whole account, with %s', async (_what, dispatcher) => {
    const gateway = await ScriptedGateway.listen({
      send: () => ({ status: 429, headers: { 'Retry-After': '3000' } }),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, dispatcher });
    const throttled = await errorOf(sms.send(message('throttled')));
    expect(throttled).toMatchObject({ code: 'throttled', retryAfter: 3_000_000 });
    const held = await errorOf(sms.send(message('held')));
    expect(held).toMatchObject({ code: 'throttled', outcome: 'not-sent', retryable: true });
    expect(held.retryAfter).toBeGreaterThan(2_900_000);
    expect(held.retryAfter).toBeLessThanOrEqual(3_000_000);
    expect(gateway.texts).toEqual(['throttled']);
    await dispatcher?.close();
  });
});

describe('priority', () => {
  it.each([
    ['a turn', { maxConcurrency: 1 }],
    ['a connection, if there is no other limit', { maxConnections: 1 }],
  ])('high overtakes the sends of a big broadcast that wait for %s', async (_what, options) => {
    const { sms, texts, acceptAll } = holding(options);
    const many = { batchSize: 1, concurrency: 20 };
    const run = sms.broadcast({ text: 'news' }, counted(50, numberAt), many).finish();
    await settled();
    const code = sms.send(message('code'), { priority: 'high' });
    const later = sms.send(message('later'));
    await settled();
    acceptAll();
    await Promise.all([run, code, later]);
    expect(texts().indexOf('code')).toBe(1);
    // 20 of the broadcast were waiting when it came; what the run pulled later stands behind it.
    expect(texts().indexOf('later')).toBe(21);
  });
});

describe('rateLimit', () => {
  it('does not count a send that never left', async () => {
    const http = new HttpService(axios.create());
    let isBroken = true;
    http.axiosRef.interceptors.request.use((config) => {
      if (isBroken) throw new Error('broken');
      return config;
    });
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      http,
      rateLimit: { recipients: 1, perMs: HOUR },
    });
    expect(await errorOf(sms.send(message('broken')))).toMatchObject({ outcome: 'not-sent' });
    isBroken = false;
    expect(await outcomeOf(sms.send(message('next')))).toMatchObject({ status: 'accepted' });
  });

  it('counts the recipients of all sends of the account together', async () => {
    const { sms, sends } = accepting({ rateLimit: { recipients: 10, perMs: HOUR } });
    await sms.send({ to: [numberAt(0), numberAt(1)], text: 'one send' });
    await sms.sendMany(counted(3, messageAt)).finish();
    const caller = new AbortController();
    const { signal } = caller;
    const run = sms.broadcast({ text: 'Hello' }, counted(20, numberAt), { batchSize: 2, signal });
    const outcomes: string[] = [];
    for await (const { status } of run) {
      outcomes.push(status);
      if (outcomes.length === 2) caller.abort();
    }
    expect(outcomes).toEqual(['accepted', 'accepted', ...Array(8).fill('not-sent')]);
    expect(sends.flatMap(({ recipients }) => recipients)).toHaveLength(9);
  });

  it('and maxConcurrency apply to each account separately', async () => {
    const limits = { rateLimit: { recipients: 1, perMs: HOUR }, maxConcurrency: 1 };
    const accounts = [holding(limits), holding(limits)];
    const firsts = accounts.map(({ sms }) => sms.send(message('its first')));
    await settled();
    expect(accounts.map(({ texts }) => texts())).toEqual([['its first'], ['its first']]);
    for (const { acceptAll } of accounts) acceptAll();
    await Promise.all(firsts);
  });

  it('starts when the request is started, however long its connection took', async () => {
    const gateway = await ScriptedGateway.listen();
    const connect = buildConnector({});
    const called: number[] = [];
    const connected: number[] = [];
    const dispatcher = new Agent({
      connect: (options, callback) => {
        const delay = called.push(performance.now()) === 1 ? 300 : 0;
        const done: typeof callback = (...result) => {
          connected.push(performance.now());
          callback(...result);
        };
        setTimeout(() => connect(options, done), delay);
      },
    });
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      dispatcher,
      rateLimit: { recipients: 1, perMs: 200 },
    });
    await Promise.all([sms.send(message('slow')), sms.send(message('next'))]);
    await dispatcher.close();
    // The second was let through no sooner than a stretch after the first had its socket. One socket
    // serves both where the second came late enough to find it free.
    expect((called[1] ?? Infinity) - connected[0]!).toBeGreaterThanOrEqual(199);
    expect(gateway.texts).toEqual(['slow', 'next']);
  });

  describe('counts from a quarter of a window after a request', () => {
    const never = { send: () => new Promise<never>(() => undefined) };

    it.each<[what: string, start: number, Script]>([
      ['that was aborted', 625, never],
      ['that a proxy answered', 625, { send: () => ({ status: 503 }) }],
      ['that got the answer to another one', 625, { send: () => acceptance({ mobile: OTHER }) }],
      ['whose answer proves nothing', 625, { send: () => ({ body: { response: {} } }) }],
      ['but from its answer if there is one', 500, { send: () => rejection() }],
    ])('%s', async (_what, start, script) => {
      expect(await startOfSecond(script, sendOne)).toBe(start);
    });

    it('that was a lookup without an answer', async () => {
      expect(await startOfSecond(never, lookUp)).toBe(625);
    });
  });

  it('ends a wait at the total deadline, with nothing sent', async () => {
    const { sms, gateway: scripted } = onTestClock({ recipients: 1, perMs: HOUR }, 3000);
    await Promise.all([sms.send(message('first')), passTime(10)]);
    const waiting = [sms.send(message('second')), sms.send(message('third'))].map(errorOf);
    await passTime(3000);
    expect(await Promise.all(waiting)).toMatchObject([
      { code: 'timeout', outcome: 'not-sent' },
      { code: 'timeout', outcome: 'not-sent' },
    ]);
    expect(scripted.sends).toHaveLength(1);
  });

  it('lets a run wait for its turn beyond the total deadline', async () => {
    const { sms } = onTestClock({ recipients: 1, perMs: 1000 }, 2000);
    const runs = [
      sms.sendMany(counted(6, messageAt)).finish(),
      sms.broadcast({ text: 'Hello' }, counted(6, numberAt)).finish(),
    ];
    await passTime(20_000);
    expect(await Promise.all(runs)).toMatchObject([{ accepted: 6 }, { accepted: 6 }]);
  });

  it('counts the time of a run’s sends again after their turn came', async () => {
    const never = { send: () => new Promise<never>(() => undefined) };
    const { sms } = onTestClock({ recipients: 1, perMs: HOUR }, 500, never);
    const outcomes = outcomesOf(sms.sendMany([messageAt(0)]));
    await passTime(500);
    expect(await outcomes).toMatchObject([{ status: 'unknown', error: { code: 'timeout' } }]);
  });

  it('is asked again for each attempt', async () => {
    const throttled = { send: () => ({ status: 429 }) };
    const { sms, gateway: scripted } = onTestClock({ recipients: 1, perMs: HOUR }, 3000, throttled);
    const error = errorOf(sms.send(message('throttled')));
    await passTime(3000);
    expect(await error).toMatchObject({ code: 'timeout', outcome: 'not-sent' });
    expect(scripted.sends).toHaveLength(1);
  });
});
