import { rowsOfDigits } from './rows-of-digits.js';

/** The last digits by which a number is known whatever stands before them: its prefix, a 0, nothing. */
const TAIL = 8;

/** Finds recipients in what a server said, with or without country prefix and separators. */
export class KnownNumbers {
  private readonly byTail = new Map<string, string[]>();

  constructor(numbers: readonly string[]) {
    for (const number of numbers) {
      if (number.length < TAIL) continue;
      const tail = number.slice(-TAIL);
      const known = this.byTail.get(tail);
      if (known) known.push(number);
      else this.byTail.set(tail, [number]);
    }
  }

  /** Calls `found` with the place of each occurrence's first digit and the end of its last. */
  find(text: string, found: (start: number, end: number) => void): void {
    if (this.byTail.size === 0) return;
    for (const { digits, places } of rowsOfDigits(text)) {
      for (let end = TAIL; end <= digits.length; end += 1) {
        const length = this.longestMatch(digits.slice(0, end));
        const first = places[end - length];
        const last = places[end - 1];
        if (length > 0 && first !== undefined && last !== undefined) found(first, last + 1);
      }
    }
  }

  /** How many of the last digits are the last digits of one number; 0 where fewer than 8 are. */
  private longestMatch(digits: string): number {
    let longest = 0;
    for (const number of this.byTail.get(digits.slice(-TAIL)) ?? []) {
      let length = TAIL;
      while (length < number.length && number.at(-length - 1) === digits.at(-length - 1))
        length += 1;
      longest = Math.max(longest, length);
    }
    return longest;
  }
}
