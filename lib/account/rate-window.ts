import { LONGEST_TIMER } from '../transport/send-scope.js';
import { Fifo } from './fifo.js';

/** At most so many recipients in any stretch of so many ms. */
export interface RateLimit {
  readonly recipients: number;
  readonly perMs: number;
}

/** One that was let through. */
export interface Pass {
  /** Tells that its request has been started on a socket. */
  started(): void;
  /**
   * Tells that it has ended.
   *
   * @param isUnused whether nothing of it left for the gateway. Not believed once it was started
   */
  end(isUnused: boolean): void;
}

/** What has left, or may have, and counts until a time. */
interface Counted {
  readonly recipients: number;
  readonly until: number;
}

/** The part of a stretch in which a request has definitely reached the gateway. */
const ON_ITS_WAY = 1 / 4;

/**
 * Counts the recipients of the last stretch of time.
 *
 * The rate is exact over any stretch, not only on average: a gateway that counts per second would
 * refuse the burst that a token bucket lets through. It holds at the gateway, whatever the way there
 * takes: a request holds its room from when it is let through, and its stretch begins with the
 * answer, when the gateway has definitely got it. Of one whose answer takes long, that is believed a
 * quarter of a stretch after it was started, for else a slow gateway would slow the rate as well.
 */
export class RateWindow {
  /** Started and not answered, in the order in which they were started. */
  private readonly underWay = new Fifo<RatedPass>();
  private readonly counted = new Fifo<Counted>();
  private total = 0;
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;

  /** @param onRoom called where {@link take} gave nothing, when it may give something */
  constructor(
    private readonly rate: RateLimit,
    private readonly onRoom: () => void,
  ) {}

  /** Room for so many, which is held until they have left and a stretch has passed. */
  take(recipients: number): Pass | undefined {
    const now = performance.now();
    this.forget(now);
    // One send with more recipients than the limit goes alone, and what comes after it waits longer.
    if (this.total > 0 && this.total + recipients > this.rate.recipients) {
      this.wake(now);
      return undefined;
    }
    this.total += recipients;
    return new RatedPass(this, recipients);
  }

  /** Calls back no more until {@link take} gives nothing again. */
  sleep(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.wakesAt = Infinity;
  }

  /** Takes note of a start. */
  begin(pass: RatedPass): void {
    this.underWay.push(pass);
    this.onRoom();
  }

  /** Begins the stretch of one that the gateway has got. */
  count(recipients: number, time: number): void {
    this.counted.push({ recipients, until: time + this.stretchOf(recipients) });
  }

  /** Gives back the room of one that never left. */
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

  /** When one without an answer is believed to have reached the gateway. */
  private arrival({ startedAt }: RatedPass): number {
    return startedAt + this.rate.perMs * ON_ITS_WAY;
  }

  private stretchOf(recipients: number): number {
    return this.rate.perMs * Math.max(1, recipients / this.rate.recipients);
  }

  // Without any that is counted or under way all are still to start, and tell then.
  private wake(now: number): void {
    const oldest = this.counted.peek();
    const first = this.underWay.peek();
    const time = Math.min(
      oldest?.until ?? Infinity,
      first ? this.arrival(first) + this.stretchOf(first.recipients) : Infinity,
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

/** One that was let through within a rate. */
class RatedPass implements Pass {
  startedAt = 0;
  /** Whether its time is known: it was counted, or never left. */
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

  /** Counts it from a time on, if it does not count yet. */
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
