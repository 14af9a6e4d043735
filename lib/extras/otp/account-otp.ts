import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { OnModuleInit } from '@nestjs/common';
import { isSame } from '../../core/common/is-same.js';
import { within } from '../../core/common/promises.js';
import { isObject, kindOf } from '../../core/common/value-checks.js';
import { setAccount, SmsMessageError } from '../../core/errors/index.js';
import { instrumented, type OtpResult } from '../../core/events/hook.js';
import { readCountable } from '../../core/limits/limits.js';
import { countryOf } from '../../core/message/calling-code.js';
import type { SmsMessage } from '../../core/message/sms-message.js';
import { wrongKind } from '../../core/options/schemas.js';
import type { CheckedOtpOptions } from './check-otp-options.js';
import { OtpCodes } from './otp-codes.js';
import { readTypedCode } from './typed-code.js';
import { OtpEntries, PATIENCE } from './otp-entries.js';
import { type SmsOtpLimit, SmsOtpLimitError, SmsOtpStoreError } from './otp-errors.js';
import type { OtpSender } from './otp-sender.js';
import { SmsOtp, type SmsOtpResult, type SmsOtpStarted } from './sms-otp.js';

/** The record of a challenge before it starts. Times are in ms, according to the store's clock. */
const NONE = {
  /** What its code is made from, encrypted. */
  sealed: '',
  end: 0,
  resendAt: 0,
  checks: 0,
  sends: 0,
  used: false,
  /** A random id of the last change, so that no two changes write the same value. */
  changeId: '',
};

type Challenge = typeof NONE;

/** The times at which challenges for a number were started, by the ids of the challenges. */
type Starts = Record<string, number>;

const ID = /^[\w-]{22}$/;
/** How long an ended challenge is kept, in ms, so that `verify` can say that it has expired or was used. */
const KEPT = 600_000;
/** A code that expires sooner, in ms, is not sent again: it could not be read and typed in time. */
const LEAST_LEFT = 30_000;

/** What to provide. */
const ADVICE: Readonly<Record<string, string>> = {
  id: 'the id that start returned',
  code: 'the code that the person entered, as a string',
  purpose: "what the code is for, for example 'login'",
};

/** The one-time passwords of an account. */
export class AccountOtp extends SmsOtp implements OnModuleInit {
  private readonly codes: OtpCodes;
  private readonly entries: OtpEntries;

  constructor(
    private readonly account: string,
    private readonly options: Omit<CheckedOtpOptions, 'androidHash' | 'message' | 'webOtp'>,
    private readonly sender: OtpSender,
  ) {
    super();
    this.codes = new OtpCodes(options.keys, options.length, account);
    this.entries = new OtpEntries(account, options.store);
  }

  /** Short, because it holds keys. */
  toJSON(): object {
    return { account: this.account };
  }

  [inspect.custom](): string {
    return `SmsOtp ${inspect(this.toJSON())}`;
  }

  async onModuleInit(): Promise<void> {
    this.sender.check();
    await this.entries.check();
  }

  override async start(request: { to: string; purpose: string }): Promise<SmsOtpStarted> {
    const { ttl } = this.options;
    this.needObject(request, '{ to, purpose }');
    const { to: number, purpose } = request ?? {};
    const to = this.readNumber('to', number);
    this.need({ purpose });
    const { id, sealed, code } = this.codes.create(to, purpose);
    const message = this.sender.messageOf({ to, code }, ttl);
    // Before anything is stored. Otherwise, anyone could fill the store without a message being sent.
    await this.sender.refuse(message);
    const until = performance.now() + PATIENCE;
    try {
      await this.inStarts(to, (starts, now) => this.countStart(starts, id, now), until);
      const begin = (challenge: Challenge, now: number): void => {
        const resendAt = now + this.options.cooldown;
        Object.assign(challenge, { sealed, end: now + ttl, resendAt, sends: 1 });
      };
      await this.change(id, begin, until);
      return await this.send(id, message, ttl, 'started');
    } catch (error) {
      const undone = Promise.allSettled([
        this.change(id, (challenge) => Object.assign(challenge, NONE)),
        this.inStarts(to, (starts) => delete starts[id]),
      ]);
      // By then, a store that hangs has used up its time.
      await within(
        error instanceof SmsOtpStoreError ? until - performance.now() : PATIENCE,
        undone,
      );
      throw error;
    }
  }

  /** If the code was definitely not sent, this send does not count. */
  override async resend(id: string): Promise<SmsOtpStarted> {
    this.need({ id });
    const { sends, cooldown } = this.options;
    const changeId = randomUUID();
    const { opened, timeLeft, before, resendAt } = await this.change(id, (challenge, now) => {
      const remaining = Math.round(challenge.end - now);
      const state = this.read(id, challenge, now);
      const current = typeof state === 'object' && remaining < LEAST_LEFT ? 'expired' : state;
      if (typeof current === 'string') {
        const problem = `belongs to a challenge whose code cannot be sent again (${current}). Start another one`;
        throw this.invalid([{ path: 'id', message: problem }]);
      }
      const old = challenge.resendAt;
      if (challenge.sends >= sends) {
        throw this.limit('sends', `The code was already sent ${sends} times`);
      }
      if (old > now) throw this.limit('cooldown', 'The code was sent a moment ago', old - now);
      challenge.sends += 1;
      challenge.changeId = changeId;
      challenge.resendAt = now + cooldown;
      return { opened: current, timeLeft: remaining, before: old, resendAt: challenge.resendAt };
    });
    try {
      return await this.send(id, this.sender.messageOf(opened, timeLeft), timeLeft, 'resent');
    } catch (error) {
      await this.change(id, (challenge) => {
        challenge.sends = Math.max(0, challenge.sends - 1);
        // Unless a later send has begun its own cooldown.
        if (challenge.resendAt === resendAt) challenge.resendAt = before;
      }).catch(() => undefined);
      throw error;
    }
  }

  override async verify(attempt: Parameters<SmsOtp['verify']>[0]): Promise<SmsOtpResult> {
    this.needObject(attempt, '{ id, code, purpose }');
    const { id, code, purpose } = attempt ?? {};
    this.need({ id, code, purpose });
    const typed = readTypedCode(code);
    const changeId = randomUUID();
    let sealed = '';
    const result = await this.change<SmsOtpResult>(id, (challenge, now) => {
      ({ sealed } = challenge);
      const right = this.read(id, challenge, now);
      if (typeof right === 'string') return { ok: false, reason: right, checksLeft: 0 };
      const checksLeft = this.options.checks - challenge.checks;
      // It cannot be right, so it reveals nothing about the code, and a typing mistake does not use up an
      // attempt.
      if (!/^[0-9]+$/.test(typed) || typed.length !== right.code.length) {
        return { ok: false, reason: 'wrong', checksLeft };
      }
      // Both are always compared, so that the time taken reveals nothing.
      const isCode = isSame(typed, right.code);
      challenge.used = isSame(purpose, right.purpose) && isCode;
      challenge.checks += 1;
      challenge.changeId = changeId;
      if (challenge.used) return { ok: true, to: right.to };
      return { ok: false, reason: 'wrong', checksLeft: checksLeft - 1 };
    });
    const reason = result.ok ? 'verified' : result.reason;
    this.report(reason, () => this.codes.read(id, sealed)?.to);
    return result;
  }

  override async forget(number: string): Promise<void> {
    const to = this.readNumber('number', number);
    const ids = new Set<string>();
    await this.inStarts(to, (starts) => Object.keys(starts).forEach((id) => ids.add(id)));
    // The starts last: if this fails halfway, the next call finds the challenges by them again.
    for (const id of ids) await this.change(id, (challenge) => Object.assign(challenge, NONE));
    await this.inStarts(to, (starts) => ids.forEach((id) => delete starts[id]));
  }

  private async send(
    id: string,
    message: SmsMessage & { readonly to: string },
    timeLeft: number,
    result: OtpResult,
  ): Promise<SmsOtpStarted> {
    const now = Date.now();
    const sent = await this.sender.send(message);
    this.report(result, () => message.to);
    return { id, ...sent, expiresAt: now + timeLeft, resendAt: now + this.options.cooldown };
  }

  /** @param numberOf called only if countries are counted */
  private report(result: OtpResult, numberOf: () => string | undefined): void {
    const { hook } = instrumented;
    hook?.otp(this.account, result, hook.countries ? countryOf(numberOf() ?? '') : undefined);
  }

  /** The number, purpose and code of a challenge; or why it has ended. */
  private read(id: string, challenge: Challenge, now: number) {
    const { checks, ttl } = this.options;
    const opened = this.codes.read(id, challenge.sealed);
    if (!opened) return 'unknown-id';
    if (challenge.used) return 'used';
    // An end this far in the future means that the store's clock was set back.
    if (challenge.end <= now || challenge.end > now + 2 * ttl) return 'expired';
    return challenge.checks < checks ? opened : 'exhausted';
  }

  /** Changes a challenge. A malformed id is not passed to the store. */
  private async change<T>(
    id: string,
    step: (challenge: Challenge, now: number) => T,
    until?: number,
  ): Promise<T> {
    if (!ID.test(id)) return step({ ...NONE }, 0);
    const key = `c:${this.account}:${id}`;
    return this.entries.change(key, this.options.ttl + KEPT, NONE, step, until);
  }

  /** Changes the starts of a number under the hashes of all keys: after a rotation, each may have only some. */
  private async inStarts(
    to: string,
    step: (starts: Starts, now: number) => unknown,
    until?: number,
  ): Promise<void> {
    const { perMs } = this.options.perRecipient;
    for (const hash of this.codes.hashesOf(to)) {
      await this.entries.change(`n:${this.account}:${hash}`, perMs, {}, step, until);
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
      throw this.limit('perRecipient', 'The number has reached the limit perRecipient', wait);
    }
    starts[id] = now;
  }

  private readNumber(path: string, value: string): string {
    // Several notations of one number must not count separately.
    const number = readCountable(this.sender.readRecipient)(value);
    if (typeof number !== 'string') throw this.invalid([{ path, message: number.issue }]);
    return number;
  }

  /** @throws SmsMessageError if it is something else, for example only the number */
  private needObject(argument: unknown, like: string): void {
    if (isObject(argument ?? {})) return;
    const message = `is ${kindOf(argument)}; use an object like ${like}`;
    throw this.invalid([{ path: 'argument', message }]);
  }

  /** @throws SmsMessageError naming what is missing or is not a string */
  private need(strings: Readonly<Record<string, unknown>>): void {
    const issues = Object.entries(strings)
      .filter(([path, value]) => typeof value !== 'string' || (path === 'purpose' && value === ''))
      .map(([path, value]) => ({
        path,
        message: wrongKind(value === '' ? undefined : value, ADVICE[path] ?? ''),
      }));
    if (issues.length > 0) throw this.invalid(issues);
  }

  private limit(limit: SmsOtpLimit, problem: string, wait?: number): SmsOtpLimitError {
    return new SmsOtpLimitError(limit, problem, this.account, wait && Math.ceil(wait));
  }

  private invalid(issues: ConstructorParameters<typeof SmsMessageError>[0]): SmsMessageError {
    const error = new SmsMessageError(issues, 'argument-invalid');
    setAccount(error, this.account);
    return error;
  }
}
