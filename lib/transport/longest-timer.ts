/** The longest time that a timer takes, in ms; a longer one would pass at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
