import { LONGEST_OBEYED } from '../protocol/retry-after.js';

/** How long it takes to release the calls that waited, once a pause has ended, in ms. */
const RELEASE = 1000;

/**
 * A pause that the gateway asked for, and the second after it. In that second, the waiting calls are released
 * evenly, because all at once they would be throttled again.
 */
export class GatePause {
  isOn = false;
  /** Times by `performance.now()`. */
  private endsAt = 0;
  private nextAt = 0;

  /** Starts the pause, or extends it. At most an hour. */
  begin(ms: number): void {
    const endsAt = performance.now() + Math.min(ms, LONGEST_OBEYED);
    if (this.isOn && endsAt <= this.endsAt) return;
    this.isOn = true;
    this.endsAt = endsAt;
    this.nextAt = endsAt;
  }

  /** For how long no call may pass from now on, in ms. */
  get left(): number {
    return this.isOn ? Math.max(0, this.endsAt - performance.now()) : 0;
  }

  /** Whether the pause lasts beyond a time by `performance.now()`. */
  outlasts(time: number): boolean {
    return this.left > 0 && time < this.endsAt;
  }

  /** When the next waiting call may pass, by `performance.now()`; 0 if it does not have to wait. */
  get opensAt(): number {
    if (this.isOn && performance.now() >= this.endsAt + RELEASE) this.isOn = false;
    return this.isOn ? this.nextAt : 0;
  }

  /** @param waiting how many calls waited, including the one that passed */
  passed(waiting: number): void {
    if (this.isOn) this.nextAt += (this.endsAt + RELEASE - this.nextAt) / waiting;
  }

  drained(): void {
    if (this.left === 0) this.isOn = false;
  }
}
