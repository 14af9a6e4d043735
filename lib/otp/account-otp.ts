import type { OnModuleInit } from '@nestjs/common';
import type { SendingService } from '../account/sending-service.js';
import { setAccount, SmsGatewayError, SmsMessageError } from '../errors/index.js';
import { readCountable } from '../guard/send-limits.js';
import type { SmsMessage } from '../message/sms-message.js';
import { deliveryOf, factOf } from '../queue/delivery-facts.js';
import type { SmsQueue } from '../queue/sms-queue.js';
import type { SmsReports } from '../reports/sms-reports.js';
import type { CheckedOtpOptions } from './check-otp-options.js';
import { isSame, type OpenedChallenge, OtpCodes } from './otp-codes.js';
import { OtpCounts } from './otp-counts.js';
import { SmsOtpLimitError } from './otp-errors.js';
import { OtpSteps, type Step } from './otp-steps.js';
import { otpContent } from './otp-text.js';
import {
  SmsOtp,
  type SmsOtpDelivery,
  type SmsOtpRefusal,
  type SmsOtpResult,
  type SmsOtpStarted,
} from './sms-otp.js';

/** What one-time passwords work with. The account, the queue and the reports exist once the app starts. */
export interface OtpParts {
  readonly account: string;
  readonly options: CheckedOtpOptions;
  readonly service: Pick<SendingService, 'send' | 'readRecipient'>;
  /** Undefined where codes are sent without a queue. */
  readonly queue: Pick<SmsQueue, 'add' | 'deliveries'> | undefined;
  /** Undefined without the module for reports. */
  readonly reports: Pick<SmsReports, 'lookup'> | undefined;
  /** Reports that few of the last challenges were verified. */
  onLow(share: number): void;
  /** @throws SmsConfigurationError if something is missing or wrong */
  check(): void;
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

/** When a number had its starts, by their ids. */
type Starts = Record<string, number>;

type Ended = Exclude<SmsOtpRefusal, 'wrong'>;

/** How long an ended challenge is kept, so that `verify` can say that it has expired or was used. */
const KEPT = 600_000;
const ID = /^[\w-]{22}$/;
const COUNTED = { perRecipient: { count: 1, perMs: 1 } };

/** The one-time passwords of an account. */
export class AccountOtp extends SmsOtp implements OnModuleInit {
  private readonly codes: OtpCodes;
  private readonly counts: OtpCounts;
  private readonly steps: OtpSteps;

  constructor(private readonly parts: OtpParts) {
    super();
    const { account, options } = parts;
    this.steps = new OtpSteps(account, options.store);
    this.codes = new OtpCodes(options.keys, options.length);
    const wasVerified = (id: string) =>
      this.steps.change(`c:${id}`, KEPT, (challenge?: Challenge) => ({
        result: challenge?.used ?? false,
      }));
    this.counts = new OtpCounts(account, options.alertBelow, wasVerified, (share) =>
      parts.onLow(share),
    );
  }

  onModuleInit(): void {
    this.parts.check();
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
    await this.steps.change(`c:${id}`, options.ttl + KEPT, (_none: Challenge | undefined, now) => {
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
      // Both are compared, so that the time reveals nothing.
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
    const { queue, reports } = this.parts;
    const sent = await this.steps.change(`c:${id}`, KEPT, (challenge?: Challenge) => ({
      result: challenge?.sent,
    }));
    if (sent === undefined || !reports) return undefined;
    const found = queue
      ? (await queue.deliveries(sent))[0]
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
    if (sent !== undefined && this.parts.reports) await this.note(id, sent).catch(() => undefined);
    return { id, outcome, expiresAt: Math.round(now + left), resendAt: now + options.cooldown };
  }

  /** @returns the id under which reports know it */
  private async send(message: SmsMessage, key: string, left: number): Promise<string | undefined> {
    const { queue, service } = this.parts;
    if (queue) {
      const expiresAfter = Math.max(1000, Math.floor(left));
      return (await queue.add(message, { key, expiresAfter, priority: 'high' })).id;
    }
    return (await service.send(message, { priority: 'high' })).transactionId;
  }

  /** Keeps what reports can be found by. The code works without it. */
  private async note(id: string, sent: string): Promise<void> {
    const { ttl } = this.parts.options;
    await this.steps.change(`c:${id}`, ttl + KEPT, (challenge: Challenge | undefined) => ({
      ...(challenge && { next: { ...challenge, sent } }),
      result: undefined,
    }));
  }

  /** Counts a start under the hashes by all keys: after a rotation, each of them may have seen only a part. */
  private async countStart(to: string, id: string): Promise<void> {
    const { starts, perMs } = this.parts.options.perRecipient;
    for (const hash of this.codes.hashesOf(to)) {
      const wait = await this.steps.change(`n:${hash}`, perMs, (all: Starts = {}, now) => {
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
      await this.steps.change(
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
    await this.steps.change(
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
    return this.steps.change<Challenge, Result | Ended>(`c:${id}`, ttl + KEPT, (challenge, now) => {
      const opened = challenge && this.codes.open(id, challenge.data);
      if (!opened) return { result: 'unknown-id' };
      if (challenge.used) return { result: 'used' };
      // Its end is further off than it can be if the store's clock went back.
      if (challenge.end <= now || challenge.end > now + 2 * ttl) return { result: 'expired' };
      if (challenge.checks >= checks) return { result: 'exhausted' };
      return step(challenge, opened, now);
    });
  }

  private refused(reason: SmsOtpRefusal, checksLeft: number): SmsOtpResult {
    this.counts.add(reason);
    return { ok: false, reason, checksLeft };
  }

  private readNumber(to: unknown): string {
    // Several notations of one number must not count separately.
    const read = readCountable(this.parts.service.readRecipient, COUNTED)(to);
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

/** Only a string can be a code: an array with one code would otherwise become that code. */
function asText(given: unknown): string {
  return typeof given === 'string' ? given : '';
}
