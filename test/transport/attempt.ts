import {
  SmsRejectedError,
  SmsTransportError,
  type SmsTransportErrorCode,
} from '../../lib/index.js';
import type { Breaker } from '../../lib/transport/breaker.js';
import { SendScope } from '../../lib/transport/send-scope.js';

/** An attempt that goes through a breaker, and that the test ends. */
export class Attempt {
  /** Whether the breaker let it through. */
  begun = false;
  /** `pending`, `done`, or the code of the error that it ended with. */
  state = 'pending';
  error: unknown;
  readonly scope: SendScope;

  private end: { resolve: () => void; reject: (error: Error) => void } | undefined;

  constructor(
    breaker: Breaker,
    { total = 3_600_000, signal = undefined as AbortSignal | undefined, waits = true } = {},
  ) {
    this.scope = new SendScope(total, signal);
    breaker
      .run(
        () => {
          this.begun = true;
          return new Promise<void>((resolve, reject) => (this.end = { resolve, reject }));
        },
        this.scope,
        waits,
      )
      .then(
        () => (this.state = 'done'),
        (error: SmsTransportError) => {
          this.error = error;
          this.state = error.code;
        },
      )
      .finally(() => this.scope.dispose());
  }

  accept(): void {
    this.end!.resolve();
  }

  /** Ends as an exchange without an answer does. */
  fail(code: SmsTransportErrorCode = 'connection-lost'): void {
    this.end!.reject(new SmsTransportError(code, 'Failed.', { outcome: 'unknown' }));
  }

  /** Ends as a rejection by the gateway does. */
  reject(): void {
    this.end!.reject(new SmsRejectedError({ statusCode: '203', reason: 'no', raw: {} }));
  }
}

/** Runs everything that waits only for promises. */
export async function promisesDone(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
