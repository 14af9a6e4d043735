/** A whole number in a query: its bounds, and what counts where it is not given. */
export interface Limits {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

/** How many messages a page of the list holds. */
export const PAGE: Limits = { min: 1, max: 1_000, fallback: 50 };

/** How many milliseconds a request waits for a message. */
export const WAIT: Limits = { min: 0, max: 300_000, fallback: 5_000 };
