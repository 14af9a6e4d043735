/** The longest time of a timer, in ms. A longer one would fire at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * How long a test waits for something by default, in ms. Jest and Vitest end a test after 5,000, without saying
 * what came instead.
 */
export const DEFAULT_WAIT = 4_000;
