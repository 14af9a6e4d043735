import { LONGEST_TIMER } from '../transport/send-scope.js';
import { Fifo } from './fifo.js';

/** The most recipients in any window of `perMs`, in ms. */
export interface RateLimit {
  readonly recipients: number;
  readonly perMs: number;
}

/** The permission to make one attempt. */
export interface Pass {
  /** Notes that the request was started on a socket. */
  started(): void;
  /**
   * Notes that the attempt ended.
   *
   * @param isUnused whether nothing left for the gateway; ignored once the request was started
   */
  end(isUnused: boolean): void;
}

/** Recipients, and the time until which they count. */
interface Counted {
  readonly recipients: number;
  readonly until: number;
}

/** The part of a window after which a started request is assumed to have arrived. */
const ON_ITS_WAY = 1 / 4;

/**
 * A sliding window over the recipients of an account.
 *
 * The limit holds in every window, not only on average: a gateway that counts per second would refuse
 * the burst that a token bucket allows. It holds as the gateway counts, however long a request takes
 * to arrive: a request takes up room as soon as it may leave, and its window starts with the answer,
 * because by then the gateway has received it. If the answer takes longer than a quarter of a window,
 * the window starts at that point; otherwise a slow gateway would lower the rate.
 */
export class RateWindow {
  /** Started and not yet answered, in the order of their start. */
  private readonly underWay = new Fifo<RatedPass>();
  private readonly counted = new Fifo<Counted>();
  private total = 0;
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;

  /** @param onRoom called some time after {@link take} returned undefined, when there may be room */
  constructor(
    private readonly rate: RateLimit,
    private readonly onRoom: () => void,
  ) {}

  /** Takes room, which becomes free a window after the request arrived; undefined if there is none. */
  take(recipients: number): Pass | undefined {
    const now = performance.now();
    this.forget(now);
    // A send with more recipients than the limit goes alone, and the next one waits longer.
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

  /** Notes that a request was started. */
  begin(pass: RatedPass): void {
    this.underWay.push(pass);
    this.onRoom();
  }

  /** Starts the window of a request that has arrived. */
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

  // With nothing counted or in progress, all passes are still to start, and that calls back.
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

/** A pass within a rate limit. */
class RatedPass implements Pass {
  startedAt = 0;
  /** Whether it was counted or released. */
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

  /** Counts its recipients from a time on, once. */
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
