import { LONGEST_OBEYED } from '../../../core/protocol/retry-after.js';

/** Holds all workers of a queue back for a while, as the gateway asked: the store gives them no message until then. */
export class Hold {
  /** Until when this process knows that all are held back, by `performance.now()`. */
  private until = 0;

  /** @param extend makes the hold in the store last so many ms from now, unless it lasts longer */
  constructor(private readonly extend: (ms: number) => Promise<unknown>) {}

  /** @param duration for how long, in ms. At most an hour is obeyed */
  async begin(duration: number): Promise<void> {
    const ms = Math.min(duration, LONGEST_OBEYED);
    this.heard(ms);
    await this.extend(ms);
  }

  /** @param ms for how long all are held back, as the store said */
  heard(ms: number): void {
    this.until = Math.max(this.until, performance.now() + ms);
  }

  /** For how long sends are held back, in ms. 0: they are not. */
  left(): number {
    return Math.max(0, this.until - performance.now());
  }
}
