import { rowsOfDigits } from './rows-of-digits.js';

/** Digits of one row that tell nothing: a masked number shows as many. */
const UNTELLING = 4;

/** Longer ones are found as a part of the text. */
const LONGEST = 7;

const SHORT_ROW = /(?<![0-9])[0-9]{4,7}(?![0-9])/g;

/** Knows every row of 4 to 7 digits that texts hold, and of 5 to 7 that numbers do. */
export class KnownDigits {
  private rows: Set<string> | undefined;

  constructor(
    private readonly texts: readonly string[],
    private readonly numbers: readonly string[],
  ) {}

  /** Calls `found` with the place and the end of each row of 4 to 7 digits that is one of them. */
  find(text: string, found: (start: number, end: number) => void): void {
    for (const { 0: row, index } of text.matchAll(SHORT_ROW)) {
      // Few answers have such a row, so that they are gathered where the first one has.
      if ((this.rows ??= this.gather()).has(row)) found(index, index + row.length);
    }
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
