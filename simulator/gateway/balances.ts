// What an account without a limit reports, because clients read a number.
const UNLIMITED = 1_000_000;

/** What each account has left: one for every segment to every number (an assumption). */
export class Balances {
  readonly #start: number | undefined;
  readonly #spent = new Map<string, number>();

  /** @param start what each account has at first; undefined for no limit */
  constructor(start: number | undefined) {
    this.#start = start;
  }

  /** What an account has left. */
  of(userId: string): number {
    return this.#start === undefined ? UNLIMITED : this.#start - (this.#spent.get(userId) ?? 0);
  }

  /** Uses some of it. Returns false, and uses nothing, if less is left. */
  spend(userId: string, cost: number): boolean {
    if (this.#start === undefined) return true;
    if (cost > this.of(userId)) return false;
    this.#spent.set(userId, this.#start - this.of(userId) + cost);
    return true;
  }

  /** Gives every account what it had at first. */
  reset(): void {
    this.#spent.clear();
  }
}
