import { memberOf } from '../../core/common/members.js';
import { within } from '../../core/common/promises.js';
import { setAccount, SmsConfigurationError, SmsGatewayError } from '../../core/errors/index.js';
import { endFault, logFault } from '../../core/logging/log-fault.js';
import { SmsOtpStoreError } from './otp-errors.js';
import { changeRecord } from '../records/change-record.js';
import type { RecordStore } from '../records/record-store.js';
import { readStoreFailure } from '../records/store-failure.js';

/** Longest wait for the store, in ms. */
export const PATIENCE = 5000;

/** What the log calls the store. */
const NAME = 'The store of one-time passwords';
const NO_ANSWER = `did not answer within ${PATIENCE / 1000} s`;

/** The entries of a store, which may fail or hang. */
export class OtpEntries {
  constructor(
    private readonly account: string,
    private readonly store: RecordStore,
  ) {}

  /**
   * Reads once. A store that is down may come back, so only a problem that will stay is an error.
   *
   * @throws SmsConfigurationError if the store cannot work, for example because its table is missing
   */
  async check(): Promise<void> {
    try {
      await this.change('start', 1, null, () => undefined);
    } catch (error) {
      if (error instanceof SmsConfigurationError) throw error;
    }
  }

  /**
   * Changes an entry in one atomic step. Once the step has timed out, it no longer changes anything.
   *
   * @param ttl ms until the entry expires. One that is equal to `none` expires at once
   * @param none the entry if there is none yet
   * @param step changes a copy of the entry. It is called again if another process changed the entry first.
   *   If it throws, nothing changes; an `SmsGatewayError` is passed on
   * @param end until when to wait for the store, by `performance.now()`
   * @throws SmsOtpStoreError if the store fails, or does not answer in time
   */
  async change<Entry, Result>(
    key: string,
    ttl: number,
    none: Entry,
    step: (entry: Entry, now: number) => Result,
    end = performance.now() + PATIENCE,
  ): Promise<Result> {
    const empty = JSON.stringify(none);
    const abandoned = new AbortController();
    const { signal } = abandoned;
    let tried: { readonly after: string; readonly result: Result } | undefined;
    const attempt = async (): Promise<{ result: Result } | undefined> => {
      const { value, now } = await this.store.read(key);
      signal.throwIfAborted();
      // An earlier swap took effect, but its answer was lost: clients such as ioredis repeat it, and the repeat fails.
      if (tried && value === tried.after) return tried;
      if (!Number.isFinite(now)) throw new TypeError('The store returned no time');
      const before = value ?? empty;
      const entry: Entry = JSON.parse(before);
      const result = step(entry, now);
      const after = JSON.stringify(entry);
      if (after === before) return { result };
      // The store read its clock before this moment, so `until` passes there before the step times out here.
      const until = now + end - performance.now();
      tried = { after, result };
      const done = await this.store.swap(key, value, after, after === empty ? 1 : ttl, until);
      return done ? { result } : undefined;
    };
    try {
      const answer = await within(end - performance.now(), changeRecord(attempt, signal));
      if (!answer) throw new Error(NO_ANSWER);
      endFault(this.store, NAME);
      return answer.result;
    } catch (error) {
      if (error instanceof SmsGatewayError) {
        setAccount(error, this.account);
        throw error;
      }
      logFault(this.account, [], this.store, NAME, error);
      throw new SmsOtpStoreError(this.account, problemOf(error));
    } finally {
      abandoned.abort();
    }
  }
}

function problemOf(error: unknown): string {
  if (memberOf(error, 'message') === NO_ANSWER) return NO_ANSWER;
  return ['failed', readStoreFailure(error).text].filter(Boolean).join(': ');
}
