import { LONGEST_TIMER } from '../transport/send-scope.js';
import { Fifo } from './fifo.js';

/** The most recipients in any window of `perMs`, in ms. */
export interface RateLimit {
  readonly recipients: number;
  readonly perMs: number;
}

/** One that was let through. */
export interface Pass {
  /** The request was started on a socket. */
  started(): void;
  /**
   * The attempt has ended.
   *
   * @param isUnused whether nothing left for the gateway; ignored once the request was started
   */
  end(isUnused: boolean): void;
}

/** Recipients that count until a time. */
interface Counted {
  readonly recipients: number;
  readonly until: number;
}

/** The part of a window within which a started request has definitely arrived. */
const ON_ITS_WAY = 1 / 4;

/**
 * A sliding window over the recipients of an account.
 *
 * The rate is exact in every window, not only on average: a gateway that counts per second would
 * refuse the burst that a token bucket lets through. It holds at the gateway, however long a request
 * takes to get there: a request takes up room from when it is let through, and its window begins with
 * the answer, when the gateway has definitely received it. If the answer takes longer, the window
 * begins a quarter of its length after the start; otherwise a slow gateway would slow the rate.
 */
export class RateWindow {
  /** Started and not answered, in the order in which they were started. */
  private readonly underWay = new Fifo<RatedPass>();
  private readonly counted = new Fifo<Counted>();
  private total = 0;
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;

  /** @param onRoom called when there may be room, after {@link take} returned undefined */
  constructor(
    private readonly rate: RateLimit,
    private readonly onRoom: () => void,
  ) {}

  /** Takes room, which is free again a window after the request has arrived. */
  take(recipients: number): Pass | undefined {
    const now = performance.now();
    this.forget(now);
    // A send with more recipients than the limit is let through alone; the next one waits longer.
    if (this.total > 0 && this.total + recipients > this.rate.recipients) {
      this.wake(now);
      return undefined;
    }
    this.total += recipients;
    return new RatedPass(this, recipients);
  }

  /** Stops calling back until {@link take} returns undefined again. */
  sleep(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.wakesAt = Infinity;
  }

  /** A request was started. */
  begin(pass: RatedPass): void {
    this.underWay.push(pass);
    this.onRoom();
  }

  /** Begins the window of a request that has arrived. */
  count(recipients: number, time: number): void {
    this.counted.push({ recipients, until: time + this.windowOf(recipients) });
  }

  /** Frees the room of a request that never left. */
  release(recipients: number): void {
    this.total -= recipients;
  }

  private forget(now: number): void {
    let first = this.underWay.peek();
    for (; first && (first.isOver || this.arrival(first) <= now); first = this.underWay.peek()) {
      this.underWay.shift();
      first.arrived(this.arrival(first));
    }
    let oldest = this.counted.peek();
    for (; oldest && oldest.until <= now; oldest = this.counted.peek()) {
      this.total -= oldest.recipients;
      this.counted.shift();
    }
  }

  /** When a request without an answer counts as arrived. */
  private arrival({ startedAt }: RatedPass): number {
    return startedAt + this.rate.perMs * ON_ITS_WAY;
  }

  private windowOf(recipients: number): number {
    return this.rate.perMs * Math.max(1, recipients / this.rate.recipients);
  }

  // Where none is counted or under way, all are still to start, and call back then.
  private wake(now: number): void {
    const oldest = this.counted.peek();
    const first = this.underWay.peek();
    const time = Math.min(
      oldest?.until ?? Infinity,
      first ? this.arrival(first) + this.windowOf(first.recipients) : Infinity,
    );
    if (time >= this.wakesAt) return;
    this.sleep();
    this.wakesAt = time;
    this.timer = setTimeout(
      () => {
        this.sleep();
        this.onRoom();
      },
      Math.min(Math.ceil(time - now), LONGEST_TIMER),
    );
  }
}

/** A pass within a rate. */
class RatedPass implements Pass {
  startedAt = 0;
  /** Whether it was counted, or never left. */
  isOver = false;
  private isStarted = false;

  constructor(
    private readonly window: RateWindow,
    readonly recipients: number,
  ) {}

  started(): void {
    if (this.isStarted || this.isOver) return;
    this.isStarted = true;
    this.startedAt = performance.now();
    this.window.begin(this);
  }

  /** Counts it from a time on, unless it counts already. */
  arrived(time: number): void {
    if (this.isOver) return;
    this.isOver = true;
    this.window.count(this.recipients, time);
  }

  end(isUnused: boolean): void {
    if (this.isOver) return;
    if (this.isStarted || !isUnused) {
      this.arrived(performance.now());
      return;
    }
    this.isOver = true;
    this.window.release(this.recipients);
  }
}
