import {
  type SmsGatewayError,
  SmsRejectedError,
  SmsTransportError,
  type SmsTransportErrorCode,
} from '../../lib/index.js';
import type { Breaker } from '../../lib/core/deadline/breaker.js';
import { Deadline } from '../../lib/core/deadline/deadline.js';

/** An attempt that goes through a breaker, and that the test ends. */
export class Attempt {
  /** Whether the breaker let it through. */
  begun = false;
  /** `pending`, `done`, or the code of the error that it ended with. */
  state = 'pending';
  error: unknown;
  readonly deadline: Deadline;

  private end: ((error?: SmsGatewayError) => void) | undefined;

  constructor(
    breaker: Breaker,
    { total = 3_600_000, signal = undefined as AbortSignal | undefined, waits = true } = {},
  ) {
    this.deadline = new Deadline({ total, attempt: total }, signal);
    breaker
      .run(
        () => {
          this.begun = true;
          return new Promise<SmsGatewayError | undefined>((resolve) => (this.end = resolve));
        },
        this.deadline,
        waits,
      )
      .then((error) => this.ended(error))
      .finally(() => this.deadline.dispose());
  }

  private ended(error: SmsGatewayError | undefined): void {
    this.error = error;
    this.state = error?.code ?? 'done';
  }

  accept(): void {
    this.end!();
  }

  /** Ends as an exchange without an answer does. */
  fail(code: SmsTransportErrorCode = 'connection-lost'): void {
    this.end!(new SmsTransportError(code, 'Failed.', { outcome: 'unknown' }));
  }

  /** Ends as a rejection by the gateway does. */
  reject(): void {
    this.end!(new SmsRejectedError({ statusCode: '203', reason: 'no', raw: {} }));
  }
}

/** Runs everything that waits only for promises. */
export async function promisesDone(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
