/** A number as people write it, as the gateway has it: digits, without `+` and separators. */
export function normaliseNumber(number: string): string {
  return number.replace(/[\s().+-]/g, '');
}
