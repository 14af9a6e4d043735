import {
  SmsRejectedError,
  SmsTransportError,
  type SmsTransportErrorCode,
} from '../../lib/index.js';
import type { Breaker } from '../../lib/transport/breaker.js';
import { SendScope } from '../../lib/transport/send-scope.js';

/** A try that goes through a breaker, in the hand of a test. */
export class Try {
  /** Whether the breaker let it through. */
  begun = false;
  /** `pending`, `done`, or the code of the error that it ended with. */
  state = 'pending';
  error: unknown;
  readonly scope: SendScope;

  private end: { resolve: () => void; reject: (error: Error) => void } | undefined;

  constructor(
    breaker: Breaker,
    { total = 3_600_000, signal = undefined as AbortSignal | undefined } = {},
  ) {
    this.scope = new SendScope(total, signal);
    breaker
      .run(() => {
        this.begun = true;
        return new Promise<void>((resolve, reject) => (this.end = { resolve, reject }));
      }, this.scope)
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

  /** Ends as the gateway's no does. */
  refuse(): void {
    this.end!.reject(new SmsRejectedError({ statusCode: '203', reason: 'no', raw: {} }));
  }
}

/** Lets everything happen that waits for nothing but promises. */
export async function promisesDone(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
