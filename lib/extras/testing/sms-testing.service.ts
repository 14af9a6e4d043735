import { Injectable, Optional } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { CHECKED_BY } from '../../core/account/account-brand.js';
import type { SmsAccount } from '../../core/account/sms-account.js';
import type { SmsEvent } from '../../core/events/sms-event.js';
import type { SmsGatewayError } from '../../core/errors/index.js';
import type {
  SendOptions,
  SmsMessage,
  SmsReceipt,
  SmsSegments,
} from '../../core/message/sms-message.js';
import { readCredits, type SmsBalance } from '../../core/protocol/balance.js';
import type { SmsPlan, SmsPreview } from '../../core/message/sms-plan.js';
import type { SmsRun } from '../../core/runs/sms-run.js';
import { SmsService } from '../../core/sms.service.js';
import { DEFAULT_WAIT, LONGEST_TIMER } from '../../core/common/timers.js';
import { describeAll, describeInstead, describeQuery } from './describe-sms.js';
import { createMemoryAccount } from './memory-account.js';
import { MemoryGateway } from './memory-gateway.js';
import { Outbox } from './outbox.js';
import { planFailure, type SmsFailure, type SmsFailureOptions } from './planned-failure.js';
import type { FailedSms, SentSms, SmsRecord } from './sent-sms.js';
import {
  matches,
  readNumbers,
  readQuery,
  type SmsExpectOptions,
  type SmsQuery,
  type SmsWaitQuery,
  type Wanted,
} from './sms-query.js';
import { invalidCall, SmsTestingError } from './sms-testing-error.js';
import type { SmsTestingOptions } from './sms-testing.options.js';

/**
 * An `SmsService` for tests: it checks messages like the real one, sends nothing, and records what
 * would have been sent. It needs no network and no gateway, and works with any test runner.
 *
 * @example
 * const sms = new SmsTestingService();
 * const app = await Test.createTestingModule({ imports: [AppModule] })
 *   .overrideProvider(SmsService)
 *   .useValue(sms)
 *   .compile();
 * // ... make the app send ...
 * sms.expectSent({ to: '+44 7700 900123', text: /code/ });
 */
@Injectable()
export class SmsTestingService extends SmsService {
  readonly #gateway = new MemoryGateway();
  readonly #outbox = new Outbox();
  readonly #account: SmsAccount;

  /** @throws SmsConfigurationError if an option is invalid */
  constructor(@Optional() options: SmsTestingOptions = {}) {
    super();
    // Never closed, because tests may use one service for several apps in turn.
    this.#account = createMemoryAccount(options, this.#gateway, this.#outbox);
  }

  /** @internal */
  protected get [CHECKED_BY](): object {
    return this.#account;
  }

  override send(message: SmsMessage, options?: SendOptions): Promise<SmsReceipt> {
    return this.#account.send(message, options);
  }

  override sendMany(...args: Parameters<SmsService['sendMany']>): SmsRun {
    return this.#account.sendMany(...args);
  }

  override broadcast(...args: Parameters<SmsService['broadcast']>): SmsRun {
    return this.#account.broadcast(...args);
  }

  override get events$(): Observable<SmsEvent> {
    return this.#account.events$;
  }

  override balance(options?: Pick<SendOptions, 'signal'>): Promise<SmsBalance> {
    return this.#account.balance(options);
  }

  override plan(...args: Parameters<SmsService['plan']>): Promise<SmsPlan> {
    return this.#account.plan(...args);
  }

  override preview(...args: Parameters<SmsService['preview']>): Promise<SmsPreview> {
    return this.#account.preview(...args);
  }

  override estimate(text: string): SmsSegments {
    return this.#account.estimate(text);
  }

  /** The accepted sends, oldest first. A copy, which does not grow. */
  get sent(): readonly SentSms[] {
    return [...this.#outbox.sent];
  }

  /** The sends that the test made fail, or that `guard` or `quiet` refused, oldest first. */
  get failed(): readonly FailedSms[] {
    return [...this.#outbox.failed];
  }

  /** The messages that the option `reach` kept back, each to those recipients, oldest first. */
  get held(): readonly SmsRecord[] {
    return [...this.#outbox.held];
  }

  /**
   * The accepted sends that match, oldest first; empty if there are none.
   *
   * @throws SmsTestingError if the query is invalid
   */
  find(query: SmsQuery = {}): readonly SentSms[] {
    return this.#matching(this.#read(query, this.find));
  }

  /**
   * Checks that exactly one accepted send matches, or exactly `times`. So a test that
   * expects a code once fails if it goes out twice.
   *
   * @returns the send, for further checks; of several the newest, with `after` the first
   * @throws SmsTestingError if fewer or more match, saying what was sent
   */
  expectSent(query: SmsQuery = {}, options: SmsExpectOptions = {}): SentSms {
    const search = this.#read(query, this.expectSent);
    const { times = 1 } = options;
    if (!(times >= 1)) {
      throw invalidCall(this.expectSent, 'times must be at least 1; or use expectNothingSent');
    }
    const matching = this.#matching(search);
    const match = pick(matching, search);
    if (match && matching.length === times) return match;
    const what = describeQuery(search);
    throw new SmsTestingError(
      match
        ? `Expected ${times} ${times === 1 ? 'message' : 'messages'}${what}, but ${matching.length} ${matching.length === 1 ? 'was' : 'were'} sent:${describeAll(matching)}\nIf that is right, write expectSent(query, { times: ${matching.length} }). Call sms.clear() before each test that shares this service.`
        : `No message${what} was sent.\n${describeInstead(this.#outbox, search)}`,
      this.expectSent,
    );
  }

  /**
   * Checks that nothing matching was sent; by default, that nothing was sent at all. A send that failed
   * with `outcome: 'unknown'` counts, because it may have been sent.
   *
   * @throws SmsTestingError naming what was sent
   */
  expectNothingSent(query: SmsQuery = {}): void {
    const unwanted = this.#read(query, this.expectNothingSent);
    const arrivals = this.#mayHaveArrived(unwanted);
    if (arrivals.length === 0) return;
    throw new SmsTestingError(
      `Expected no message${describeQuery(unwanted)}, but ${arrivals.length} went out:${describeAll(arrivals)}\nCall sms.clear() before each test that shares this service.`,
      this.expectNothingSent,
    );
  }

  /**
   * Waits for an accepted send, for code that cannot be awaited. Returns the newest one if it is
   * already there. With `after`, returns the first later one.
   *
   * @throws SmsTestingError after `timeout` ms (default 4,000), saying what was sent instead
   */
  async waitFor(query: SmsWaitQuery = {}): Promise<SentSms> {
    return this.#wait(query, this.waitFor, false);
  }

  /**
   * Waits for a send with a one-time password in its text, and returns the password.
   *
   * @throws SmsTestingError like {@link waitFor}
   */
  async otp(query: Omit<SmsWaitQuery, 'text'> = {}): Promise<string> {
    const { otp } = await this.#wait(query, this.otp, true);
    return otp ?? '';
  }

  /**
   * The one-time password that was sent last to a number, for example by `SmsOtp.start`. Sends that failed with
   * `outcome: 'unknown'` count, because they may have arrived.
   *
   * @throws SmsTestingError if none was sent, saying what was sent instead
   */
  lastCode(to: string): string {
    const search = { ...this.#read({ to }, this.lastCode), withCode: true };
    const { otp } = this.#mayHaveArrived(search).at(-1) ?? {};
    if (otp) return otp;
    throw new SmsTestingError(
      `No message${describeQuery(search)} was sent.\n${describeInstead(this.#outbox, search)}`,
      this.lastCode,
    );
  }

  /**
   * Makes the next sends fail, after those already planned, with the error that the real service
   * throws. Invalid messages do not count as sends.
   *
   * @example
   * sms.failNext('rejected', { statusCode: '203', reason: 'Sender id is invalid' });
   * sms.failNext('unknown', 2); // the next two
   * @throws SmsTestingError if the failure or an option is invalid
   */
  failNext(
    failure: 'rejected',
    options?: number | Pick<SmsFailureOptions, 'count' | 'statusCode' | 'reason'>,
  ): this;
  failNext(
    failure: 'throttled',
    options?: number | Pick<SmsFailureOptions, 'count' | 'retryAfter'>,
  ): this;
  failNext(
    failure: 'not-sent' | 'unknown' | 'credentials-refused' | SmsGatewayError,
    options?: number | Pick<SmsFailureOptions, 'count'>,
  ): this;
  failNext(failure: SmsFailure, options: number | SmsFailureOptions = 1): this {
    this.#gateway.plan(planFailure(failure, options, this.failNext));
    return this;
  }

  /**
   * Makes the gateway reject these numbers. A send that also has other numbers lists them as `rejected`
   * in its receipt; a send to them only fails with an `SmsRejectedError`. Lasts until {@link clear}.
   */
  rejectNumbers(...numbers: string[]): this {
    const { readRecipient } = this.#account;
    this.#gateway.reject(readNumbers(numbers, readRecipient, this.rejectNumbers));
    return this;
  }

  /**
   * Sets what {@link balance} resolves with, until {@link clear}: a number, or digits with decimals as a gateway
   * writes them. Default `1000000`. Sends do not change it.
   *
   * @throws SmsTestingError if it is neither
   */
  setBalance(credits: string | number): this {
    const read = readCredits({ smsBalance: credits });
    if (read === undefined) {
      throw invalidCall(this.setBalance, "provide a number, or digits like '1234.50'");
    }
    this.#gateway.credits = read;
    return this;
  }

  /** Forgets what was sent, planned and set. Call it before each test that shares this service. */
  clear(): this {
    this.#outbox.clear();
    this.#gateway.clear();
    return this;
  }

  async #wait(query: SmsWaitQuery, caller: Function, withCode: boolean): Promise<SentSms> {
    const { timeout = DEFAULT_WAIT, ...rest } = query;
    const search = { ...this.#read(rest, caller), withCode };
    const longest = Math.min(timeout, LONGEST_TIMER);
    const match =
      pick(this.#matching(search), search) ??
      (await this.#outbox.next((sms) => matches(sms, search), longest));
    if (match) return match;
    throw new SmsTestingError(
      `No message${describeQuery(search)} was sent within ${timeout} ms.\n${describeInstead(this.#outbox, search)}`,
    );
  }

  #read(query: SmsQuery, caller: Function): Wanted {
    return readQuery(query, this.#account.readRecipient, caller);
  }

  /** The matching sends that were accepted or are unknown, oldest first. */
  #mayHaveArrived(search: Wanted): readonly (SentSms | FailedSms)[] {
    const { sent, failed } = this.#outbox;
    const doubtful = failed.filter(({ error }) => error.outcome === 'unknown');
    return [...sent, ...doubtful]
      .filter((sms) => matches(sms, search))
      .toSorted((oneSms, nextSms) => (oneSms.id < nextSms.id ? -1 : 1));
  }

  #matching(search: Wanted): readonly SentSms[] {
    return this.#outbox.sent.filter((sms) => matches(sms, search));
  }
}

function pick(candidates: readonly SentSms[], { after }: Wanted): SentSms | undefined {
  return after === undefined ? candidates.at(-1) : candidates[0];
}
