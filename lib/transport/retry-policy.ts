import { SmsGatewayError, SmsResponseError, SmsTransportError } from '../errors/index.js';
import { RetryBudget } from './retry-budget.js';
import type { SendScope } from './send-scope.js';

/** What is tried again, and how. Times in ms. */
export interface RetryPolicyOptions {
  /** Tries in all. */
  readonly attempts: number;
  readonly base: number;
  readonly cap: number;
  readonly budget: number;
}

/** Decides what is tried again: what was definitely not sent, and nothing else unless the caller asked. */
export class RetryPolicy {
  private readonly budget: RetryBudget;

  /** @param random a number in [0, 1), for the jitter */
  constructor(
    private readonly options: RetryPolicyOptions,
    private readonly random: () => number = Math.random,
  ) {
    this.budget = new RetryBudget(options.budget);
  }

  /**
   * Begins the tries of one send or login.
   *
   * @param repeatUnknown whether to repeat even what may have been sent
   */
  begin(scope: SendScope, repeatUnknown = false): Tries {
    return new Tries(this.options, this.budget, this.random, scope, repeatUnknown);
  }
}

/** The tries of one send or login. */
export class Tries {
  private made = 1;
  private doubt: SmsGatewayError | undefined;

  /** @internal */
  constructor(
    private readonly options: RetryPolicyOptions,
    private readonly budget: RetryBudget,
    private readonly random: () => number,
    private readonly scope: SendScope,
    private readonly repeatUnknown: boolean,
  ) {}

  /** Tells that a try was answered. */
  answered(): void {
    this.budget.refund();
  }

  /**
   * Waits until the next try may be made.
   *
   * @param error what ended the last one
   * @param isHeld whether the next one waits elsewhere, for as long as the gateway asked
   * @throws that error where there is no next try; see {@link final}
   */
  async again(error: unknown, isHeld = false): Promise<void> {
    const pause = this.pauseAfter(error, isHeld);
    if (pause === undefined) throw error;
    this.made += 1;
    if (pause > 0) await this.scope.pause(pause);
  }

  /**
   * What to tell the caller at the end: once a try may have been sent, no later failure can say
   * that the message was not.
   */
  final(error: unknown): unknown {
    this.note(error);
    return this.doubt ?? error;
  }

  private note(error: unknown): void {
    if (error instanceof SmsGatewayError && error.outcome === 'unknown') this.doubt ??= error;
  }

  private pauseAfter(error: unknown, isHeld: boolean): number | undefined {
    this.note(error);
    if (this.scope.ended || this.made >= this.options.attempts) return undefined;
    if (!(error instanceof SmsGatewayError) || !this.mayRepeat(error)) return undefined;
    const longest = Math.min(this.options.cap, this.options.base * 2 ** (this.made - 1));
    const pause = isHeld ? 0 : Math.max(this.random() * longest, error.retryAfter ?? 0);
    // A pause that outlives the deadline would only delay the same error.
    if (pause >= this.scope.remaining || !this.budget.take()) return undefined;
    return pause;
  }

  private mayRepeat(error: SmsGatewayError): boolean {
    if (error.outcome === 'not-sent') return error instanceof SmsTransportError && error.retryable;
    return this.repeatUnknown && isPassing(error);
  }
}

// Unknowns that another try may turn into an answer. A redirect stays one.
function isPassing(error: SmsGatewayError): boolean {
  return (
    error instanceof SmsResponseError ||
    error.code === 'connection-lost' ||
    error.code === 'timeout' ||
    error.code === 'gateway-failed'
  );
}
