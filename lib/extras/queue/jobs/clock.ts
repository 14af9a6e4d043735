/** How far a worker's clock may be off without a warning, in ms. */
const SMALL_OFFSET = 1000;

/** The clock of this machine is too far off for a worker. */
export class ClockError extends Error {}

/**
 * What to say of the difference between this machine's clock and that of the store, if anything.
 *
 * @param offset how far the store's clock is ahead, in ms
 * @param largest how far it may be off, in ms
 * @throws ClockError if it is off by more
 */
export function clockProblem(store: string, offset: number, largest: number): string | undefined {
  const difference = Math.abs(offset);
  if (difference > largest) {
    throw new ClockError(
      `The clock of this machine is ${difference} ms ${offset < 0 ? 'ahead of' : 'behind'} that of ${store}. When messages are sent, and whose they are, depends on the workers' clocks, so this worker does not start. Set the clock, for example by NTP, and start the app again.`,
    );
  }
  if (difference <= SMALL_OFFSET) return undefined;
  return `the clock of this machine differs by ${difference} ms. Synchronise it, for example with NTP: from ${largest} ms on, this worker does not start.`;
}
