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

/** A request that counts towards the limit. */
interface Counted {
  readonly recipients: number;
  /** When it no longer counts, by `performance.now()`; 0 before it was started or has ended. */
  until: number;
}

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
  private readonly counted = new Fifo<Counted>();
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
    return this.passFor(recipients);
  }

  /**
   * When there may be room again, by `performance.now()`, after {@link take} returned undefined. Infinity
   * if no request was started since.
   */
  get freeAt(): number {
    return this.counted.peek()?.until ?? Infinity;
  }

  private passFor(recipients: number): Pass {
    const { perMs, recipients: limit } = this.rate;
    const window = perMs * Math.max(1, recipients / limit);
    const request: Counted = { recipients, until: 0 };
    let isOver = false;
    return {
      started: () => {
        if (request.until > 0 || isOver) return;
        // Assume that it arrives as late as it can.
        request.until = performance.now() + perMs * ON_ITS_WAY + window;
        this.counted.push(request);
        this.onStart();
      },
      end: (isUnused) => {
        if (isOver) return;
        isOver = true;
        const until = performance.now() + window;
        if (request.until > 0) request.until = Math.min(request.until, until);
        else if (isUnused) this.total -= recipients;
        else this.counted.push({ recipients, until });
      },
    };
  }
}
