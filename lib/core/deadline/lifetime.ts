import { setAccount, SmsTransportError } from '../errors/index.js';
import { type Entry, Fifo } from '../common/fifo.js';
import { within } from '../common/promises.js';
import type { Deadline } from './deadline.js';

/** How long ended sends may take to report their outcome, in ms. */
const UNWINDING = 1000;

/** What is in progress in an account, which ends when the account closes. */
export class Lifetime {
  /** Whether the account takes no more sends. */
  isOver = false;

  private readonly sends = new Fifo<Deadline>();
  private readonly runs = new Set<() => void>();
  private onDrained: (() => void) | undefined;

  constructor(private readonly account: string) {}

  get sending(): number {
    return this.sends.size;
  }

  /** @returns what {@link end} takes */
  begin(deadline: Deadline): Entry<Deadline> {
    return this.sends.push(deadline);
  }

  end(entry: Entry<Deadline>): void {
    this.sends.remove(entry);
    if (this.sends.size === 0) this.onDrained?.();
  }

  /** Calls back when the account closes, so that a run ends instead of failing its whole input. */
  onClose(end: () => void): void {
    this.runs.add(end);
  }

  offClose(end: () => void): void {
    this.runs.delete(end);
  }

  /**
   * The error for what comes after the account was closed.
   *
   * @param isInRun for a run that the close ended after some of its messages were sent, or may have been
   */
  closedError(isInRun = false): SmsTransportError {
    const then = isInRun
      ? ', so the run ended before it had read all of its input. Some of its messages were sent, or may have been. Loop over a run to get the outcome of each message; a message without an outcome was not sent.'
      : '. Nothing was sent.';
    const error = new SmsTransportError(
      'closed',
      `The account was closed, or the app is shutting down${then}`,
      { outcome: isInRun ? 'unknown' : 'not-sent' },
    );
    setAccount(error, this.account);
    return error;
  }

  /** Ends the runs, waits up to `drain` ms for the sends in progress, ends the rest, and waits up to 1 s for their events. */
  async close(drain: number): Promise<void> {
    this.isOver = true;
    for (const end of this.runs) end();
    if (this.sends.size > 0) {
      const drained = new Promise<void>((resolve) => (this.onDrained = resolve));
      await within(drain, drained);
      for (const deadline of this.sends) deadline.end('closed');
      // Otherwise, their events would come after `events$` has completed.
      await within(UNWINDING, drained);
    }
  }
}
