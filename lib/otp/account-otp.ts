import type { SendingService } from '../account/sending-service.js';
import { within } from '../common/promises.js';
import { setAccount, SmsGatewayError, SmsMessageError } from '../errors/index.js';
import { SafeLogger } from '../events/safe-logger.js';
import { readCountable } from '../guard/send-limits.js';
import type { SmsMessage } from '../message/sms-message.js';
import { deliveryOf, factOf } from '../queue/delivery-facts.js';
import type { SmsQueue } from '../queue/sms-queue.js';
import type { SmsReports } from '../reports/sms-reports.js';
import type { CheckedOtpOptions } from './check-otp-options.js';
import { isSame, type OpenedChallenge, OtpCodes } from './otp-codes.js';
import { OtpCounts } from './otp-counts.js';
import { SmsOtpLimitError, SmsOtpStoreError } from './otp-errors.js';
import { otpContent } from './otp-text.js';
import {
  SmsOtp,
  type SmsOtpDelivery,
  type SmsOtpRefusal,
  type SmsOtpResult,
  type SmsOtpStarted,
} from './sms-otp.js';

/** Where one-time passwords come from and where they go. */
export interface OtpParts {
  readonly account: string;
  readonly options: CheckedOtpOptions;
  readonly service: () => Pick<SendingService, 'send' | 'readRecipient'>;
  /** Undefined where codes are sent without a queue. */
  readonly queue: (() => Pick<SmsQueue, 'add' | 'deliveries'>) | undefined;
  /** Undefined without the module for reports. */
  readonly reports: () => Pick<SmsReports, 'lookup'> | undefined;
  readonly onLow: (share: number) => void;
}

/** A challenge as it is stored: what its code is made from, its counts, and times by the store's clock. */
interface Challenge {
  readonly data: string;
  readonly end: number;
  readonly resendAt: number;
  readonly checks: number;
  readonly sends: number;
  readonly used: boolean;
  /** The newest text that was accepted: its transaction, or its id in the queue. Kept for reports only. */
  readonly sent?: string | undefined;
}

/** What a step makes of a stored value: `next` replaces it, null removes it, and without it nothing changes. */
interface Step<State, Result> {
  readonly next?: State | null;
  readonly result: Result;
}

/** When a number had its starts, by their ids. */
type Starts = Record<string, number>;

type Ended = Exclude<SmsOtpRefusal, 'wrong'>;

/** How long an ended challenge is kept, so that `verify` can say that it has expired or was used. */
const KEPT = 600_000;
/** Longest wait for the store, in ms. */
const PATIENCE = 5000;
/** How often a step is tried again while others are faster: more often than they can be. */
const MOST_TURNS = 1000;
const ID = /^[\w-]{22}$/;
const COUNTED = { perRecipient: { count: 1, perMs: 1 } };

/** The one-time passwords of an account. */
export class AccountOtp extends SmsOtp {
  private readonly codes: OtpCodes;
  private readonly counts: OtpCounts;
  private readonly log = new SafeLogger('SmsGateway');

  constructor(private readonly parts: OtpParts) {
    super();
    const { account, onLow, options } = parts;
    this.codes = new OtpCodes(options.keys, options.length);
    const wasVerified = (id: string) =>
      this.change(`c:${id}`, KEPT, (challenge?: Challenge) => ({
        result: challenge?.used ?? false,
      }));
    this.counts = new OtpCounts(account, options.alertBelow, wasVerified, onLow);
  }

  override async start(given: { to: string; purpose: string }): Promise<SmsOtpStarted> {
    const { options } = this.parts;
    const to = this.readNumber(given?.to);
    const purpose = given.purpose;
    if (typeof purpose !== 'string' || purpose === '') {
      throw this.invalid(
        'purpose',
        "is missing. Provide what the code is for, for example 'login'",
      );
    }
    const { id, data, code } = this.codes.create({ to, purpose });
    await this.countStart(to, id);
    await this.change(`c:${id}`, options.ttl + KEPT, (_none: Challenge | undefined, now) => {
      const times = { end: now + options.ttl, resendAt: now + options.cooldown };
      return { next: { data, ...times, checks: 0, sends: 1, used: false }, result: undefined };
    });
    const started = await this.deliver(id, { to, purpose, code }, 1, options.ttl);
    this.counts.watch(id, options.ttl).catch(() => undefined);
    return started;
  }

  override async resend(id: string): Promise<SmsOtpStarted> {
    const { sends, cooldown } = this.parts.options;
    const step = await this.inChallenge(id, (challenge, opened, now) => {
      const wait = challenge.resendAt - now;
      if (challenge.sends >= sends) throw this.limit(`The code was sent ${sends} times`);
      if (wait > 0) throw this.limit('The code was sent a moment ago', Math.ceil(wait));
      const next = { ...challenge, sends: challenge.sends + 1, resendAt: now + cooldown };
      return { next, result: { opened, count: next.sends, left: challenge.end - now } };
    });
    if (typeof step !== 'string') return this.deliver(id, step.opened, step.count, step.left);
    throw this.invalid(
      'id',
      `is of a challenge that cannot be sent again (${step}). Start another one`,
    );
  }

  override async verify(given: {
    id: string;
    code: string;
    purpose: string;
  }): Promise<SmsOtpResult> {
    const code = asText(given?.code).replaceAll(/\s/g, '');
    const step = await this.inChallenge(given?.id, (challenge, opened) => {
      // Both are compared, so that the time says nothing.
      const isCode = isSame(code, opened.code);
      const used = isSame(asText(given.purpose), opened.purpose) && isCode;
      const next = { ...challenge, checks: challenge.checks + 1, used };
      return {
        next,
        result: { used, to: opened.to, left: this.parts.options.checks - next.checks },
      };
    });
    if (typeof step === 'string') return this.refused(step, 0);
    if (!step.used) return this.refused('wrong', step.left);
    this.counts.add('verified');
    return { ok: true, to: step.to };
  }

  override async status(id: string): Promise<SmsOtpDelivery | undefined> {
    if (!ID.test(asText(id))) return undefined;
    const { queue, reports: find } = this.parts;
    const { value } = await this.ask((store) => store.read(`c:${id}`));
    const { sent }: Challenge = value === undefined ? {} : JSON.parse(value);
    const reports = find();
    if (sent === undefined || !reports) return undefined;
    const found = queue
      ? (await queue().deliveries(sent))[0]
      : deliveryOf((await reports.lookup(sent)).map(factOf));
    if (!found) return undefined;
    const { state, code, cause, at } = found;
    return { state, code, cause, at };
  }

  /** Sends a code, and takes back what was counted for it if it was not sent. */
  private async deliver(
    id: string,
    { to, code }: OpenedChallenge,
    count: number,
    left: number,
  ): Promise<SmsOtpStarted> {
    const { options } = this.parts;
    const now = Date.now();
    let outcome: SmsOtpStarted['outcome'] = 'unknown';
    let sent: string | undefined;
    try {
      sent = await this.send(
        { to, ...otpContent(options, code, left) },
        `otp:${id}:${count}`,
        left,
      );
      outcome = this.parts.queue ? 'queued' : 'accepted';
    } catch (error) {
      if (!(error instanceof SmsGatewayError && error.outcome === 'unknown')) {
        await this.takeBack(id, to, count).catch(() => undefined);
        throw error;
      }
    }
    this.counts.add(count === 1 ? 'started' : 'resent');
    if (sent !== undefined && this.parts.reports())
      await this.note(id, sent).catch(() => undefined);
    return { id, outcome, expiresAt: Math.round(now + left), resendAt: now + options.cooldown };
  }

  /** @returns the id under which reports know it */
  private async send(message: SmsMessage, key: string, left: number): Promise<string | undefined> {
    const { queue, service } = this.parts;
    if (queue) {
      const expiresAfter = Math.max(1000, Math.floor(left));
      return (await queue().add(message, { key, expiresAfter, priority: 'high' })).id;
    }
    return (await service().send(message, { priority: 'high' })).transactionId;
  }

  /** Keeps what reports can be found by. Without it the code is as good. */
  private async note(id: string, sent: string): Promise<void> {
    const { ttl } = this.parts.options;
    await this.change(`c:${id}`, ttl + KEPT, (challenge: Challenge | undefined) => ({
      ...(challenge && { next: { ...challenge, sent } }),
      result: undefined,
    }));
  }

  /** Counts a start under the hashes by all keys: after a rotation, each of them may have seen only a part. */
  private async countStart(to: string, id: string): Promise<void> {
    const { starts, perMs } = this.parts.options.perRecipient;
    for (const hash of this.codes.hashesOf(to)) {
      const wait = await this.change(`n:${hash}`, perMs, (all: Starts = {}, now) => {
        // Later ones were counted before the store's clock went back.
        const recent = Object.entries(all).filter(([, at]) => Math.abs(now - at) < perMs);
        if (recent.length >= starts) {
          return { result: Math.min(...recent.map(([, at]) => at)) + perMs - now };
        }
        return { next: { ...Object.fromEntries(recent), [id]: now }, result: undefined };
      });
      if (wait === undefined) continue;
      await this.uncountStart(to, id);
      throw this.limit(`The number has had ${starts} codes in perRecipient.perMs`, Math.ceil(wait));
    }
  }

  private async uncountStart(to: string, id: string): Promise<void> {
    for (const hash of this.codes.hashesOf(to)) {
      await this.change(
        `n:${hash}`,
        this.parts.options.perRecipient.perMs,
        ({ [id]: own, ...next }: Starts = {}) => ({
          ...(own !== undefined && { next }),
          result: undefined,
        }),
      );
    }
  }

  private async takeBack(id: string, to: string, count: number): Promise<void> {
    await this.change(
      `c:${id}`,
      this.parts.options.ttl + KEPT,
      (challenge: Challenge | undefined, now) => {
        if (!challenge || count === 1) return { next: null, result: undefined };
        const next = { ...challenge, sends: challenge.sends - 1, resendAt: now };
        return { next, result: undefined };
      },
    );
    if (count === 1) await this.uncountStart(to, id);
  }

  /** Takes a step in a challenge that has not ended, or says why it has. */
  private async inChallenge<Result>(
    id: unknown,
    step: (challenge: Challenge, opened: OpenedChallenge, now: number) => Step<Challenge, Result>,
  ): Promise<Result | Ended> {
    if (typeof id !== 'string' || !ID.test(id)) return 'unknown-id';
    const { checks, ttl } = this.parts.options;
    return this.change<Challenge, Result | Ended>(`c:${id}`, ttl + KEPT, (challenge, now) => {
      const opened = challenge && this.codes.open(id, challenge.data);
      if (!opened) return { result: 'unknown-id' };
      if (challenge.used) return { result: 'used' };
      // Its end is further off than it can be if the store's clock went back.
      if (challenge.end <= now || challenge.end > now + 2 * ttl) return { result: 'expired' };
      if (challenge.checks >= checks) return { result: 'exhausted' };
      return step(challenge, opened, now);
    });
  }

  /** Changes a stored value in one atomic step: again from the start if another process was faster. */
  private async change<State, Result>(
    key: string,
    ttl: number,
    step: (state: State | undefined, now: number) => Step<State, Result>,
  ): Promise<Result> {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const { value, now } = await this.ask((store) => store.read(key));
      if (!Number.isFinite(now)) break;
      const { next, result } = step(value === undefined ? undefined : JSON.parse(value), now);
      if (next === undefined || (next === null && value === undefined)) return result;
      const after = next === null ? undefined : JSON.stringify(next);
      if (await this.ask((store) => store.swap(key, value, after, ttl))) return result;
    }
    throw this.failed('gave no time, or never changed what it was asked to');
  }

  /** Asks the store, which may fail or hang. */
  private async ask<T>(work: (store: CheckedOtpOptions['store']) => Promise<T>): Promise<T> {
    try {
      const done = await within(
        PATIENCE,
        work(this.parts.options.store).then((value) => ({ value })),
      );
      if (done) return done.value;
    } catch (error) {
      throw this.failed('failed', error instanceof Error ? error.stack : undefined);
    }
    throw this.failed(`did not answer within ${PATIENCE} ms`);
  }

  private failed(how: string, stack?: string): SmsOtpStoreError {
    const { account } = this.parts;
    this.log.error(`[${account}] The store of one-time passwords ${how}`, stack);
    return new SmsOtpStoreError(account);
  }

  private refused(reason: SmsOtpRefusal, checksLeft: number): SmsOtpResult {
    this.counts.add(reason);
    return { ok: false, reason, checksLeft };
  }

  private readNumber(to: unknown): string {
    // Several notations of one number must not count separately.
    const read = readCountable(this.parts.service().readRecipient, COUNTED)(to);
    if (typeof read === 'string') return read;
    throw this.invalid('to', read.issue);
  }

  private limit(problem: string, retryAfter?: number): SmsOtpLimitError {
    const advice =
      retryAfter === undefined ? 'Start another challenge.' : 'Try again after retryAfter.';
    return new SmsOtpLimitError(
      `${problem}. Nothing was sent. ${advice}`,
      this.parts.account,
      retryAfter,
    );
  }

  private invalid(path: string, message: string): SmsMessageError {
    const error = new SmsMessageError([{ path, message }]);
    setAccount(error, this.parts.account);
    return error;
  }
}

/** What is no text is no code either: an array of one code would become that code. */
function asText(given: unknown): string {
  return typeof given === 'string' ? given : '';
}
