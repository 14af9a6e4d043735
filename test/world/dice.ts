/** Numbers from 0 up to 1 that follow from a key. */
export type Dice = () => number;

/** The same key gives the same numbers. */
export function diceOf(...key: readonly (string | number)[]): Dice {
  let state = 0x811c9dc5;
  for (const char of key.join('\n')) {
    state = Math.imul(state ^ char.charCodeAt(0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(dice: Dice, values: readonly T[]): T {
  return values[Math.floor(dice() * values.length)]!;
}

/** A unique mark of 12 letters and digits. It ends in a letter, so that it is not a number. */
export function markOf(...key: readonly (string | number)[]): string {
  const dice = diceOf('mark', ...key);
  const letter = (letters: string): string => letters[Math.floor(dice() * letters.length)]!;
  let mark = letter('qxzjkw');
  while (mark.length < 11) mark += letter('abcdefghijkmnopqrstuvwxyz23456789');
  return mark + letter('qxzjkw');
}
