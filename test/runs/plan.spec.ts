import { jest } from '@jest/globals';
import {
  createSmsService,
  SmsService,
  type SmsGatewayOptions,
  type SmsReach,
  type SmsPlan,
} from '../../lib/index.js';
import { SmsTestingService } from '../../lib/extras/testing/index.js';
import { GatewaySimulator } from '../../simulator/index.js';
import { CapturedLog } from '../account/captured-log.js';
import { PASSWORD_AUTH } from '../support/account.js';
import { defineTemplate } from '../../lib/extras/templates/index.js';
import { openFailover } from '../account/failover-pair.js';
import { afterThisTest } from '../support/clean-up.js';
import { FakeAccount } from '../support/fake-account.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { counted, countedLater, errorOf, numberAt, settled } from './runs.js';

const TEXT = { text: 'Sale: −20 %' };
const OPTED_OUT = new Set(Array.from(counted(40, numberAt)).filter((_number, at) => at % 7 === 3));
const OTHERS = ['+447700900123', '+12124567890', '+393123456789', '12', 'x'];

/** Random options and input. */
function program(seed: number) {
  const below = random(seed);
  const reaches: readonly SmsReach[] = [
    'all',
    'none',
    { only: ['9190000000*', '1*'] },
    { redirectTo: numberAt(0) },
  ];
  const options: Partial<SmsGatewayOptions> = {
    reach: reaches[below(8)] ?? 'all',
    guard: {
      ...(below(2) && { countries: ['IN', 'US'] }),
      ...(below(2) && { optedOut: (numbers) => numbers.filter((each) => OPTED_OUT.has(each)) }),
    },
  };
  const input = Array.from({ length: below(50) }, () =>
    below(6) ? numberAt(below(40)) : (OTHERS[below(OTHERS.length)] ?? ''),
  );
  return { options, input, batch: { batchSize: 1 + below(30) } };
}

it('says what the broadcast then does, and what the gateway receives', async () => {
  const { userId, password } = PASSWORD_AUTH;
  const gateway = await GatewaySimulator.start({ userId, password });
  afterThisTest(() => gateway.close());
  const log = new CapturedLog().begin();
  for (const seed of counted(100, (index) => index)) {
    const { options, input, batch } = program(seed);
    const account = { baseUrl: gateway.url, auth: PASSWORD_AUTH };
    const sms = await createSmsService({ ...account, ...options });
    const events: unknown[] = [];
    sms.events$.subscribe((event) => events.push(event));
    log.lines.length = 0;
    const plan = await sms.plan(TEXT, input, batch);
    expect([...gateway.messages, ...gateway.refused, ...events, ...log.lines]).toEqual([]);
    const { recipients } = await sms.broadcast(TEXT, input, batch);
    await sms.close();
    const received = gateway.messages.flatMap(({ to }) => to);
    const refused = plan.refused.reduce((sum, each) => sum + each.recipients, 0);
    const inCountries = plan.countries.reduce((sum, each) => sum + each.recipients, 0);
    expect({ seed, ...plan }).toMatchObject({
      seed,
      recipients: recipients.accepted,
      held: recipients.held,
      requests: gateway.messages.length,
      totalSegments: received.length * plan.segments.count,
    });
    expect(gateway.refused).toEqual([]);
    expect(received).toHaveLength(plan.recipients);
    expect(plan.invalid + refused).toBe(recipients['not-sent']);
    expect(inCountries).toBe(plan.recipients);
    const read = plan.recipients + plan.held + plan.invalid + refused + plan.duplicates;
    expect(read).toBe(input.length);
    gateway.reset();
  }
});

describe('a plan', () => {
  it('names countries, the cheaper text, issues masked, and the time that rateLimit takes', async () => {
    const { sms } = new FakeAccount(undefined, { rateLimit: { recipients: 10, perMs: 1000 } });
    const input = ['+447700900123', ...counted(25, numberAt), '+12124567890', numberAt(24), '12'];
    const expected: Partial<SmsPlan> = {
      recipients: 27,
      requests: 3,
      duplicates: 1,
      invalid: 1,
      atLeast: 2000,
      countries: [
        { country: 'IN', recipients: 25 },
        { country: undefined, recipients: 1 },
        { country: 'US', recipients: 1 },
      ],
    };
    const plan = await sms.plan(TEXT, countedLaterOf(input));
    expect(plan).toMatchObject(expected);
    expect(plan.segments).toMatchObject({ count: 1, gsmText: 'Sale: -20 %' });
    expect(plan.issues).toEqual([{ index: 28, message: expect.stringContaining('2 digits') }]);
    expect(plan).not.toHaveProperty('retryAfter');
  });

  it('is refused as a broadcast is, and if nobody knows who opted out', async () => {
    const guard = { maxSegments: 1, optedOut: failing };
    const { sms } = new FakeAccount(undefined, { guard });
    const codes: [Promise<unknown>, string][] = [
      [sms.plan({ text: '' }, []), 'message-invalid'],
      [sms.plan({ text: 'a'.repeat(200) }, []), 'segments'],
      [sms.plan(TEXT, [], { batchSize: 0 }), 'argument-invalid'],
      [sms.plan(TEXT, [numberAt(1)]), 'opt-out-unknown'],
    ];
    for (const [work, code] of codes) expect(await errorOf(work)).toMatchObject({ code });
  });

  it('ends with the signal, though its source never answers, and closes the source', async () => {
    const { sms } = new FakeAccount();
    const aborting = new AbortController();
    let isClosed = false;
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => undefined),
        return: async () => ({ done: true, value: (isClosed = true) }) as never,
      }),
    };
    const error = errorOf(sms.plan(TEXT, source, { signal: aborting.signal }));
    aborting.abort();
    expect(await error).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    expect(isClosed).toBe(true);
  });

  it('ends when the account closes, and says that nothing was sent', async () => {
    const account = new FakeAccount();
    const endless = countedLater(Infinity, numberAt);
    const error = errorOf(account.sms.plan(TEXT, endless, { batchSize: 1 }));
    await settled();
    await account.close();
    expect(await error).toMatchObject({ code: 'closed', outcome: 'not-sent', account: 'default' });
    const later = errorOf(account.sms.plan({ text: '' }, []));
    expect(await later).toMatchObject({ code: 'closed', outcome: 'not-sent' });
  });

  it('has what a text that matches no template would log, and logs nothing', async () => {
    const known = [defineTemplate({ dltTemplateId: '1107160000000000009', text: 'A sale' })];
    const account = new FakeAccount(undefined, { templates: { known, unmatched: 'warn' } });
    const { sms } = account;
    const plan = await sms.plan({ text: 'hello' }, [numberAt(1)]);
    const message = expect.stringContaining('matches no registered template');
    expect(plan.issues).toEqual([{ index: -1, message }]);
    await sms.preview({ to: numberAt(1), text: 'hello' });
    expect(account.warnings).toEqual([]);
    await sms.broadcast({ text: 'hello' }, []);
    expect(account.warnings).toEqual([message]);
  });

  it('counts nothing, and keeps its batches within guard.perDay', async () => {
    const guard = { perDay: { recipients: 3 }, perRecipient: { count: 1, perMs: 60_000 } };
    const account = new FakeAccount((send) => send.accept(), { guard });
    const input = [...counted(3, numberAt)];
    const long = await account.sms.plan(TEXT, counted(7, numberAt));
    expect(long).toMatchObject({ recipients: 7, requests: 3 });
    expect(await account.sms.plan(TEXT, input)).toMatchObject({ recipients: 3, requests: 1 });
    expect(await account.sms.broadcast(TEXT, input)).toMatchObject({ accepted: 1 });
  });

  it('is made at any hour, and says when quiet hours end', async () => {
    const doNotFake = ['nextTick', 'queueMicrotask', 'setImmediate'] as const;
    jest.useFakeTimers({ now: Date.parse('2026-03-10T22:00:00Z'), doNotFake: [...doNotFake] });
    afterThisTest(() => jest.useRealTimers());
    const quiet = { from: '21:00', to: '23:00', timeZone: 'UTC' };
    const { sms } = new FakeAccount(undefined, { quiet });
    const retryAfter = 3_600_000;
    expect(await sms.plan(TEXT, [numberAt(1)])).toMatchObject({ recipients: 1, retryAfter });
    expect(await sms.preview({ to: numberAt(1) })).toMatchObject({ refused: [], retryAfter });
    const urgent = await sms.plan(TEXT, [numberAt(1)], { priority: 'high' });
    expect(urgent).not.toHaveProperty('retryAfter');
  });

  it('of a failover follows the first account, with the smallest batch', async () => {
    const gateways = [await ScriptedGateway.listen(), await ScriptedGateway.listen()] as const;
    const first = {
      guard: { countries: ['IN'] },
      defaults: { dltTemplateId: '1107160000000000009' },
    };
    const second = { rateLimit: { recipients: 3, perMs: 1000 } };
    const { sms } = await openFailover(gateways, first, second);
    const input = [...counted(7, numberAt), '+12124567890'];
    const expected = { recipients: 7, requests: 3, dltTemplateId: '1107160000000000009' };
    const plan = await sms.plan(TEXT, input);
    expect(plan).toMatchObject({ ...expected, refused: [{ code: 'country', recipients: 1 }] });
    expect(plan).not.toHaveProperty('atLeast');
    const preview = await sms.preview({ to: numberAt(1) });
    expect(preview).toMatchObject({ dltTemplateId: '1107160000000000009' });
    expect(gateways.flatMap(({ sends }) => sends)).toEqual([]);
  });

  it('lets other code run while it reads a long input', async () => {
    const { sms } = new FakeAccount();
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await sms.plan(TEXT, counted(20_000, numberAt));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });

  it('rejects in a class of the app’s own, and works in the testing kit', async () => {
    const Own = class extends SmsService {
      override send = fail;
      override sendMany = fail;
      override broadcast = fail;
      override estimate = fail;
    };
    const own = new Own();
    expect(await errorOf(own.plan(TEXT, []))).toMatchObject({ code: 'request-failed' });
    expect(await errorOf(own.preview({ to: '1' }))).toMatchObject({ code: 'request-failed' });
    const kit = new SmsTestingService({ guard: { countries: ['IN'] } });
    expect(await kit.plan(TEXT, OTHERS)).toMatchObject({
      invalid: 2,
      refused: [{ code: 'country', recipients: 3 }],
    });
    expect(await kit.preview({ to: numberAt(1) })).toMatchObject({ refused: [] });
    expect(kit.sent).toEqual([]);
  });
});

describe('a preview', () => {
  it('says what send would find, and counts nothing', async () => {
    const account = new FakeAccount((send) => send.accept(), {
      reach: { only: ['91*'] },
      guard: {
        countries: ['IN', 'US'],
        perRecipient: { count: 1, perMs: 1000 },
        optedOut: () => [numberAt(3)],
      },
    });
    const { sms } = account;
    const to = [`+${numberAt(1)}`, numberAt(3), '+447700900123', '+12124567890'];
    const expected = {
      recipients: [
        { number: numberAt(1), country: 'IN' },
        { number: numberAt(3), country: 'IN' },
        { number: '447700900123' },
        { number: '12124567890', country: 'US' },
      ],
      held: ['12124567890'],
      refused: [
        { code: 'country', recipients: ['447700900123'] },
        { code: 'opted-out', recipients: [numberAt(3)] },
      ],
    };
    expect(await sms.preview({ to })).toEqual(expected);
    const preview = await sms.preview({ to, text: 'hi' });
    expect(preview).toMatchObject({ ...expected, segments: { count: 1 } });
    await sms.send({ to: numberAt(1), text: 'hi' });
    expect(account.sends).toHaveLength(1);
  });

  it('throws only for what makes a message invalid', async () => {
    const { sms } = new FakeAccount(undefined, {
      guard: { maxSegments: 1, optedOut: failing },
    });
    const to = numberAt(1);
    expect(await errorOf(sms.preview({ to: '12' }))).toMatchObject({ code: 'message-invalid' });
    expect(await errorOf(sms.preview({ to, text: '' }))).toMatchObject({ code: 'message-invalid' });
    expect((await sms.preview({ to, text: 'a'.repeat(200) })).refused).toEqual([
      { code: 'segments', recipients: [to] },
    ]);
    expect((await sms.preview({ to })).refused).toEqual([
      { code: 'opt-out-unknown', recipients: [to] },
    ]);
  });
});

function failing(): Promise<never> {
  return Promise.reject(new Error());
}

function fail(): never {
  throw new Error('not expected');
}

async function* countedLaterOf(input: readonly string[]): AsyncGenerator<string, void> {
  yield* countedLater(input.length, (index) => input[index] ?? '');
}

/** Whole numbers below a limit, the same ones for the same seed. */
function random(seed: number): (limit: number) => number {
  let state = seed + 1;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor(state / 7) % limit;
  };
}
