import { within } from '../common/promises.js';
import { SafeLogger } from '../events/safe-logger.js';
import { SmsOtpStoreError } from './otp-errors.js';
import type { SmsOtpStore } from './otp-store.js';

/** What a step makes of a stored value: `next` replaces it, null removes it, and without it nothing changes. */
export interface Step<State, Result> {
  readonly next?: State | null;
  readonly result: Result;
}

/** Longest wait for the store, in ms. */
const PATIENCE = 5000;
/** How often a step is tried again while others are faster: more often than they can be. */
const MOST_TURNS = 1000;

/** Takes steps in a store, which may fail or hang. */
export class OtpSteps {
  private readonly log = new SafeLogger('SmsGateway');

  constructor(
    private readonly account: string,
    private readonly store: SmsOtpStore,
  ) {}

  /**
   * Changes a stored value in one atomic step: again from the start if another process was faster.
   *
   * @throws SmsOtpStoreError if the store fails or does not answer
   */
  async change<State, Result>(
    key: string,
    ttl: number,
    step: (state: State | undefined, now: number) => Step<State, Result>,
  ): Promise<Result> {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const { value, now } = await this.ask(() => this.store.read(key));
      if (!Number.isFinite(now)) break;
      const { next, result } = step(value === undefined ? undefined : JSON.parse(value), now);
      if (next === undefined || (next === null && value === undefined)) return result;
      const after = next === null ? undefined : JSON.stringify(next);
      if (await this.ask(() => this.store.swap(key, value, after, ttl))) return result;
    }
    throw this.failed('returned no time, or never changed what it was asked to');
  }

  private async ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = await within(
        PATIENCE,
        work().then((value) => ({ value })),
      );
      if (done) return done.value;
    } catch (error) {
      throw this.failed('failed', error instanceof Error ? error.stack : undefined);
    }
    throw this.failed(`did not answer within ${PATIENCE} ms`);
  }

  private failed(how: string, stack?: string): SmsOtpStoreError {
    this.log.error(`[${this.account}] The store of one-time passwords ${how}`, stack);
    return new SmsOtpStoreError(this.account);
  }
}
