import { rowsOfDigits } from './rows-of-digits.js';

/** Digits of one row that tell nothing: a masked number shows as many. */
const UNTELLING = 4;

/** As many as a code has that is looked up here. */
const LONGEST = 6;

/** Knows every row of 4 to 6 digits that texts hold, and of 5 or 6 that numbers do. */
export class KnownDigits {
  private rows: Set<string> | undefined;

  constructor(
    private readonly texts: readonly string[],
    private readonly numbers: readonly string[],
  ) {}

  /** Whether a short code repeats some of them. */
  has(code: string): boolean {
    // Few answers have such a code, so that they are gathered where the first one has.
    return (code.match(/[0-9]{4,}/g) ?? []).some((row) => (this.rows ??= this.gather()).has(row));
  }

  private gather(): Set<string> {
    const rows = new Set<string>();
    const add = (digits: string, shortest: number): void => {
      for (let length = shortest; length <= LONGEST; length += 1) {
        for (let at = 0; at + length <= digits.length; at += 1)
          rows.add(digits.slice(at, at + length));
      }
    };
    for (const text of this.texts)
      for (const { digits } of rowsOfDigits(text)) add(digits, UNTELLING);
    for (const number of this.numbers) add(number, UNTELLING + 1);
    return rows;
  }
}
