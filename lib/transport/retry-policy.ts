import { SmsTransportError } from '../errors/index.js';
import type { SendScope } from './send-scope.js';

/** How often and after which pauses a send is retried. Times in ms. */
export interface RetryPolicyOptions {
  /** Attempts in all, the first one included. */
  readonly attempts: number;
  /** The longest first pause; it doubles with each retry. */
  readonly base: number;
  /** The longest pause. */
  readonly cap: number;
  /** The tokens that all sends share; see {@link RetryPolicy}. */
  readonly budget: number;
}

/** A retry: the number of the next attempt, the pause before it in ms, and what ended the last one. */
export interface Retry {
  readonly attempt: number;
  readonly pause: number;
  readonly error: unknown;
}

const RETRY_COST = 5;

/**
 * Decides what is retried: only what was definitely not sent.
 *
 * Retries share a budget of tokens, so that an outage does not multiply the load: each retry costs 5,
 * each answer returns 1, and without tokens nothing is retried.
 */
export class RetryPolicy {
  private tokens: number;

  /** @param random a number in [0, 1), for the jitter */
  constructor(
    readonly options: RetryPolicyOptions,
    readonly random: () => number = Math.random,
  ) {
    this.tokens = options.budget;
  }

  /**
   * Starts the attempts of one send or login.
   *
   * @param onRetry called before the pause of each retry
   */
  begin(scope: SendScope, onRetry?: (retry: Retry) => void): Attempts {
    return new Attempts(this, scope, onRetry);
  }

  /** Returns a token for an answer. */
  refund(): void {
    this.tokens = Math.min(this.options.budget, this.tokens + 1);
  }

  /** Takes the tokens for a retry, if there are enough. */
  take(): boolean {
    if (this.tokens < RETRY_COST) return false;
    this.tokens -= RETRY_COST;
    return true;
  }
}

/** The attempts of one send or login, and the only counter of them. */
export class Attempts {
  /** The number of the current attempt: 1 for the first one. */
  current = 1;
  private retries = 0;

  /** @internal */
  constructor(
    private readonly policy: RetryPolicy,
    private readonly scope: SendScope,
    private readonly onRetry: ((retry: Retry) => void) | undefined,
  ) {}

  /** Notes that the gateway accepted or rejected it. */
  answered(): void {
    this.policy.refund();
  }

  /**
   * Waits until the next attempt may be made.
   *
   * @param error what ended the last one
   * @param isHeld whether the account's gate makes the next attempt wait as long as the gateway asked
   * @throws that error if there must be no next attempt
   */
  async again(error: unknown, isHeld = false): Promise<void> {
    if (!this.mayRepeat(error)) throw error;
    const { options, random } = this.policy;
    const longest = Math.min(options.cap, options.base * 2 ** this.retries);
    const pause = isHeld ? 0 : Math.max(random() * longest, error.retryAfter ?? 0);
    // A pause beyond the deadline would only delay the same error.
    if (pause >= this.scope.remaining || !this.policy.take()) throw error;
    this.retries += 1;
    this.next(error, pause);
    if (pause > 0) await this.scope.pause(pause);
  }

  /**
   * Counts and reports a further attempt. Used by itself for one with other credentials, which is not
   * one of the retries that the policy allows.
   */
  next(error: unknown, pause = 0): void {
    this.current += 1;
    this.onRetry?.({ attempt: this.current, pause, error });
  }

  private mayRepeat(error: unknown): error is SmsTransportError {
    if (this.scope.ended || this.retries + 1 >= this.policy.options.attempts) return false;
    if (!(error instanceof SmsTransportError) || error.outcome !== 'not-sent') return false;
    // A send that waits for an open breaker would make its caller wait for a gateway that is down.
    return error.retryable && error.code !== 'breaker-open';
  }
}
