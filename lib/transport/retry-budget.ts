const COST = 5;
const REFUND = 1;

/**
 * Tokens that all tries of an account share, so that an outage does not multiply the load: a try
 * again takes some, an answered one gives a little back, and where none are left nothing is tried
 * again.
 */
export class RetryBudget {
  private left: number;

  constructor(private readonly capacity: number) {
    this.left = capacity;
  }

  /** Takes what a try again costs. False where there is not enough left. */
  take(): boolean {
    if (this.left < COST) return false;
    this.left -= COST;
    return true;
  }

  refund(): void {
    this.left = Math.min(this.capacity, this.left + REFUND);
  }
}
