import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';
import { SmsTransportError, type SmsTransportErrorCode } from '../errors/index.js';
import { endedError, type EndReason, type SendScope } from './send-scope.js';

const OUTAGES: ReadonlySet<SmsTransportErrorCode> = new Set([
  'connection-failed',
  'connection-lost',
  'gateway-failed',
  'timeout',
]);

/** When the breaker opens and for how long. */
export interface BreakerOptions {
  /** Tries without an answer, one after another, that open it. */
  readonly failures: number;
  /** ms until one try is let through again. */
  readonly halfOpenAfter: number;
}

/** Holds sends back, as surely not sent, while the gateway gives no answers. */
export class Breaker {
  private readonly policy: CircuitBreakerPolicy;
  private openedAt = 0;

  constructor(private readonly options: BreakerOptions) {
    this.policy = circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: options.halfOpenAfter,
      breaker: new ConsecutiveBreaker(options.failures),
    });
    this.policy.onBreak(() => {
      this.openedAt = performance.now();
    });
  }

  /** Does the work, or holds it back. */
  run<T>(work: () => Promise<T>, scope: SendScope): Promise<T> {
    return new Promise((resolve, reject) => {
      let begun = false;
      // A half-open breaker makes all but one wait; their deadlines do not.
      const onEnd = (reason: EndReason): void => {
        if (!begun) reject(endedError(reason, 'not-sent'));
      };
      scope.onEnd(onEnd);
      this.policy
        .execute(() => {
          if (scope.ended) throw endedError(scope.ended, 'not-sent');
          begun = true;
          return work();
        })
        .then(resolve, (error: unknown) =>
          reject(error instanceof BrokenCircuitError ? this.heldBack() : error),
        )
        .finally(() => scope.offEnd(onEnd));
    });
  }

  private heldBack(): SmsTransportError {
    const left = this.openedAt + this.options.halfOpenAfter - performance.now();
    return new SmsTransportError(
      'breaker-open',
      'The gateway has not answered the last sends, so the circuit breaker holds this one back. Nothing was sent. Wait and send again.',
      { delivery: 'not-sent', retryAfter: Math.max(0, Math.ceil(left)) },
    );
  }
}

// A gateway that answers, whatever it says, is there; a caller that gives up proves nothing.
function isOutage(error: Error): boolean {
  return error instanceof SmsTransportError && OUTAGES.has(error.code);
}
