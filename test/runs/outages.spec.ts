import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { FailoverAccount } from '../../lib/core/account/failover-account.js';
import type { SmsGatewayOptions, SmsOutcome, SmsRun, SmsService } from '../../lib/index.js';
import { TOKEN_AUTH } from '../support/account.js';
import { passTime } from '../support/fake-account.js';
import { LATENCY, OutageGateway, type Trouble } from './outage-gateway.js';
import { counted, countedLater, errorOf, messageAt, numberAt, outcomesOf } from './runs.js';

const MANY = 1000;
const CONCURRENCY = 32;
const OUTAGE = 2000;
/** The pauses of 100, 200, 400, 800 and 1,600 ms outlast it. */
const PROBES = 5;
const MOST_LOST = CONCURRENCY + PROBES;

const HTTP_503 = { status: 503 };
const HTTP_429 = { status: 429 };
const BREAKER = { breaker: { failures: 5, halfOpenAfter: 1000 } };
const TOKEN = { auth: TOKEN_AUTH };

const TROUBLES: [string, Trouble, Partial<SmsGatewayOptions>?][] = [
  ['refuses connections', 'refuses'],
  ['resets connections', 'resets'],
  ['answers sends with 503', { send: HTTP_503 }],
  ['answers sends with 429 and no Retry-After', { send: HTTP_429 }],
  [
    'answers sends with 429 and a Retry-After of 0',
    { send: { ...HTTP_429, headers: { 'Retry-After': '0' } } },
  ],
  ['refuses connections, and a breaker opens', 'refuses', BREAKER],
  ['refuses connections to its login', 'refuses', TOKEN],
  ['answers logins with 503', { login: HTTP_503 }, TOKEN],
  ['answers logins with 429', { login: HTTP_429 }, TOKEN],
  ['answers logins with a page of HTML', { login: { body: '<html>' } }, TOKEN],
];

/** Passes the time of an outage and of the run, until the run has ended. */
async function through<T>(run: PromiseLike<T>, step = 50): Promise<T> {
  const ended: T[] = [];
  void run.then((value) => ended.push(value));
  for (let passed = 0; passed < 600_000; passed += step) {
    await passTime(step);
    await setImmediate();
    if (ended.length > 0) break;
  }
  return ended[0] ?? Promise.reject(new Error('The run did not end'));
}

/** Lets a gateway have trouble for a while, from 200 ms on, or with a login from the start. */
function outageOf(gateway: OutageGateway, trouble: Trouble, ms = OUTAGE): void {
  const isLogin = gateway.logsIn;
  const begin = () => void (gateway.trouble = trouble);
  if (isLogin) begin();
  else setTimeout(begin, 200);
  setTimeout(() => void (gateway.trouble = undefined), isLogin ? ms : 200 + ms);
}

function lostOf(outcomes: readonly SmsOutcome[]): readonly SmsOutcome[] {
  return outcomes.filter(({ status }) => status !== 'accepted');
}

describe.each(TROUBLES)('a gateway that %s for two seconds', (_name, trouble, options = {}) => {
  it('costs a run only the sends in progress and a few more', async () => {
    const gateway = new OutageGateway(options);
    outageOf(gateway, trouble);
    const run = gateway.sms.sendMany(counted(MANY, messageAt), { concurrency: CONCURRENCY });
    const outcomes = await through(outcomesOf(run));
    expect(outcomes).toHaveLength(MANY);
    const lost = lostOf(outcomes).length;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(MOST_LOST);
    // Nothing is sent twice.
    expect(new Set(gateway.accepted).size).toBe(gateway.accepted.length);
    expect(gateway.accepted).toHaveLength(MANY - lost);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('costs a broadcast a few batches', async () => {
    const gateway = new OutageGateway(options);
    outageOf(gateway, trouble);
    const run = gateway.sms.broadcast({ text: 'hi' }, counted(MANY * 5, numberAt), {
      batchSize: 5,
      concurrency: CONCURRENCY,
    });
    const outcomes = await through(outcomesOf(run));
    expect(lostOf(outcomes).length).toBeLessThanOrEqual(MOST_LOST);
    const numbers = outcomes.flatMap(({ message }) => message.to);
    expect(numbers.toSorted()).toEqual([...counted(MANY * 5, numberAt)]);
  });
});

describe('an outage of a run', () => {
  it('ends with the first answer, and the run goes on at full speed', async () => {
    const gateway = new OutageGateway({ retry: { attempts: 1 } });
    outageOf(gateway, 'refuses');
    await through(gateway.sms.sendMany(counted(MANY, messageAt), { concurrency: CONCURRENCY }));
    const back = gateway.starts.find((at, index) => at - (gateway.starts[index - 1] ?? at) > 1000)!;
    const after = gateway.starts.filter((at) => at > back && at <= back + 10 * LATENCY);
    expect(after.length).toBeGreaterThan(8 * CONCURRENCY);
  });

  it('is tried by one send at a time, after pauses from retry.base to retry.cap', async () => {
    const retry = { attempts: 1, base: 100, cap: 400 };
    const gateway = new OutageGateway({ retry });
    gateway.trouble = { send: HTTP_503 };
    const caller = new AbortController();
    const options = { concurrency: CONCURRENCY, signal: caller.signal };
    const run = gateway.sms.sendMany(counted(MANY, messageAt), options).finish();
    await passTime(2000);
    caller.abort();
    const { unknown } = await run;
    // Those in progress fail together, which makes one pause and not one for each of them.
    const starts = gateway.starts.slice(CONCURRENCY - 1);
    const probes = starts.slice(1);
    const pauses = probes.map((at, index) => at - starts[index]! - LATENCY);
    expect(pauses).toEqual([100, 200, 400, 400, 400, 400]);
    expect(unknown).toBe(CONCURRENCY + probes.length);
  });

  it('is tried no earlier than an open breaker or a cool-down allows', async () => {
    for (const options of [
      { breaker: { failures: 1, halfOpenAfter: 5000 } },
      { auth: { ...TOKEN_AUTH, cooldown: 5000 } },
    ]) {
      const retry = { attempts: 1, base: 100, cap: 20_000 };
      const gateway = new OutageGateway({ ...options, retry });
      gateway.trouble = 'refuses';
      const run = gateway.sms.sendMany(counted(100, messageAt), { concurrency: 1 });
      const outcomes = outcomesOf(run);
      await passTime(4900);
      gateway.trouble = undefined;
      // The first one, and the one that learned how long to wait.
      expect(lostOf(await through(outcomes))).toHaveLength(2);
    }
  });

  it('that lasts longer than timeout.total no longer delays the run, so that it ends', async () => {
    const gateway = new OutageGateway({ timeout: { total: 5000 } });
    gateway.trouble = 'refuses';
    const run = gateway.sms.sendMany(counted(MANY, messageAt), { concurrency: CONCURRENCY });
    const outcomes: SmsOutcome[] = [];
    const loop = take(run, outcomes).then(() => true);
    await passTime(4900);
    expect(outcomes.length).toBeLessThan(MOST_LOST + PROBES);
    await through(loop);
    expect(outcomes).toHaveLength(MANY);
    expect(gateway.accepted).toEqual([]);
    expect(performance.now()).toBeLessThan(60_000);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is waited out even after an earlier one that lasted longer than timeout.total', async () => {
    const gateway = new OutageGateway({ timeout: { total: 1000 } });
    outageOf(gateway, { send: HTTP_503 }, 1100);
    setTimeout(() => void (gateway.trouble = 'refuses'), 1600);
    setTimeout(() => void (gateway.trouble = undefined), 2400);
    const run = gateway.sms.sendMany(counted(10 * MANY, messageAt), { concurrency: CONCURRENCY });
    const lost = lostOf(await through(outcomesOf(run)));
    const refused = lost.filter(({ status }) => status === 'not-sent');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(MOST_LOST);
  });

  it('hardly slows the run down if other sends are answered', async () => {
    const gateway = new OutageGateway();
    gateway.troubleOf = (text) => (text.endsWith('7') ? { send: HTTP_503 } : undefined);
    const begun = performance.now();
    const run = gateway.sms.sendMany(counted(MANY, messageAt), { concurrency: CONCURRENCY });
    expect(await through(run)).toMatchObject({ unknown: MANY / 10 });
    const usual = (MANY / CONCURRENCY) * LATENCY;
    expect(performance.now() - begun).toBeLessThan(2 * usual);
  });

  it('costs a run with a slow source a few sends', async () => {
    const gateway = new OutageGateway();
    outageOf(gateway, 'resets');
    const run = gateway.sms.sendMany(countedLater(MANY, messageAt), { concurrency: CONCURRENCY });
    expect(lostOf(await through(outcomesOf(run))).length).toBeLessThanOrEqual(MOST_LOST);
    expect(new Set(gateway.accepted).size).toBe(gateway.accepted.length);
  });

  it('reads no further ahead than before', async () => {
    const gateway = new OutageGateway();
    gateway.trouble = 'resets';
    let reads = 0;
    const caller = new AbortController();
    const options = { concurrency: CONCURRENCY, signal: caller.signal };
    const messages = counted(MANY, (index) => messageAt((reads = index)));
    const run = gateway.sms.sendMany(messages, options)[Symbol.asyncIterator]();
    for (let taken = 1; taken <= CONCURRENCY + 3; taken += 1) {
      const next = run.next();
      await passTime(1000);
      await next;
      expect(reads).toBeLessThanOrEqual(taken + CONCURRENCY);
    }
    await run.return?.();
  });
});

describe('an outage of both accounts of a failover', () => {
  const RETRY_LATER = { send: { ...HTTP_429, headers: { 'Retry-After': '2' } } };
  it.each([
    ['refuse connections', 'refuses'],
    ['answer with 429', { send: HTTP_429 }],
    ['answer with 429 and a Retry-After', RETRY_LATER],
  ] as const)('that %s costs its run a few sends', async (_name, trouble) => {
    const gateways = [new OutageGateway(), new OutageGateway()];
    for (const gateway of gateways) outageOf(gateway, trouble);
    const sms: SmsService = new FailoverAccount('pair', () => gateways.map((each) => each.sms));
    const run = sms.sendMany(counted(MANY, messageAt), { concurrency: CONCURRENCY });
    const lost = lostOf(await through(outcomesOf(run))).length;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(MOST_LOST);
    const accepted = gateways.flatMap((each) => each.accepted);
    expect(new Set(accepted).size).toBe(MANY - lost);
    expect(accepted).toHaveLength(MANY - lost);
  });
});

/** A run whose first sends fail, after which it waits for 20 s. */
function pausing(signal?: AbortSignal): [OutageGateway, SmsRun, SmsOutcome[]] {
  const gateway = new OutageGateway({ retry: { attempts: 1, base: 20_000 } });
  gateway.trouble = 'resets';
  return [gateway, gateway.sms.sendMany(counted(MANY, messageAt), { concurrency: 3, signal }), []];
}

/** Takes the outcomes of a run, also of one that fails in the end. */
async function take(run: SmsRun, outcomes: SmsOutcome[]): Promise<void> {
  for await (const outcome of run) outcomes.push(outcome);
}

describe('the pause of an outage', () => {
  it('ends with an abort, and so does the run', async () => {
    const caller = new AbortController();
    const [gateway, run, outcomes] = pausing(caller.signal);
    const ended = take(run, outcomes);
    await passTime(1000);
    caller.abort();
    await ended;
    expect(outcomes).toHaveLength(3);
    expect(gateway.starts).toHaveLength(3);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('does not delay the end of the app', async () => {
    const [gateway, run, outcomes] = pausing();
    const ended = take(run, outcomes);
    const failed = errorOf(ended);
    await passTime(1000);
    await gateway.close();
    expect(await failed).toMatchObject({ code: 'closed', outcome: 'unknown' });
    expect(outcomes).toHaveLength(3);
    expect(gateway.starts).toHaveLength(3);
  });

  it('ends when the loop is left, and what failed is in the tally', async () => {
    const [gateway, run] = pausing();
    for await (const _ of run) break;
    expect(await run).toMatchObject({ unknown: 3, 'not-sent': 0 });
    await passTime(30_000);
    expect(gateway.starts).toHaveLength(3);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is not caused by limits of the app, invalid messages or rejections', async () => {
    const gateway = new OutageGateway({ guard: { countries: ['IN'] } });
    gateway.trouble = { send: { body: { status: 'error', statusCode: '203', reason: 'No' } } };
    const kinds = [{ to: '+14155552671' }, { to: 'nobody' }, {}];
    const messages = counted(300, (index) => ({ ...messageAt(index), ...kinds[index % 3] }));
    const begun = performance.now();
    const run = gateway.sms.sendMany(messages, { concurrency: 1 });
    expect(await through(run)).toMatchObject({ 'not-sent': 300 });
    expect(performance.now() - begun).toBeLessThanOrEqual(100 * LATENCY + 100);
  });
});
