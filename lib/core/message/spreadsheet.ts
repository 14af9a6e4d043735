/** The end of the issue for a number or an id that a spreadsheet changed. */
export const FROM_SPREADSHEET = 'from a spreadsheet; export the column as text';

const EXPONENT = /^[+-]?\d[.,]?\d*E\+?\d+$/i;
// The only point or comma, right after five digits, and only zeros after it. This does not match numbers written
// in groups, for example +33.6.12.34.56.00 or +852 6123.0000.
const DECIMAL = /^[^.,]*\d{5}[.,]0+[^\d.,]*$/;
// The same, with groups of thousands.
const GROUPED_DECIMAL = /^\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){2,}[.,]00?$/;
// A number in an answer can have others next to it.
const DECIMALS = /(\d{5})[.,]0+(?!\.?\d)/g;

/** Whether a spreadsheet wrote a number, so that its digits are not those of the phone number. */
export function isSpreadsheetNumber(text: string): boolean {
  return EXPONENT.test(text) || DECIMAL.test(text) || GROUPED_DECIMAL.test(text);
}

/** Removes the decimals of the numbers in a text that a gateway wrote. */
export function dropDecimals(text: string): string {
  return text.replaceAll(DECIMALS, '$1');
}
