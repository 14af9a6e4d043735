import { jest } from '@jest/globals';
import type { SmsGatewayOptions, SmsReceipt } from '../../lib/index.js';
import { SendGate } from '../../lib/core/pipeline/send-gate.js';
import { Deadline } from '../../lib/core/deadline/deadline.js';
import { ACCEPTANCE, answer, REJECTION_BODY } from '../faults/answers.js';
import type { Conversation } from '../faults/conversation.js';
import { afterThisTest } from '../support/clean-up.js';
import { type HeldTimers, holdTimers } from '../support/clock.js';
import { RawGateway, type Script } from '../faults/raw-gateway.js';
import { errorOf, message, openAccount, outcomeOf, PAST_THE_TEST } from '../support/account.js';
import { eventually } from '../support/eventually.js';

const TEXT = 'a message with retries';

type Answer = (conversation: Conversation) => Promise<void> | void;

/** Answers the attempts of a send one after another, and repeats the last answer. */
function inTurn(...answers: readonly Answer[]): Script {
  let at = 0;
  return async (conversation) => {
    for (;;) {
      await conversation.readRequest();
      await answers[Math.min(at++, answers.length - 1)]!(conversation);
    }
  };
}

const say =
  (bytes: Buffer): Answer =>
  (conversation) =>
    conversation.write(bytes);
const reset: Answer = (conversation) => conversation.rst();
const silence: Answer = () => undefined;
const throttle = (retryAfter?: string): Answer =>
  say(answer('', { status: 429, headers: retryAfter ? { 'Retry-After': retryAfter } : {} }));
const yes = say(ACCEPTANCE);
const no = say(answer(REJECTION_BODY));
const failing = say(answer('', { status: 503 }));

async function withScript(script: Script, options: Partial<SmsGatewayOptions> = {}) {
  const gateway = await RawGateway.listen({ script });
  const app = await openAccount({
    baseUrl: gateway.url,
    retry: { attempts: 3, base: 0 },
    ...options,
  });
  return { gateway, sms: app.sms };
}

describe('what was definitely not sent', () => {
  it('is retried, and accepted if the gateway comes up in time', async () => {
    const { gateway, sms } = await withScript(inTurn(yes), {
      // Pauses are random between 0 and the base, so it takes many attempts to outlast the outage.
      retry: { attempts: 100, base: 20, cap: 20 },
    });
    gateway.shut();
    const pauses = watchPauses();
    const sending = sms.send(message(TEXT));
    await eventually(() => pauses.mock.calls.length > 0);
    await gateway.open();
    expect((await outcomeOf(sending)).status).toBe('accepted');
    expect(gateway.readWhole(TEXT)).toBe(1);
  });

  it.each([1, 2, 3, 5])('is attempted %i times in all', async (attempts) => {
    const { gateway, sms } = await withScript(inTurn(throttle()), { retry: { attempts, base: 0 } });
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ code: 'throttled' });
    expect(gateway.requests).toHaveLength(attempts);
  });

  it('ends with the last error, and can be sent again', async () => {
    const { gateway, sms } = await withScript(inTurn(yes));
    gateway.shut();
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({
      code: 'connection-failed',
      outcome: 'not-sent',
      retryable: true,
    });
  });

  it('is not retried if the gateway rejected it', async () => {
    const { gateway, sms } = await withScript(inTurn(no, yes));
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ code: 'rejected' });
    expect(gateway.requests).toHaveLength(1);
  });
});

describe('what may have been sent', () => {
  const after = [
    ['a reset', reset],
    ['a failing gateway', failing],
    ['an unclear answer', say(answer('<html>'))],
    ['a redirect', say(answer('', { status: 302 }))],
    ['an answer that does not come in time', silence],
  ] as const;

  it.each(
    after.flatMap(([what, first]) => [true, false].map((check) => [what, check, first] as const)),
  )('is never retried after %s, with duplicateCheck %s', async (_what, duplicateCheck, first) => {
    const { gateway, sms } = await withScript(inTurn(first, yes), { timeout: { attempt: 300 } });
    const timers = holdTimers();
    const sending = errorOf(sms.send({ ...message(TEXT), duplicateCheck }));
    await eventually(() => gateway.requests.length === 1);
    if (first === silence) await timers.pass(300);
    expect(await sending).toMatchObject({
      outcome: 'unknown',
      retryable: false,
    });
    expect(gateway.requests).toHaveLength(1);
  });

  it('and waits for a retry of what was not sent first ends as unknown', async () => {
    const { gateway, sms } = await withScript(inTurn(throttle(), reset, yes));
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ outcome: 'unknown' });
    expect(gateway.requests).toHaveLength(2);
  });
});

/** The pauses that sends make before retries. */
function watchPauses() {
  const pauses = jest.spyOn(Deadline.prototype, 'pause');
  afterThisTest(() => pauses.mockRestore());
  return pauses;
}

/** The times for which the account's sends are held, as the gateway asked. */
function watchHolds() {
  const holds = jest.spyOn(SendGate.prototype, 'hold');
  afterThisTest(() => holds.mockRestore());
  return holds;
}

/** For how long, in ms, the gate was held before the second attempt; the send must be accepted then. */
async function holdOf(sending: Promise<SmsReceipt>, timers: HeldTimers): Promise<number> {
  const holds = watchHolds();
  await eventually(() => holds.mock.calls.length === 1);
  const [ms] = holds.mock.calls[0]!;
  await timers.pass(ms - 1);
  expect(await Promise.race([sending, 'waiting'])).toBe('waiting');
  await timers.pass(1);
  expect((await outcomeOf(sending)).status).toBe('accepted');
  return ms;
}

describe('Retry-After', () => {
  it('in seconds is the shortest pause', async () => {
    const { sms } = await withScript(inTurn(throttle('5'), yes));
    const timers = holdTimers();
    expect(await holdOf(sms.send(message(TEXT)), timers)).toBe(5000);
  });

  it('as a date is the shortest pause', async () => {
    const timers = holdTimers();
    const date = new Date(Date.now() + 5000);
    const { sms } = await withScript(inTurn(throttle(date.toUTCString()), yes));
    // A date has whole seconds.
    expect(await holdOf(sms.send(message(TEXT)), timers)).toBe(5000 - date.getMilliseconds());
  });

  it.each([
    ['seconds', () => '3600', 3_600_000],
    ['a date', () => new Date(Date.now() + 3_600_000).toUTCString(), 3_600_000],
    ['more than a timer can hold', () => '999999999', 999_999_999_000],
    ['many years', () => '99999999999', 999_999_999_000],
  ])('of %s beyond the deadline fails at once, and is reported', async (_what, header, ms) => {
    const { gateway, sms } = await withScript(
      inTurn((conversation) => throttle(header())(conversation)),
      { timeout: { total: PAST_THE_TEST } },
    );
    const error = await errorOf(sms.send(message(TEXT)));
    expect(error).toMatchObject({ code: 'throttled', retryable: true });
    expect(error.retryAfter).toBeGreaterThan(ms - 10_000);
    expect(error.retryAfter).toBeLessThanOrEqual(ms);
    expect(gateway.requests).toHaveLength(1);
  });

  it.each(['', '-1', 'soon', '1e9', '2030-01-01'])(
    'that is invalid is ignored: %j',
    async (header) => {
      const { gateway, sms } = await withScript(inTurn(throttle(header), yes));
      expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('accepted');
      expect(gateway.requests).toHaveLength(2);
    },
  );
});

describe('the retry budget', () => {
  it('fills up as sends are answered', async () => {
    let well = false;
    const { gateway, sms } = await withScript(
      inTurn((conversation) => (well ? yes : throttle())(conversation)),
      { retry: { attempts: 2, base: 0, budget: 5 } },
    );
    await outcomeOf(sms.send(message('takes the budget')));
    await outcomeOf(sms.send(message('has none')));
    expect(gateway.requests).toHaveLength(3);
    well = true;
    for (let sent = 0; sent < 5; sent += 1) await sms.send(message(`message ${sent}`));
    well = false;
    await outcomeOf(sms.send(message('has one again')));
    expect(gateway.requests).toHaveLength(3 + 5 + 2);
  });
});
