import type { SmsGatewayError } from '../errors/index.js';
import { SmsAuthenticationError, SmsTransportError } from '../errors/index.js';

/** A while after a failed login in which no new one is begun, so that a blocked account rests. */
export class Cooldown {
  private until = 0;
  private cause: SmsGatewayError | undefined;

  /** @param length ms */
  constructor(private readonly length: number) {}

  isOn(now: number): boolean {
    return now < this.until;
  }

  start(cause: SmsGatewayError, now: number): void {
    this.cause = cause;
    this.until = now + Math.max(this.length, cause.retryAfter ?? 0);
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
      return new SmsAuthenticationError(cause.code, message, { retryAfter });
    }
    return new SmsTransportError('login-failed', message, { delivery: 'not-sent', retryAfter });
  }
}
