import { LONGEST_OBEYED } from '../protocol/retry-after.js';

/** How long it takes to release the calls that waited, once a pause has ended, in ms. */
const RELEASE = 1000;

/**
 * A pause that the gateway asked for, and the second after it, in which the waiting calls are released
 * evenly: all at once, they would be throttled again.
 */
export class Pause {
  private isOn = false;
  /** Times by `performance.now()`. */
  private endsAt = 0;
  private nextAt = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param onTurn called some time after {@link mayPass} returned false, when it may return true */
  constructor(private readonly onTurn: () => void) {}

  /** Starts the pause, or makes it longer. At most an hour. */
  begin(ms: number): void {
    const endsAt = performance.now() + Math.min(ms, LONGEST_OBEYED);
    if (this.isOn && endsAt <= this.endsAt) return;
    this.sleep();
    this.isOn = true;
    this.endsAt = endsAt;
    this.nextAt = endsAt;
  }

  /** How long no call passes from now on, in ms. */
  get left(): number {
    return this.isOn ? Math.max(0, this.endsAt - performance.now()) : 0;
  }

  /** Whether it lasts beyond a time by `performance.now()`. */
  outlasts(time: number): boolean {
    return this.left > 0 && time < this.endsAt;
  }

  /** Whether the next waiting call may pass. If not, calls back when it may. */
  mayPass(): boolean {
    if (!this.isOn) return true;
    const now = performance.now();
    if (now >= this.endsAt + RELEASE) this.isOn = false;
    else if (now < this.nextAt) {
      this.timer ??= setTimeout(
        () => {
          this.sleep();
          this.onTurn();
        },
        Math.ceil(this.nextAt - now),
      );
      return false;
    }
    return true;
  }

  /**
   * Notes that a call passed.
   *
   * @param waiting how many waited, including this one
   */
  passed(waiting: number): void {
    if (this.isOn) this.nextAt += (this.endsAt + RELEASE - this.nextAt) / waiting;
  }

  /** Notes that no call waits any more. */
  drained(): void {
    this.sleep();
    if (this.left === 0) this.isOn = false;
  }

  private sleep(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
