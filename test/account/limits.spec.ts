import { jest } from '@jest/globals';
import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { Agent, buildConnector } from 'undici';
import { counted, messageAt, numberAt, outcomesOf, settled } from '../runs/runs.js';
import type { SmsRateLimit } from '../../lib/index.js';
import { passTime, ScriptedAccount } from '../support/fake-account.js';
import { type Script, ScriptedGateway } from '../support/scripted-gateway.js';
import { HeldAnswers } from './held-answers.js';
import { errorOf, message, openAccount, outcomeOf, PASSWORD_AUTH } from '../support/account.js';

const HOUR = 3_600_000;

let answers: HeldAnswers;
let gateway: ScriptedGateway;

/** An account with a rate limit, in front of a gateway on a clock that only the test moves. */
function onTestClock(rateLimit: SmsRateLimit, total?: number, script: Script = {}) {
  const scripted = new ScriptedGateway(script);
  const options = { rateLimit, timeout: { total }, retry: { attempts: 3, base: 0 } };
  return { gateway: scripted, sms: new ScriptedAccount(scripted, options).sms };
}

beforeEach(async () => {
  answers = new HeldAnswers();
  gateway = await ScriptedGateway.listen(answers);
});

describe('maxConcurrency', () => {
  it('is never exceeded by all sends of the account together', async () => {
    const { sms } = await openAccount({ baseUrl: gateway.url, maxConcurrency: 3 });
    const all = Promise.all([
      ...counted(20, (index) => sms.send(messageAt(index))),
      sms.sendMany(counted(40, messageAt)).finish(),
      sms.broadcast({ text: 'Hello' }, counted(40, numberAt), { batchSize: 2 }).finish(),
    ]);
    await answers.holds(3);
    answers.answerAll();
    await all;
    expect(gateway.sends).toHaveLength(80);
    expect(answers.mostHeld).toBe(3);
  });

  it('applies to each account separately', async () => {
    const one = await openAccount({ baseUrl: gateway.url, maxConcurrency: 2 });
    const other = await openAccount({ baseUrl: gateway.url, maxConcurrency: 3 });
    const runs = [one, other].map(({ sms }) => sms.sendMany(counted(10, messageAt)).finish());
    await answers.holds(5);
    answers.answerAll();
    await Promise.all(runs);
    expect(answers.mostHeld).toBe(5);
  });

  it('counts lookups together with the sends', async () => {
    const scripted = new ScriptedGateway();
    const options = { auth: PASSWORD_AUTH, maxConcurrency: 1, latency: 10 };
    const account = new ScriptedAccount(scripted, options);
    const sending = account.outcome();
    const asking = account.sms.lookup('/SMSApi/report/status', '123').catch(() => undefined);
    const paths = () => scripted.sends.map(({ path }) => path);
    await passTime(5);
    expect(paths()).toEqual(['/SMSApi/send']);
    await passTime(20);
    expect(paths()).toEqual(['/SMSApi/send', '/SMSApi/report/status']);
    expect(await sending).toBe('accepted');
    await asking;
  });

  it('makes room if a send is rejected, aborted or invalid', async () => {
    const { sms } = await openAccount({ baseUrl: gateway.url, maxConcurrency: 1 });
    const caller = new AbortController();
    const rejected = errorOf(sms.send(message('rejected')));
    await answers.holds(1);
    const aborted = errorOf(sms.send(message('aborted'), { signal: caller.signal }));
    await errorOf(sms.send({ to: 'nobody', text: 'wrong' }));
    const last = outcomeOf(sms.send(message('last')));
    answers.held[0]!.reject();
    expect(await rejected).toMatchObject({ code: 'rejected' });
    await answers.holds(1);
    caller.abort();
    expect(await aborted).toMatchObject({ code: 'aborted', outcome: 'unknown' });
    answers.answerAll();
    expect(await last).toMatchObject({ status: 'accepted' });
  });

  it('does not count a send that pauses before its retry', async () => {
    // The longest pause that it can draw.
    const random = jest.spyOn(Math, 'random').mockReturnValue(0.99);
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      maxConcurrency: 1,
      retry: { attempts: 2, base: 10_000 },
    });
    const caller = new AbortController();
    const paused = errorOf(sms.send(message('paused'), { signal: caller.signal }));
    await answers.holds(1);
    answers.held[0]!.throttle();
    const next = sms.send(message('next'));
    await answers.holds(1);
    answers.held[0]!.accept();
    await next;
    caller.abort();
    expect(await paused).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    expect(gateway.texts).toEqual(['paused', 'next']);
    random.mockRestore();
  });
});

describe('a 429 with Retry-After', () => {
  it.each([
    ['our own pool', undefined],
    ['a dispatcher of the app', new Agent()],
  ])('holds the whole account, with %s', async (_what, dispatcher) => {
    const { sms } = await openAccount({ baseUrl: gateway.url, dispatcher, retry: { attempts: 1 } });
    const throttled = errorOf(sms.send(message('throttled')));
    await answers.holds(1);
    answers.held[0]!.throttle(3000);
    expect(await throttled).toMatchObject({ code: 'throttled', retryAfter: 3_000_000 });
    const held = await errorOf(sms.send(message('held')));
    expect(held).toMatchObject({ code: 'throttled', outcome: 'not-sent', retryable: true });
    expect(held.retryAfter).toBeGreaterThan(2_900_000);
    expect(held.retryAfter).toBeLessThanOrEqual(3_000_000);
    expect(gateway.texts).toEqual(['throttled']);
    await dispatcher?.close();
  });
});

describe('priority', () => {
  it('high overtakes the waiting sends of a big broadcast', async () => {
    const { sms } = await openAccount({ baseUrl: gateway.url, maxConcurrency: 1 });
    const run = sms.broadcast({ text: 'news' }, counted(50, numberAt), { batchSize: 1 }).finish();
    await answers.holds(1);
    const code = sms.send(message('code'), { priority: 'high' });
    const later = sms.send(message('later'));
    await settled();
    answers.answerAll();
    await Promise.all([run, code, later]);
    expect(gateway.texts.indexOf('code')).toBe(1);
    // 32 of the broadcast were waiting when it came; what the run pulled later stands behind it.
    expect(gateway.texts.indexOf('later')).toBeLessThan(40);
  });

  it('high overtakes sends that wait for a connection, if there is no other limit', async () => {
    const { sms } = await openAccount({ baseUrl: gateway.url, maxConnections: 1 });
    const options = { batchSize: 1, concurrency: 20 };
    const run = sms.broadcast({ text: 'news' }, counted(20, numberAt), options).finish();
    await answers.holds(1);
    const code = sms.send(message('code'), { priority: 'high' });
    await settled();
    answers.answerAll();
    await Promise.all([run, code]);
    expect(gateway.texts.indexOf('code')).toBe(1);
  });

  it('normal waits for its turn, but not for the end of the broadcast', async () => {
    const { sms } = await openAccount({ baseUrl: gateway.url, maxConcurrency: 1 });
    const options = { batchSize: 1, concurrency: 4 };
    const run = sms.broadcast({ text: 'news' }, counted(50, numberAt), options).finish();
    await answers.holds(1);
    const normal = sms.send(message('normal'));
    await settled();
    answers.answerAll();
    await Promise.all([run, normal]);
    expect(gateway.texts.indexOf('normal')).toBe(4);
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
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      http,
      rateLimit: { recipients: 1, perMs: HOUR },
    });
    expect(await errorOf(sms.send(message('broken')))).toMatchObject({ outcome: 'not-sent' });
    isBroken = false;
    answers.answerAll();
    expect(await outcomeOf(sms.send(message('next')))).toMatchObject({ status: 'accepted' });
  });

  it('counts the recipients of all sends of the account together', async () => {
    answers.answerAll();
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      rateLimit: { recipients: 10, perMs: HOUR },
    });
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
    const sent = gateway.sends.flatMap(({ fields }) => fields['mobile']!.split(','));
    expect(sent).toHaveLength(9);
  });

  it('applies to each account separately', async () => {
    answers.answerAll();
    const rateLimit = { recipients: 1, perMs: HOUR };
    for (let account = 0; account < 2; account += 1) {
      const { sms } = await openAccount({ baseUrl: gateway.url, rateLimit });
      await sms.send(message('its first'));
    }
    expect(gateway.sends).toHaveLength(2);
  });

  it('starts when the request is started, however long its connection took', async () => {
    answers.answerAll();
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
