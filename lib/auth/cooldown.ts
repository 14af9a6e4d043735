import { SmsAuthenticationError, SmsGatewayError, SmsTransportError } from '../errors/index.js';

// A gateway may name any time; an account shall not rest for years.
const LONGEST = 3_600_000;

/** A while after a failed login in which no new one is begun, so that a blocked account rests. */
export class Cooldown {
  private since = 0;
  private until = 0;
  private cause: SmsGatewayError | undefined;

  /** @param length ms */
  constructor(private readonly length: number) {}

  // A clock that was set back must not make it longer.
  isOn(now: number): boolean {
    return now >= this.since && now < this.until;
  }

  start(cause: SmsGatewayError, now: number): void {
    this.cause = cause;
    this.since = now;
    this.until = now + this.lengthAfter(cause);
  }

  /** How long to rest after a failure, in ms: at least as long as the gateway named. */
  lengthAfter(cause: unknown): number {
    const named = cause instanceof SmsGatewayError ? (cause.retryAfter ?? 0) : 0;
    return Math.max(this.length, Math.min(named, LONGEST));
  }

  stop(): void {
    this.until = 0;
  }

  /** The error for a send that comes meanwhile: what began it, with the time that is left. */
  error(now: number): SmsGatewayError {
    const { cause } = this;
    const retryAfter = this.until - now;
    const message = `${cause?.message ?? 'The login failed.'} No new login is tried for ${retryAfter} ms.`;
    if (cause instanceof SmsAuthenticationError) {
      const { code, statusCode, reason } = cause;
      return new SmsAuthenticationError(code, message, { retryAfter, statusCode, reason });
    }
    const retryable = cause?.retryable ?? true;
    const details = { outcome: 'not-sent', retryable, retryAfter } as const;
    return new SmsTransportError('login-failed', message, details);
  }
}
