/** What can stand between two digits of one number: also what breaks a line or has no width. */
const BETWEEN_DIGITS = /^[\s\p{Pd}\p{Cf}\u2212.()/+]{0,3}$/u;

/** Digits with no more between them than may stand within one number. */
export interface RowOfDigits {
  digits: string;
  /** Where each digit stands in the text. */
  places: number[];
}

export function rowsOfDigits(text: string): RowOfDigits[] {
  const rows: RowOfDigits[] = [];
  let row: RowOfDigits | undefined;
  let end = 0;
  for (const match of text.matchAll(/[0-9]+/g)) {
    if (row === undefined || !BETWEEN_DIGITS.test(text.slice(end, match.index))) {
      row = { digits: '', places: [] };
      rows.push(row);
    }
    row.digits += match[0];
    for (let at = 0; at < match[0].length; at += 1) row.places.push(match.index + at);
    end = match.index + match[0].length;
  }
  return rows;
}
