import type { SmsGatewayError } from '../errors/index.js';
import { readFailure } from './failure.js';

/** How often and after which pauses a call is retried. Times in ms. */
export interface RetryPolicyOptions {
  /** Attempts in all, the first one included. */
  readonly attempts: number;
  /** The longest first pause; it doubles with each retry. */
  readonly base: number;
  /** The longest pause. */
  readonly cap: number;
  /** The points that all calls share; see {@link RetryPolicy}. */
  readonly budget: number;
}

const RETRY_COST = 5;

/**
 * Decides what is retried: only what was definitely not sent.
 *
 * Retries share a budget of points, so that an outage does not multiply the load: each retry costs 5,
 * each answer returns 1, and without points nothing is retried.
 */
export class RetryPolicy {
  private points: number;

  constructor(private readonly options: RetryPolicyOptions) {
    this.points = options.budget;
  }

  /** Returns a point for an answer. */
  refund(): void {
    this.points = Math.min(this.options.budget, this.points + 1);
  }

  /**
   * The pause before a call is retried, in ms; undefined if it must not be. Call {@link spend} if it is.
   *
   * @param retries how many of its attempts were retries
   * @param remaining ms until its deadline
   * @param isHeld whether the account's gate makes the next attempt wait as long as the gateway asked
   */
  pauseBefore(error: SmsGatewayError, retries: number, remaining: number, isHeld = false) {
    const { attempts, base, cap } = this.options;
    if (retries + 1 >= attempts || !readFailure(error).isRepeatable) return undefined;
    const longest = Math.min(cap, base * 2 ** retries);
    const pause = isHeld ? 0 : Math.max(Math.random() * longest, error.retryAfter ?? 0);
    // A pause beyond the deadline would only delay the same error.
    return pause >= remaining || this.points < RETRY_COST ? undefined : pause;
  }

  /** Takes the points of a retry. */
  spend(): void {
    this.points -= RETRY_COST;
  }
}
