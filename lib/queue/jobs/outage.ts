/** Tells when something begins to fail, and when it works again, so that the log says both. */
export class Outage {
  private isOn = false;
  private toldAt = -Infinity;

  /**
   * @param every the shortest time between two failures that are told, in ms
   * @param repeats whether an outage that goes on is told again
   */
  constructor(
    private readonly every: number,
    private readonly repeats: boolean,
  ) {}

  /** Whether a failure is to be told. */
  begins(): boolean {
    const now = performance.now();
    if ((this.isOn && !this.repeats) || now - this.toldAt < this.every) return false;
    this.toldAt = now;
    return (this.isOn = true);
  }

  /** Whether the end is to be told. */
  ends(): boolean {
    const wasOn = this.isOn;
    this.isOn = false;
    return wasOn;
  }
}
