/** Decides which failures of an outage are logged, and whether its end is. */
export class Outage {
  private isOn = false;
  private loggedAt = -Infinity;

  /** @param every the shortest time between two failures that are logged, in ms */
  constructor(private readonly every: number) {}

  /** Whether to log a failure. */
  begins(): boolean {
    const now = performance.now();
    if (this.isOn || now - this.loggedAt < this.every) return false;
    this.loggedAt = now;
    return (this.isOn = true);
  }

  /** Whether to log that it works again. */
  ends(): boolean {
    const wasOn = this.isOn;
    this.isOn = false;
    return wasOn;
  }
}
