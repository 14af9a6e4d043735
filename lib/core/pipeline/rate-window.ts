import type { SmsRateLimit } from '../sms-gateway.options.js';
import type { NoUnread } from '../common/no-unread.js';
import { Fifo } from '../common/fifo.js';

/**
 * What the end of an attempt proves about its request: `answered`, that it has arrived; `unused`, that nothing
 * was sent to the gateway; `lost`, neither, so the request may still be on its way.
 */
export type PassEnd = 'answered' | 'unused' | 'lost';

/** The permission to make one attempt. */
export interface Pass {
  /** The request was started on a socket. */
  started(): void;
  /** `unused` counts as `lost` once the request was started. */
  end(how: PassEnd): void;
}

/** The part of a window after which a request that left is assumed to have arrived. */
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
 * The limit holds in every window, not only on average: a gateway that counts per second would refuse the burst
 * that a token bucket allows. It holds as the gateway counts, however long a request takes to arrive: a request
 * takes up room as soon as it may leave, and its window starts with the answer, because by then the gateway has
 * received it. If the answer takes longer than a quarter of a window, the window starts at that point; otherwise
 * a slow gateway would lower the rate. The same applies if there is no answer: a request that was aborted, reset
 * or timed out may still be on its way.
 */
export class RateWindow {
  /** Requests that were started or have ended, in that order. They also stop counting in that order. */
  private readonly counted = new Fifo<Counted>();
  private total = 0;

  constructor(
    private readonly limit: number,
    private readonly perMs: number,
    private readonly onStart: () => void,
    private readonly now: () => number,
  ) {}

  /** Takes room, which becomes free a window after the request arrived; undefined if there is none. */
  take(recipients: number): Pass | undefined {
    const now = this.now();
    let oldest = this.counted.peek();
    for (; oldest && oldest.until <= now; oldest = this.counted.peek()) {
      this.counted.shift();
      this.total -= oldest.recipients;
    }
    // A send with more recipients than the limit goes alone, and the next one waits longer.
    if (this.total > 0 && this.total + recipients > this.limit) return undefined;
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
    const { limit, perMs } = this;
    const window = perMs * Math.max(1, recipients / limit);
    // If the request arrives as late as is assumed possible.
    const latest = perMs * ON_ITS_WAY + window;
    const request: Counted = { recipients, until: 0 };
    let isOver = false;
    return {
      started: () => {
        if (request.until > 0 || isOver) return;
        request.until = this.now() + latest;
        this.counted.push(request);
        this.onStart();
      },
      end: (how) => {
        if (isOver) return;
        isOver = true;
        if (request.until > 0) {
          if (how !== 'answered') return;
          request.until = Math.min(request.until, this.now() + window);
        } else if (how === 'unused') {
          this.total -= recipients;
        } else {
          // Nobody reported its start: it may have left a moment ago.
          request.until = this.now() + (how === 'answered' ? window : latest);
          this.counted.push(request);
        }
      },
    };
  }
}

/**
 * The window of the option `rateLimit`, if it is set.
 *
 * @param onStart called when a request was started, which changes when there may be room again
 * @param now the clock, in ms
 */
export function createRateWindow(
  rate: SmsRateLimit | undefined,
  onStart: () => void = () => undefined,
  now = () => performance.now(),
): RateWindow | undefined {
  if (!rate) return undefined;
  const { recipients, perMs, ...unread } = rate;
  void (unread satisfies NoUnread);
  return new RateWindow(recipients, perMs, onStart, now);
}
