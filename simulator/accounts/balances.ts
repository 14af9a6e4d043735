import { problemOfAccount, type ResolvedOptions } from '../options/check-options.js';

// What an account without a limit reports, because clients read a number.
const UNLIMITED = 1_000_000;

/** What each account has left: one for every segment to every number (an assumption). */
export class Balances {
  /** When the accounts got their initial balance. */
  readonly since: number;
  readonly #options: ResolvedOptions;
  /** What is left of those that have sent, or were set. */
  readonly #left = new Map<string, number>();

  /** @param options with what each account has at first as `balance`; undefined for no limit */
  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.since = options.now();
  }

  /** How many segments an account has left. */
  of(userId: string): number {
    return this.#left.get(userId) ?? this.#options.balance ?? UNLIMITED;
  }

  /** Segments as the gateway writes them in a balance: their number, or in a wallet what they cost. */
  write(segments: number): string {
    const { segmentPrice } = this.#options;
    return segmentPrice === undefined ? String(segments) : (segments * segmentPrice).toFixed(4);
  }

  /** Uses some of it. Returns false, and uses nothing, if less is left. */
  spend(userId: string, cost: number): boolean {
    if (this.#options.balance === undefined && !this.#left.has(userId)) return true;
    const balanceAfter = this.of(userId) - cost;
    if (balanceAfter < 0) return false;
    this.#left.set(userId, balanceAfter);
    return true;
  }

  /**
   * Sets what an account has left, which limits it from now on.
   *
   * @returns what is wrong, if anything is
   */
  set(userId: string, newBalance: number): string | undefined {
    if (!(Number.isSafeInteger(newBalance) && newBalance >= 0)) {
      return 'segments is not valid. Provide a whole number, 0 or more.';
    }
    const problem = problemOfAccount(userId, this.#options);
    if (problem === undefined) this.#left.set(userId, newBalance);
    return problem;
  }

  /** Gives every account what it had at first. */
  reset(): void {
    this.#left.clear();
  }
}
