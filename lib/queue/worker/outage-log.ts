import { type SmsGatewayError, SmsRejectedError } from '../../errors/index.js';

/** The shortest time between two warnings, in ms, if sends keep alternating between failing and working. */
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

  /** Called at the end of each attempt, with its error if it failed. */
  readonly onAttempt = (error?: SmsGatewayError): void => {
    // A rejection is an answer. A send that was stopped, because the app closed or the message expired, did not fail.
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
