import type { OnModuleInit } from '@nestjs/common';
import { isSame } from '../common/is-same.js';
import { setAccount, SmsMessageError } from '../errors/index.js';
import { smsChannels } from '../events/channels.js';
import { readCountable } from '../guard/send-limits.js';
import type { CheckedOtpOptions } from './check-otp-options.js';
import { OtpCodes, type OtpSubject } from './otp-codes.js';
import { OtpEntries } from './otp-entries.js';
import { SmsOtpLimitError } from './otp-errors.js';
import type { OtpParts } from './otp-parts.js';
import {
  SmsOtp,
  type SmsOtpDelivery,
  type SmsOtpRefusal,
  type SmsOtpResult,
  type SmsOtpStarted,
} from './sms-otp.js';

/** A challenge as it is stored, with times by the store's clock. */
interface Challenge {
  /** What its code is made from. */
  sealed: string;
  end: number;
  resendAt: number;
  checks: number;
  sends: number;
  used: boolean;
  /** The newest text that was accepted: its transaction, or its id in the queue. Kept for reports only. */
  sent?: string;
}

/** When a number had its starts, by the ids of their challenges. */
type Starts = Record<string, number>;

const NONE: Challenge = { sealed: '', end: 0, resendAt: 0, checks: 0, sends: 0, used: false };
const COUNTED = { perRecipient: { count: 1, perMs: 1 } };
const ID = /^[\w-]{22}$/;
/** How long an ended challenge is kept, so that `verify` can say that it has expired or was used. */
const KEPT = 600_000;
/** How many ended challenges the share of verified ones is taken from. */
const SAMPLE = 100;

/** The one-time passwords of an account. */
export class AccountOtp extends SmsOtp implements OnModuleInit {
  private readonly codes: OtpCodes;
  private readonly entries: OtpEntries;
  /** Whether each of the last challenges that ended was verified. */
  private ended: readonly boolean[] = [];

  constructor(
    private readonly account: string,
    private readonly options: CheckedOtpOptions,
    private readonly parts: OtpParts,
  ) {
    super();
    this.codes = new OtpCodes(options.keys, options.length);
    this.entries = new OtpEntries(account, options.store);
  }

  onModuleInit(): void {
    this.parts.check();
  }

  override async start(given: { to: string; purpose: string }): Promise<SmsOtpStarted> {
    const subject = this.readSubject(given);
    const { id, sealed } = this.codes.create(subject);
    try {
      await this.inStarts(subject.to, (starts, now) => this.countStart(starts, id, now));
      const started = await this.send(id, (challenge, now) => {
        Object.assign(challenge, { sealed, end: now + this.options.ttl, resendAt: now });
      });
      this.watch(id);
      return started;
    } catch (error) {
      await this.inStarts(subject.to, (starts) => delete starts[id]).catch(() => undefined);
      throw error;
    }
  }

  override async resend(id: string): Promise<SmsOtpStarted> {
    return this.send(id);
  }

  override async verify(given: {
    id: string;
    code: string;
    purpose: string;
  }): Promise<SmsOtpResult> {
    const { id, code, purpose } = given ?? {};
    const result = await this.change<SmsOtpResult>(id, (challenge, now) => {
      const right = this.open(id, challenge, now);
      if (typeof right === 'string') return refused(right);
      // Both are compared, so that the time reveals nothing.
      const isCode = isSame(
        typeof code === 'string' ? code.replaceAll(/\s/g, '') : code,
        right.code,
      );
      challenge.used = isSame(purpose, right.purpose) && isCode;
      challenge.checks += 1;
      if (challenge.used) return { ok: true, to: right.to };
      return refused('wrong', this.options.checks - challenge.checks);
    });
    smsChannels.otp.publish({
      account: this.account,
      result: result.ok ? 'verified' : result.reason,
    });
    return result;
  }

  override async status(id: string): Promise<SmsOtpDelivery | undefined> {
    const sent = await this.change(id, (challenge) => challenge.sent);
    const found = sent === undefined ? undefined : await this.parts.delivery(sent);
    if (!found) return undefined;
    const { state, code, cause, at } = found;
    return { state, code, cause, at };
  }

  /** Sends the code of a challenge, and gives the send back if it was definitely not sent. */
  private async send(
    id: string,
    create?: (challenge: Challenge, now: number) => void,
  ): Promise<SmsOtpStarted> {
    const { sends, cooldown } = this.options;
    const { to, code, key, left } = await this.change(id, (challenge, now) => {
      create?.(challenge, now);
      const opened = this.open(id, challenge, now);
      if (typeof opened === 'string') {
        throw this.invalid('id', `is of a challenge that has ended (${opened}). Start another one`);
      }
      if (challenge.sends >= sends) throw this.limit(`The code was sent ${sends} times`);
      const wait = challenge.resendAt - now;
      if (wait > 0) throw this.limit('The code was sent a moment ago', wait);
      challenge.sends += 1;
      challenge.resendAt = now + cooldown;
      return { ...opened, key: `otp:${id}:${challenge.sends}`, left: challenge.end - now };
    });
    const now = Date.now();
    try {
      const { outcome, sent } = await this.parts.send(to, code, left, key);
      smsChannels.otp.publish({ account: this.account, result: create ? 'started' : 'resent' });
      if (sent !== undefined && this.parts.reports) {
        // The code works without it.
        await this.change(id, (challenge) => void (challenge.sent = sent)).catch(() => undefined);
      }
      const expiresAt = Math.round(now + left);
      return { id, outcome, expiresAt, resendAt: now + cooldown };
    } catch (error) {
      await this.change(id, (challenge, later) => {
        challenge.sends -= 1;
        challenge.resendAt = later;
      }).catch(() => undefined);
      throw error;
    }
  }

  /** What a challenge is for, and its code; or why it has ended. */
  private open(id: string, challenge: Challenge, now: number) {
    const { checks, ttl } = this.options;
    const opened = this.codes.open(id, challenge.sealed);
    if (!opened) return 'unknown-id';
    if (challenge.used) return 'used';
    // Its end is further off than it can be if the store's clock went back.
    if (challenge.end <= now || challenge.end > now + 2 * ttl) return 'expired';
    return challenge.checks < checks ? opened : 'exhausted';
  }

  /** Changes a challenge. What cannot be an id is not given to the store. */
  private async change<Result>(
    id: unknown,
    step: (challenge: Challenge, now: number) => Result,
  ): Promise<Result> {
    if (typeof id !== 'string' || !ID.test(id)) return step({ ...NONE }, 0);
    return this.entries.change(`c:${id}`, this.options.ttl + KEPT, NONE, step);
  }

  /** Changes the starts of a number under its hashes by all keys: after a rotation, each may have only a part. */
  private async inStarts(
    to: string,
    step: (starts: Starts, now: number) => unknown,
  ): Promise<void> {
    for (const hash of this.codes.hashesOf(to)) {
      await this.entries.change(`n:${hash}`, this.options.perRecipient.perMs, {}, step);
    }
  }

  private countStart(starts: Starts, id: string, now: number): void {
    const { perMs, starts: most } = this.options.perRecipient;
    for (const [old, at] of Object.entries(starts)) {
      // A later time was counted before the store's clock went back.
      if (Math.abs(now - at) >= perMs) delete starts[old];
    }
    const times = Object.values(starts);
    if (times.length >= most) {
      throw this.limit(
        `The number has had ${most} codes in perRecipient.perMs`,
        Math.min(...times) + perMs - now,
      );
    }
    starts[id] = now;
  }

  /** Looks at a challenge after its end. Another process may have verified it, so it asks the store. */
  private watch(id: string): void {
    const { alertBelow, ttl } = this.options;
    if (alertBelow === undefined) return;
    const look = async (): Promise<void> => {
      const used = await this.change(id, (challenge) => challenge.used);
      this.ended = [...this.ended, used].slice(-SAMPLE);
      const share = this.ended.filter(Boolean).length / SAMPLE;
      if (this.ended.length < SAMPLE || share >= alertBelow) return;
      this.ended = [];
      this.parts.service.reportOtpLow(share);
    };
    setTimeout(() => void look().catch(() => undefined), ttl).unref();
  }

  private readSubject(given: { to: string; purpose: string }): OtpSubject {
    const { to, purpose } = given ?? {};
    // Several notations of one number must not count separately.
    const number = readCountable(this.parts.service.readRecipient, COUNTED)(to);
    if (typeof number !== 'string') throw this.invalid('to', number.issue);
    if (typeof purpose === 'string' && purpose !== '') return { to: number, purpose };
    throw this.invalid('purpose', "is missing. Provide what the code is for, for example 'login'");
  }

  private limit(problem: string, retryAfter?: number): SmsOtpLimitError {
    return new SmsOtpLimitError(problem, this.account, retryAfter && Math.ceil(retryAfter));
  }

  private invalid(path: string, message: string): SmsMessageError {
    const error = new SmsMessageError([{ path, message }]);
    setAccount(error, this.account);
    return error;
  }
}

function refused(reason: SmsOtpRefusal, checksLeft = 0): SmsOtpResult {
  return { ok: false, reason, checksLeft };
}
