import { SmsGatewayError } from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import { logOf, type SafeLogger } from '../logging/safe-logger.js';

/** Says when the balance of an account falls below a limit, and when it is back. */
export class BalanceWatch {
  private readonly logger: SafeLogger;
  private readonly closing = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;
  private hasFailed = false;
  private isLow = false;

  /**
   * @param every the time between two requests, in ms
   * @param ask reads the balance. What it read is given to {@link read}
   */
  constructor(
    private readonly below: number,
    private readonly every: number,
    private readonly events: AccountEvents,
    private readonly ask: (signal: AbortSignal) => Promise<unknown>,
  ) {
    this.logger = logOf(events.account);
  }

  /** What is wrong with the balance that was read last. */
  get problems(): readonly string[] {
    return this.isLow ? [`the balance is below ${this.below}`] : [];
  }

  /** Asks for the balance, now and from now on. A second call does nothing. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    void this.repeat();
  }

  /** Waits for the end of each request, which can take long, before it asks again. */
  private async repeat(): Promise<void> {
    const { signal } = this.closing;
    try {
      await this.ask(signal);
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed && !signal.aborted) {
        const why = error instanceof SmsGatewayError ? error.message : 'Asking for it failed.';
        this.logger.debug(`The balance is not known. ${why}`);
      }
      this.hasFailed = true;
    }
    if (signal.aborted) return;
    this.timer = setTimeout(() => void this.repeat(), this.every).unref();
  }

  /** Takes note of a balance, whoever asked for it. */
  read(credits: string): void {
    const { below, events } = this;
    const isLow = Number(credits) < below;
    if (isLow === this.isLow) return;
    this.isLow = isLow;
    if (isLow) {
      this.logger.warn(
        `The balance is ${credits}, which is below ${below} (balance.below). Top the account up: without credits, nothing is sent.`,
      );
      events.balanceLow(credits, below);
    } else {
      this.logger.log(`The balance is ${credits}, no longer below ${below}.`);
    }
  }

  /** Ends the timer, and a request in progress. */
  close(): void {
    this.closing.abort();
    clearTimeout(this.timer);
  }
}
