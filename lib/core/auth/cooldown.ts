import { SmsAuthenticationError, SmsGatewayError, SmsTransportError } from '../errors/index.js';
import { LONGEST_OBEYED } from '../protocol/retry-after.js';

/** A time in which no login is started. */
export class Cooldown {
  private since = 0;
  private until = 0;
  private cause: SmsGatewayError | undefined;

  /** @param length ms */
  constructor(private readonly length: number) {}

  // If the clock is set back, the cool-down ends.
  isOn(now: number): boolean {
    return now >= this.since && now < this.until;
  }

  /** @param cause the failure that starts it; its `retryAfter` may make it longer */
  start(now: number, cause?: unknown): void {
    this.cause = cause instanceof SmsGatewayError ? cause : undefined;
    this.since = now;
    this.until = now + Math.max(this.length, Math.min(this.cause?.retryAfter ?? 0, LONGEST_OBEYED));
  }

  /** The error for a send that needs a login now: the cause, with the time that is left. */
  error(now: number): SmsGatewayError {
    const { cause } = this;
    const retryAfter = this.until - now;
    const message = `${cause?.message ?? 'The login failed.'} The next attempt is possible in ${retryAfter} ms.`;
    if (cause instanceof SmsAuthenticationError) {
      const { code, statusCode, reason } = cause;
      return new SmsAuthenticationError(code, message, { retryAfter, statusCode, reason });
    }
    const retryable = cause?.retryable ?? true;
    const details = { outcome: 'not-sent', retryable, retryAfter } as const;
    return new SmsTransportError('login-failed', message, details);
  }
}
