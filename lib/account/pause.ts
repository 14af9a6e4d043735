/** The longest pause that a gateway can ask for, in ms: a `Retry-After` may name any time. */
const LONGEST = 3_600_000;
/** How long the calls that waited are spread over once a pause has ended, in ms. */
const RELEASE = 1000;

/**
 * A pause that the gateway asked for, and the second after it, in which those who waited are
 * released evenly: all at once they would be throttled again.
 */
export class Pause {
  private isOn = false;
  /** Times of the monotonic clock. */
  private endsAt = 0;
  private nextAt = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param onTurn called where {@link lets} said no, when it may say yes */
  constructor(private readonly onTurn: () => void) {}

  /** Begins it, or makes it longer. At most an hour. */
  begin(ms: number): void {
    const endsAt = performance.now() + Math.min(ms, LONGEST);
    if (this.isOn && endsAt <= this.endsAt) return;
    this.sleep();
    this.isOn = true;
    this.endsAt = endsAt;
    this.nextAt = endsAt;
  }

  /** How long nobody is let through from now on, in ms. */
  get left(): number {
    return this.isOn ? Math.max(0, this.endsAt - performance.now()) : 0;
  }

  /** Whether it is on and lasts longer than until a time of the monotonic clock. */
  outlasts(time: number): boolean {
    return this.left > 0 && time < this.endsAt;
  }

  /** Whether the first of those who wait is let through. Calls back where it is not. */
  lets(): boolean {
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
   * Tells that one was let through.
   *
   * @param waiting how many waited, itself included
   */
  passed(waiting: number): void {
    if (this.isOn) this.nextAt += (this.endsAt + RELEASE - this.nextAt) / waiting;
  }

  /** Tells that nobody waits any more. */
  nobodyWaits(): void {
    this.sleep();
    if (this.left === 0) this.isOn = false;
  }

  private sleep(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
