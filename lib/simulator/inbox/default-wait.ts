/**
 * How many milliseconds every wait for a message lasts by default. Jest and Vitest end a test after
 * 5,000, without saying what came instead.
 */
export const DEFAULT_WAIT = 4_000;
