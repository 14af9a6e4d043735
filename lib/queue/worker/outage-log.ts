import { type SmsGatewayError, SmsRejectedError } from '../../errors/index.js';

/** Sends that fail and work in turn are logged once in so many ms. */
const LOG_EVERY = 60_000;

/** Says in the log when sends begin to fail, and when they work again: once each. */
export class OutageLog {
  private isLogged = false;
  private loggedAt = -Infinity;

  constructor(
    private readonly logger: {
      warn(text: string): void;
      log(text: string): void;
    },
    private readonly name: string,
  ) {}

  /** Told how each attempt ended. */
  readonly onAttempt = (error?: SmsGatewayError): void => {
    // A rejection is an answer. A send that was stopped, because the app closed or the message expired, is no failure.
    if (!error || error instanceof SmsRejectedError) this.worked();
    else if (error.code !== 'aborted' && error.code !== 'closed') this.failed(error);
  };

  private failed({ code }: SmsGatewayError): void {
    const now = performance.now();
    if (this.isLogged || now - this.loggedAt < LOG_EVERY) return;
    this.isLogged = true;
    this.loggedAt = now;
    this.logger.warn(
      `[${this.name}] Sends of the queue fail (${code}). Messages that were not sent wait and are tried again until they expire.`,
    );
  }

  private worked(): void {
    if (!this.isLogged) return;
    this.isLogged = false;
    this.logger.log(`[${this.name}] Sends of the queue work again.`);
  }
}
