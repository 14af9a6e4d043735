import { SmsGatewayError, SmsTransportError, type SmsTransportErrorCode } from '../errors/index.js';
import { endedError, type SendScope } from './send-scope.js';

type Meaning = 'outage' | 'answer' | 'nothing';

const MEANINGS: Readonly<Record<SmsTransportErrorCode, Meaning>> = {
  'connection-failed': 'outage',
  'connection-lost': 'outage',
  'gateway-failed': 'outage',
  timeout: 'outage',
  throttled: 'answer',
  redirected: 'answer',
  // These prove nothing about the gateway.
  aborted: 'nothing',
  closed: 'nothing',
  'login-failed': 'nothing',
  'request-failed': 'nothing',
  'breaker-open': 'nothing',
  'queue-failed': 'nothing',
  'worker-lost': 'nothing',
};

/** How many attempts without an answer, in a row, open the breaker, and for how many ms. */
export interface BreakerOptions {
  readonly failures: number;
  readonly halfOpenAfter: number;
}

/** `open` fails sends, `half-open` lets one attempt through, `closed` all of them. */
export type BreakerState = 'open' | 'half-open' | 'closed';

/** Fails fast: while the gateway does not answer, sends fail at once as definitely not sent. */
export class Breaker {
  private failures = 0;
  /** When it opened, by `performance.now()`, which the system's time does not change. */
  private openedAt: number | undefined;
  /** While it is half-open: the end of the one attempt that may pass. Never rejects. */
  private trial: Promise<void> | undefined;

  constructor(
    private readonly options: BreakerOptions,
    private readonly onChange: (state: BreakerState) => void = () => undefined,
  ) {}

  /** What would happen to an attempt now. */
  get state(): BreakerState {
    if (this.openedAt === undefined) return 'closed';
    return this.trial || this.heldFor <= 0 ? 'half-open' : 'open';
  }

  /**
   * Does the work, unless the breaker is open. While it is half-open, one attempt goes ahead and the
   * others wait for it.
   *
   * @param waits whether it waits for another's attempt; otherwise a half-open breaker counts as open
   * @throws SmsTransportError, `not-sent`, if the breaker is open or the scope ends first
   */
  async run<T>(work: () => Promise<T>, scope: SendScope, waits = true): Promise<T> {
    if (this.trial && !waits) throw heldBack(this.options.halfOpenAfter);
    while (this.trial) await scope.wait(this.trial);
    if (scope.ended) throw endedError(scope.ended, 'not-sent');
    if (this.openedAt === undefined) return this.attempt(work, false);
    if (this.heldFor > 0) throw heldBack(this.heldFor);
    this.onChange('half-open');
    const attempt = this.attempt(work, true);
    const end = (): void => void (this.trial = undefined);
    this.trial = attempt.then(end, end);
    return attempt;
  }

  private async attempt<T>(work: () => Promise<T>, isTrial: boolean): Promise<T> {
    try {
      const value = await work();
      this.ended('answer', isTrial);
      return value;
    } catch (error) {
      this.ended(meaningOf(error), isTrial);
      throw error;
    }
  }

  private ended(meaning: Meaning, isTrial: boolean): void {
    if (meaning === 'answer') {
      this.failures = 0;
      if (!isTrial) return;
      this.openedAt = undefined;
      this.onChange('closed');
      return;
    }
    if (meaning === 'outage') this.failures += 1;
    // If nothing is proved, a closed breaker stays closed, and an open one opens again.
    const opens = meaning === 'outage' && this.failures >= this.options.failures;
    if (!isTrial && (!opens || this.openedAt !== undefined)) return;
    this.openedAt = performance.now();
    this.onChange('open');
  }

  /** For how long no attempt may pass, in ms. */
  private get heldFor(): number {
    return (this.openedAt ?? -Infinity) + this.options.halfOpenAfter - performance.now();
  }
}

function heldBack(left: number): SmsTransportError {
  return new SmsTransportError(
    'breaker-open',
    'The gateway did not answer the last sends, so the circuit breaker is open. Nothing was sent. Send again later.',
    { outcome: 'not-sent', retryAfter: Math.ceil(left) },
  );
}

// A gateway that answers is up, whatever it says.
function meaningOf(error: unknown): Meaning {
  if (error instanceof SmsTransportError) return MEANINGS[error.code];
  return error instanceof SmsGatewayError ? 'answer' : 'nothing';
}
