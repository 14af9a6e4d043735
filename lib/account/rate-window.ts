import type { SmsRateLimit } from '../sms-gateway.options.js';
import { Fifo } from '../common/fifo.js';

/** The permission to make one attempt. */
export interface Pass {
  /** The request was started on a socket. */
  started(): void;
  /** @param isUnused whether nothing left for the gateway; ignored once the request was started */
  end(isUnused: boolean): void;
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
  /** Requests that were started or have ended, in that order. They also stop counting in that order. */
  private readonly counted = new Fifo<RatedPass>();
  private total = 0;

  /** @param onStart called when a request was started, which changes {@link freeAt} */
  constructor(
    private readonly rate: SmsRateLimit,
    private readonly onStart: () => void,
  ) {}

  /** Takes room, which becomes free a window after the request arrived; undefined if there is none. */
  take(recipients: number): Pass | undefined {
    const now = performance.now();
    let oldest = this.counted.peek();
    for (; oldest && oldest.until <= now; oldest = this.counted.peek()) {
      this.counted.shift();
      this.total -= oldest.recipients;
    }
    // A send with more recipients than the limit goes alone, and the next one waits longer.
    if (this.total > 0 && this.total + recipients > this.rate.recipients) return undefined;
    this.total += recipients;
    return new RatedPass(this, recipients);
  }

  /**
   * When there may be room again, by `performance.now()`, after {@link take} returned undefined. Infinity
   * if no request was started since.
   */
  get freeAt(): number {
    return this.counted.peek()?.until ?? Infinity;
  }

  /** Counts a request that was started, as one that arrives as late as it may. */
  begin(pass: RatedPass): void {
    pass.until = performance.now() + this.rate.perMs * ON_ITS_WAY + this.windowOf(pass);
    this.counted.push(pass);
    this.onStart();
  }

  arrived(pass: RatedPass): void {
    const until = performance.now() + this.windowOf(pass);
    if (pass.until === 0) this.counted.push(pass);
    if (pass.until === 0 || until < pass.until) pass.until = until;
  }

  release({ recipients }: RatedPass): void {
    this.total -= recipients;
  }

  private windowOf({ recipients }: RatedPass): number {
    return this.rate.perMs * Math.max(1, recipients / this.rate.recipients);
  }
}

class RatedPass implements Pass {
  /** When it no longer counts; 0 before the request was started or has ended. */
  until = 0;
  private isOver = false;

  constructor(
    private readonly window: RateWindow,
    readonly recipients: number,
  ) {}

  started(): void {
    if (this.until === 0 && !this.isOver) this.window.begin(this);
  }

  end(isUnused: boolean): void {
    if (this.isOver) return;
    this.isOver = true;
    if (isUnused && this.until === 0) this.window.release(this);
    else this.window.arrived(this);
  }
}
