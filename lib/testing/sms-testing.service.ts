import { Injectable, Optional } from '@nestjs/common';
import type { SmsGatewayError } from '../errors/index.js';
import { SmsService } from '../sms.service.js';
import { describeAll, describeInstead, describeQuery } from './describe-sms.js';
import { findSms, fits, readNumbers, type ReadQuery } from './match-sms.js';
import { planFailure, type SmsFailure, type SmsFailureOptions } from './planned-failure.js';
import type { FailedSms, SentSms } from './sent-sms.js';
import {
  checkIsQuery,
  checkQuery,
  checkTimeout,
  type SmsQuery,
  type SmsWaitQuery,
} from './sms-query.js';
import { SmsTestingError } from './sms-testing-error.js';
import type { SmsTestingOptions } from './sms-testing.options.js';
import { TestingAccount } from './testing-account.js';

const DEFAULT_WAIT = 1_000;

/**
 * An `SmsService` for tests: it checks messages as the real one does, sends nothing, and remembers
 * what would have been sent. No socket, no options of a gateway, no test runner of its own.
 *
 * @example
 * const sms = new SmsTestingService();
 * const app = await Test.createTestingModule({ imports: [AppModule] })
 *   .overrideProvider(getSmsServiceToken())
 *   .useValue(sms)
 *   .compile();
 * // ... let the app send ...
 * sms.expectSent({ to: '+44 7700 900123', text: /code/ });
 */
@Injectable()
export class SmsTestingService extends SmsService {
  readonly #account: TestingAccount;

  /** @throws SmsConfigurationError where an option is wrong */
  constructor(@Optional() options: SmsTestingOptions = {}) {
    const account = new TestingAccount(options);
    super(account);
    this.#account = account;
  }

  /** The accepted sends, oldest first: a copy that does not grow. */
  get sent(): readonly SentSms[] {
    return [...this.#account.outbox.sent];
  }

  /** The sends that failed because the test wanted it so, oldest first. */
  get failed(): readonly FailedSms[] {
    return [...this.#account.outbox.failed];
  }

  /**
   * Finds an accepted send: the newest that fits, or with `after` the first later one.
   *
   * @returns it, for further looks
   * @throws SmsTestingError where none fits, saying what was sent instead, masked
   */
  expectSent(query: SmsQuery = {}): SentSms {
    const wanted = this.#read(query, 'expectSent', this.expectSent);
    const found = findSms(this.#account.outbox.sent, wanted);
    if (found) return found;
    throw new SmsTestingError(
      `No message${describeQuery(wanted)} was sent.\n${describeInstead(this.#account.outbox, wanted)}`,
      this.expectSent,
    );
  }

  /**
   * Makes sure that nothing was sent that fits; by default, that nothing was sent at all. A send that
   * failed with `outcome: 'unknown'` counts, as it may have been sent.
   *
   * @throws SmsTestingError naming what was sent, masked
   */
  expectNothingSent(query: SmsQuery = {}): void {
    const unwanted = this.#read(query, 'expectNothingSent', this.expectNothingSent);
    const { sent, failed } = this.#account.outbox;
    const doubtful = failed.filter(({ error }) => error.outcome === 'unknown');
    const found = [...sent, ...doubtful].filter((sms) => fits(sms, unwanted));
    if (found.length === 0) return;
    const inOrder = found.toSorted((left, right) => (left.id < right.id ? -1 : 1));
    throw new SmsTestingError(
      `No message${describeQuery(unwanted)} was to be sent, but ${found.length} went out:${describeAll(inOrder)}.\nThe texts are in sms.sent and sms.failed; sms.clear() before a test forgets those of the last one.`,
      this.expectNothingSent,
    );
  }

  /**
   * Waits for an accepted send, as where nothing tells when the app has sent it. One that is there
   * already counts (the newest), unless `after` names a send: then the first later one does.
   *
   * @throws SmsTestingError after 1,000 ms or `timeout` ms, saying what was sent instead, masked
   */
  async waitFor(query: SmsWaitQuery = {}): Promise<SentSms> {
    return this.#wait(query, 'waitFor', false);
  }

  /**
   * Waits likewise for a send with a one-time password in its text, and gives the password.
   *
   * @throws SmsTestingError as {@link waitFor} does
   */
  async otp(query: Omit<SmsWaitQuery, 'text'> = {}): Promise<string> {
    const { otp } = await this.#wait(query, 'otp', true);
    return otp ?? '';
  }

  /**
   * Lets the next sends fail, after those already planned, with the error that the real service
   * throws. Messages that are wrong do not count as sends.
   *
   * @example
   * sms.failNext('rejected', { statusCode: '203', reason: 'Sender id is invalid' });
   * sms.failNext('unknown', 2); // the next two
   * @throws SmsTestingError where something is given that is no failure, or has no such option
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
    this.#account.gateway.plan(planFailure(failure, options, this.failNext));
    return this;
  }

  /**
   * Lets the gateway take these numbers for invalid: a send to others too lists them as `rejected`
   * in its receipt, a send to them alone is an `SmsRejectedError`. Holds until {@link clear}.
   */
  rejectNumbers(...numbers: string[]): this {
    const { context, gateway } = this.#account;
    const { readRecipient } = context;
    gateway.reject(readNumbers(numbers, readRecipient, 'rejectNumbers', this.rejectNumbers));
    return this;
  }

  /** Forgets what was sent and what was planned: call it before each test that shares this service. */
  clear(): this {
    this.#account.outbox.clear();
    this.#account.gateway.clear();
    return this;
  }

  async #wait(query: SmsWaitQuery, asked: 'waitFor' | 'otp', withCode: boolean): Promise<SentSms> {
    checkIsQuery(query, asked, this[asked]);
    const { timeout = DEFAULT_WAIT, ...rest } = query;
    const wanted = { ...this.#read(rest, asked, this[asked]), withCode };
    checkTimeout(timeout, asked, this[asked]);
    const { outbox } = this.#account;
    const found =
      findSms(outbox.sent, wanted) ?? (await outbox.next((sms) => fits(sms, wanted), timeout));
    if (found) return found;
    const what = withCode ? 'one-time password' : 'message';
    throw new SmsTestingError(
      `No ${what}${describeQuery(wanted)} was sent within ${timeout} ms.\n${describeInstead(outbox, wanted)}`,
    );
  }

  #read(query: SmsQuery, asked: string, caller: Function): ReadQuery {
    checkQuery(query, asked, caller);
    const { to = [], ...rest } = query;
    const numbers = typeof to === 'string' ? [to] : to;
    const { readRecipient } = this.#account.context;
    return { ...rest, to: readNumbers(numbers, readRecipient, asked, caller) };
  }
}
