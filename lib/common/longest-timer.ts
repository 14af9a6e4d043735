/** The longest time of a timer, in ms. A longer one would fire at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
