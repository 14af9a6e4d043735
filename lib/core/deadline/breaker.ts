import { SmsGatewayError, SmsTransportError } from '../errors/index.js';
import type { Deadline } from './deadline.js';
import { type Failure, readFailure } from './failure.js';

/** `open` fails sends, `half-open` lets one attempt through, `closed` all of them. */
export type BreakerState = 'open' | 'half-open' | 'closed';

/** Fails fast: while the gateway does not answer, sends fail at once as definitely not sent. */
export class Breaker {
  private failures = 0;
  /** When it opened, by `performance.now()`, which the system's time does not change. */
  private openedAt: number | undefined;
  /** While it is half-open: the end of the one attempt that may pass. Never rejects. */
  private trial: Promise<void> | undefined;

  /**
   * @param mostFailures how many attempts without an answer, in a row, open it
   * @param halfOpenAfter for how long it stays open, in ms
   * @param onChange told when it opens, and when it closes. A failed attempt of a half-open breaker keeps it open
   */
  constructor(
    private readonly mostFailures: number,
    private readonly halfOpenAfter: number,
    private readonly onChange: (isOpen: boolean) => void = () => undefined,
  ) {}

  /** What would happen to an attempt now. */
  get state(): BreakerState {
    if (this.openedAt === undefined) return 'closed';
    return this.trial || this.heldFor <= 0 ? 'half-open' : 'open';
  }

  /**
   * Does the work, unless the breaker is open: then it returns an error, `not-sent`. While it is half-open, one
   * attempt goes ahead and the others wait for it.
   *
   * @param waits whether it waits for another's attempt; otherwise a half-open breaker counts as open
   */
  async run<T>(
    work: () => Promise<T | SmsGatewayError>,
    deadline: Deadline,
    waits = true,
  ): Promise<T | SmsGatewayError> {
    if (this.trial && !waits) return heldBack(this.halfOpenAfter);
    // It never rejects, so the wait ends with the deadline or with the trial.
    while (this.trial && !deadline.ended) await deadline.wait(this.trial).catch(() => undefined);
    if (deadline.ended) return deadline.error(deadline.ended);
    if (this.openedAt === undefined) return this.attempt(work, false);
    if (this.heldFor > 0) return heldBack(this.heldFor);
    const attempt = this.attempt(work, true);
    const end = (): void => void (this.trial = undefined);
    this.trial = attempt.then(end, end);
    return attempt;
  }

  private async attempt<T>(
    work: () => Promise<T | SmsGatewayError>,
    isTrial: boolean,
  ): Promise<T | SmsGatewayError> {
    let gateway: Failure['gateway'] = 'unproved';
    try {
      const callEnd = await work();
      gateway = callEnd instanceof SmsGatewayError ? readFailure(callEnd).gateway : 'up';
      return callEnd;
    } finally {
      this.ended(gateway, isTrial);
    }
  }

  private ended(gateway: Failure['gateway'], isTrial: boolean): void {
    if (gateway === 'up') {
      this.failures = 0;
      if (!isTrial) return;
      this.openedAt = undefined;
      this.onChange(false);
      return;
    }
    if (gateway === 'down') this.failures += 1;
    // If nothing is proved, a closed breaker stays closed, and an open one opens again.
    const opens = gateway === 'down' && this.failures >= this.mostFailures;
    if (!isTrial && (!opens || this.openedAt !== undefined)) return;
    this.openedAt = performance.now();
    if (!isTrial) this.onChange(true);
  }

  /** For how long no attempt may pass, in ms. */
  private get heldFor(): number {
    return (this.openedAt ?? -Infinity) + this.halfOpenAfter - performance.now();
  }
}

function heldBack(msLeft: number): SmsTransportError {
  return new SmsTransportError(
    'breaker-open',
    'The gateway did not answer the last requests, so the circuit breaker is open. Nothing was sent. Try again later.',
    { outcome: 'not-sent', retryAfter: Math.ceil(msLeft) },
  );
}
