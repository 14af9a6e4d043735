import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';
import { SmsGatewayError, SmsTransportError, type SmsTransportErrorCode } from '../errors/index.js';
import { endedError, type EndReason, type SendScope } from './send-scope.js';

const OUTAGES: ReadonlySet<SmsTransportErrorCode> = new Set([
  'connection-failed',
  'connection-lost',
  'gateway-failed',
  'timeout',
]);

const ANSWERS: ReadonlySet<SmsTransportErrorCode> = new Set(['throttled', 'redirected']);

/** When the breaker opens and for how long. */
export interface BreakerOptions {
  /** Tries without an answer, one after another, that open it. */
  readonly failures: number;
  /** ms until one try is let through again. */
  readonly halfOpenAfter: number;
}

/** What the gateway said: an answer also where it is no receipt. */
type Answered<T> = { readonly value: T } | { readonly error: unknown };

/** The end of a try that proves nothing of the gateway, as where its caller gave up. */
class Unproved extends Error {
  constructor(
    readonly error: unknown,
    readonly wasTrial: boolean,
  ) {
    super();
  }
}

/** Holds sends back, as definitely not sent, while the gateway gives no answers. */
export class Breaker {
  private readonly policy: CircuitBreakerPolicy;
  private openedAt = 0;

  constructor(private readonly options: BreakerOptions) {
    this.policy = circuitBreaker(handleWhen(countsAgainst), {
      halfOpenAfter: options.halfOpenAfter,
      breaker: new ConsecutiveBreaker(options.failures),
    });
    this.policy.onBreak(() => {
      this.openedAt = performance.now();
    });
  }

  /** Does the work, or holds it back. */
  run<T>(work: () => Promise<T>, scope: SendScope): Promise<T> {
    if (scope.ended) return Promise.reject(endedError(scope.ended, 'not-sent'));
    return new Promise((resolve, reject) => {
      let begun = false;
      // A half-open breaker makes all but one wait; their deadlines do not.
      const onEnd = (reason: EndReason): void => {
        if (!begun) reject(endedError(reason, 'not-sent'));
      };
      scope.onEnd(onEnd);
      this.policy
        .execute(async (): Promise<Answered<T>> => {
          const isTrial = this.policy.state !== CircuitState.Closed;
          if (scope.ended) throw new Unproved(endedError(scope.ended, 'not-sent'), isTrial);
          begun = true;
          try {
            return { value: await work() };
          } catch (error) {
            if (isAnswer(error)) return { error };
            throw isOutage(error) ? error : new Unproved(error, isTrial);
          }
        })
        .then(
          (answered) => ('error' in answered ? reject(answered.error) : resolve(answered.value)),
          (error: unknown) => reject(this.shown(error)),
        )
        .finally(() => scope.offEnd(onEnd));
    });
  }

  private shown(error: unknown): unknown {
    if (error instanceof Unproved) return error.error;
    return error instanceof BrokenCircuitError ? this.heldBack() : error;
  }

  private heldBack(): SmsTransportError {
    const left = this.openedAt + this.options.halfOpenAfter - performance.now();
    return new SmsTransportError(
      'breaker-open',
      'The gateway has not answered the last sends, so the circuit breaker holds this one back. Nothing was sent. Wait and send again.',
      { outcome: 'not-sent', retryAfter: Math.max(0, Math.ceil(left)) },
    );
  }
}

// A try that proves nothing leaves the breaker as it is: closed, or open for another while.
function countsAgainst(error: Error): boolean {
  return error instanceof Unproved ? error.wasTrial : isOutage(error);
}

function isOutage(error: unknown): boolean {
  return error instanceof SmsTransportError && OUTAGES.has(error.code);
}

// A gateway that answers, whatever it says, is there.
function isAnswer(error: unknown): boolean {
  if (error instanceof SmsTransportError) return ANSWERS.has(error.code);
  return error instanceof SmsGatewayError;
}
