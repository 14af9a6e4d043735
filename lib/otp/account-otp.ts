import type { OnModuleInit } from '@nestjs/common';
import { isSame } from '../common/is-same.js';
import { setAccount, SmsMessageError } from '../errors/index.js';
import { smsChannels, type SmsOtpNote } from '../events/channels.js';
import { readCountable } from '../guard/send-limits.js';
import type { CheckedOtpOptions } from './check-otp-options.js';
import { OtpCodes } from './otp-codes.js';
import { OtpEntries } from './otp-entries.js';
import { SmsOtpLimitError } from './otp-errors.js';
import type { OtpSender } from './otp-sender.js';
import { SmsOtp, type SmsOtpDelivery, type SmsOtpResult, type SmsOtpStarted } from './sms-otp.js';

/** The record of a challenge before it starts. Times are in ms by the store's clock. */
const NONE = {
  /** What its code is made from, encrypted. */
  sealed: '',
  end: 0,
  resendAt: 0,
  checks: 0,
  sends: 0,
  used: false,
  /** The last text that was accepted: its transaction, or its id in the queue. Only `status` needs it. */
  sent: '',
};

type Challenge = typeof NONE;

/** The times at which challenges for a number were started, by the ids of the challenges. */
type Starts = Record<string, number>;

/** Makes `readCountable` check numbers strictly. The values do not matter. */
const COUNTED = { perRecipient: { count: 1, perMs: 1 } };
const ID = /^[\w-]{22}$/;
/** How long an ended challenge is kept, in ms, so that `verify` can say that it has expired or was used. */
const KEPT = 600_000;
/** How many ended challenges `alertBelow` is compared with. */
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
    private readonly sender: OtpSender,
  ) {
    super();
    this.codes = new OtpCodes(options.keys, options.length);
    this.entries = new OtpEntries(account, options.store);
  }

  onModuleInit(): void {
    this.sender.check();
  }

  override async start(given: { to: string; purpose: string }): Promise<SmsOtpStarted> {
    const { to, purpose } = this.readStart(given);
    const { id, sealed } = this.codes.create(to, purpose);
    try {
      await this.inStarts(to, (starts, now) => this.countStart(starts, id, now));
      const started = await this.send(id, (challenge, now) => {
        Object.assign(challenge, { sealed, end: now + this.options.ttl, resendAt: now });
      });
      this.watch(id);
      return started;
    } catch (error) {
      await this.inStarts(to, (starts) => delete starts[id]).catch(() => undefined);
      throw error;
    }
  }

  override async resend(id: string): Promise<SmsOtpStarted> {
    return this.send(id);
  }

  override async verify(given: Parameters<SmsOtp['verify']>[0]): Promise<SmsOtpResult> {
    const { id, code, purpose } = given ?? {};
    const typed = typeof code === 'string' ? code.replaceAll(/\s/g, '') : code;
    const result = await this.change<SmsOtpResult>(id, (challenge, now) => {
      const right = this.open(id, challenge, now);
      if (typeof right === 'string') return { ok: false, reason: right, checksLeft: 0 };
      // Both are always compared, so that the time taken reveals nothing.
      const isCode = isSame(typed, right.code);
      challenge.used = isSame(purpose, right.purpose) && isCode;
      challenge.checks += 1;
      if (challenge.used) return { ok: true, to: right.to };
      return { ok: false, reason: 'wrong', checksLeft: this.options.checks - challenge.checks };
    });
    this.note(result.ok ? 'verified' : result.reason);
    return result;
  }

  override async status(id: string): Promise<SmsOtpDelivery | undefined> {
    const sent = await this.change(id, (challenge) => challenge.sent);
    return sent === '' ? undefined : this.sender.delivery(sent);
  }

  /** Sends the code of a challenge. If it was definitely not sent, this send does not count. */
  private async send(
    id: string,
    create?: (challenge: Challenge, now: number) => void,
  ): Promise<SmsOtpStarted> {
    const { sends, cooldown } = this.options;
    const { text, left, count } = await this.change(id, (challenge, now) => {
      create?.(challenge, now);
      const opened = this.open(id, challenge, now);
      if (typeof opened === 'string') {
        throw this.invalid(
          'id',
          `belongs to a challenge that has ended (${opened}). Start another one`,
        );
      }
      const wait = challenge.resendAt - now;
      if (challenge.sends >= sends) throw this.limit(`The code was already sent ${sends} times`);
      if (wait > 0) throw this.limit('The code was sent a moment ago', wait);
      challenge.sends += 1;
      challenge.resendAt = now + cooldown;
      return { text: opened, left: Math.round(challenge.end - now), count: challenge.sends };
    });
    const now = Date.now();
    try {
      const { outcome, sent } = await this.sender.send(text, left, `otp:${id}:${count}`);
      this.note(create ? 'started' : 'resent');
      if (sent !== undefined && this.sender.reports) {
        // The code works without it.
        await this.change(id, (challenge) => void (challenge.sent = sent)).catch(() => undefined);
      }
      return { id, outcome, expiresAt: now + left, resendAt: now + cooldown };
    } catch (error) {
      await this.change(id, (challenge, later) => {
        challenge.sends -= 1;
        challenge.resendAt = later;
      }).catch(() => undefined);
      throw error;
    }
  }

  /** The number, purpose and code of a challenge; or why it has ended. */
  private open(id: string, challenge: Challenge, now: number) {
    const { checks, ttl } = this.options;
    const opened = this.codes.open(id, challenge.sealed);
    if (!opened) return 'unknown-id';
    if (challenge.used) return 'used';
    // An end this far in the future means that the store's clock was set back.
    if (challenge.end <= now || challenge.end > now + 2 * ttl) return 'expired';
    return challenge.checks < checks ? opened : 'exhausted';
  }

  /** Changes a challenge. A malformed id is not passed to the store. */
  private async change<T>(id: string, step: (challenge: Challenge, now: number) => T): Promise<T> {
    if (typeof id !== 'string' || !ID.test(id)) return step({ ...NONE }, 0);
    return this.entries.change(`c:${id}`, this.options.ttl + KEPT, NONE, step);
  }

  /** Changes the starts of a number under the hashes of all keys: after a rotation, each may have only some. */
  private async inStarts(to: string, step: (starts: Starts, now: number) => unknown) {
    for (const hash of this.codes.hashesOf(to)) {
      await this.entries.change(`n:${hash}`, this.options.perRecipient.perMs, {}, step);
    }
  }

  private countStart(starts: Starts, id: string, now: number): void {
    const { perRecipient } = this.options;
    for (const [old, at] of Object.entries(starts)) {
      // A time far in the future was stored before the store's clock was set back.
      if (Math.abs(now - at) >= perRecipient.perMs) delete starts[old];
    }
    const times = Object.values(starts);
    const wait = Math.min(...times) + perRecipient.perMs - now;
    if (times.length >= perRecipient.starts) {
      throw this.limit('The number has reached perRecipient', wait);
    }
    starts[id] = now;
  }

  /** Checks after its end whether a challenge was verified, in the store: another process may have verified it. */
  private watch(id: string): void {
    const { alertBelow, ttl } = this.options;
    if (alertBelow === undefined) return;
    const look = async (): Promise<void> => {
      const used = await this.change(id, (challenge) => challenge.used);
      this.ended = [...this.ended, used].slice(-SAMPLE);
      const share = this.ended.filter(Boolean).length / SAMPLE;
      if (this.ended.length < SAMPLE || share >= alertBelow) return;
      this.ended = [];
      this.sender.service.reportOtpLow(share);
    };
    setTimeout(() => void look().catch(() => undefined), ttl).unref();
  }

  private readStart({ to, purpose } = { to: '', purpose: '' }): { to: string; purpose: string } {
    // Several notations of one number must not count separately.
    const number = readCountable(this.sender.service.readRecipient, COUNTED)(to);
    if (typeof number !== 'string') throw this.invalid('to', number.issue);
    if (typeof purpose === 'string' && purpose !== '') return { to: number, purpose };
    throw this.invalid('purpose', "is missing. Provide what the code is for, for example 'login'");
  }

  private note(result: SmsOtpNote['result']): void {
    smsChannels.otp.publish({ account: this.account, result });
  }

  private limit(problem: string, wait?: number): SmsOtpLimitError {
    return new SmsOtpLimitError(problem, this.account, wait && Math.ceil(wait));
  }

  private invalid(path: string, message: string): SmsMessageError {
    const error = new SmsMessageError([{ path, message }]);
    setAccount(error, this.account);
    return error;
  }
}
