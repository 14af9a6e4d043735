import { CallFailure, readFailure, type SendResult } from '../deadline/failure.js';

/** How a run waits for a gateway that does not answer. Times in ms. */
export interface OutageLimits {
  /** The first pause; it doubles with each send that fails. */
  readonly base: number;
  /** The longest pause. */
  readonly cap: number;
  /** After this time without an answer, the run goes on without pauses. */
  readonly total: number;
}

/** A time without an answer. Sends are identified by the numbers that {@link OutagePause.started} returned. */
interface Outage {
  /** The first send that started during the outage. */
  readonly first: number;
  /** The last send that failed. */
  lastFailed: number;
  /** How many of the sends that started during the outage are in progress. */
  sending: number;
  /** The next pause, in ms, unless a failure asks for a longer one. */
  next: number;
  isPausing: boolean;
  isTooLong: boolean;
}

/**
 * Keeps an outage of seconds from failing the whole input of a run: from the first failure to the first answer,
 * the run starts one send at a time, each after a pause.
 */
export class OutagePause {
  private outage: Outage | undefined;
  private count = 0;
  private isClosed = false;
  private pause: NodeJS.Timeout | undefined;
  private patience: NodeJS.Timeout | undefined;

  /**
   * @param run its limits are read when an outage begins
   * @param wake called when {@link holds} may have become false
   */
  constructor(
    private readonly run: { readonly outageLimits: OutageLimits },
    private readonly wake: () => void,
  ) {}

  /** Whether no send may start for now. */
  get holds(): boolean {
    const { outage } = this;
    return !!outage && !outage.isTooLong && (outage.isPausing || outage.sending > 0);
  }

  /** Notes that a send starts. @returns its number */
  started(): number {
    if (this.outage) this.outage.sending += 1;
    return this.count++;
  }

  /** Notes how a send ended. */
  ended(send: number, end: SendResult): void {
    const { outage } = this;
    const sign = signOf(end);
    if (!outage) {
      if (sign === 'outage') this.begin(send, end);
      return;
    }
    const startedInIt = send >= outage.first;
    if (startedInIt) outage.sending -= 1;
    // If a send started before the one that failed, its answer may be older than the outage.
    if (sign === 'answer' && send > outage.lastFailed) return this.clear();
    if (sign === 'outage') outage.lastFailed = Math.max(outage.lastFailed, send);
    // Sends that were in progress when the outage began do not make the pauses longer if they fail now.
    if (sign === 'outage' && startedInIt) this.pauseFor(outage, end);
    else this.wake();
  }

  /** Ends the outage, and ignores later ones. */
  close(): void {
    this.isClosed = true;
    this.clear();
  }

  private begin(send: number, end: SendResult): void {
    if (this.isClosed) return;
    const { base, total } = this.run.outageLimits;
    const outage: Outage = {
      first: this.count,
      lastFailed: send,
      sending: 0,
      next: base,
      isPausing: false,
      isTooLong: false,
    };
    this.outage = outage;
    const giveUp = (): void => {
      outage.isTooLong = true;
      this.wake();
    };
    this.patience = setTimeout(giveUp, total).unref();
    this.pauseFor(outage, end);
  }

  private pauseFor(outage: Outage, end: SendResult): void {
    const { cap } = this.run.outageLimits;
    const { retryAfter = 0 } = end instanceof CallFailure ? end.error : {};
    const ms = Math.min(cap, Math.max(outage.next, retryAfter));
    outage.next = Math.min(cap, outage.next * 2);
    if (ms === 0 || outage.isTooLong) return this.wake();
    outage.isPausing = true;
    clearTimeout(this.pause);
    const goOn = (): void => {
      outage.isPausing = false;
      this.wake();
    };
    this.pause = setTimeout(goOn, ms);
  }

  private clear(): void {
    this.outage = undefined;
    clearTimeout(this.pause);
    clearTimeout(this.patience);
    this.wake();
  }
}

/** What the end of a send says about the gateway; `none` if it was not asked. */
function signOf(end: SendResult): 'answer' | 'outage' | 'none' {
  if (!(end instanceof CallFailure)) {
    const { accepted, rejected } = end.receipt;
    return accepted.length > 0 || rejected.length > 0 ? 'answer' : 'none';
  }
  const { gateway, isOutage } = readFailure(end.error);
  if (isOutage) return 'outage';
  return gateway === 'up' ? 'answer' : 'none';
}
