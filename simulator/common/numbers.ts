/** The numbers of one `mobile` field. */
export interface SortedNumbers {
  /** The valid ones, each once. */
  readonly valid: readonly string[];
  /** The others, as they came. */
  readonly invalid: readonly string[];
}

/** A number as people write it, in the gateway's form: without `+` and separators. */
export function normaliseNumber(number: string): string {
  return number.replace(/[\s().+-]/g, '');
}

/** Whether digits can be a number (an assumption: 8 to 15 without a leading zero, as in E.164). */
export function canBeNumber(digits: string): boolean {
  return /^[1-9][0-9]{7,14}$/.test(digits);
}

/**
 * Sorts comma-separated numbers.
 *
 * @param rejects numbers to reject although they are valid
 */
export function sortNumbers(mobile: string, rejects: ReadonlySet<string>): SortedNumbers {
  const valid = new Set<string>();
  const invalid = new Set<string>();
  for (const number of splitNumbers(mobile)) {
    (canBeNumber(number) && !rejects.has(number) ? valid : invalid).add(number);
  }
  return { valid: [...valid], invalid: [...invalid] };
}

/** The items of a `mobile` field. */
export function splitNumbers(mobile: string): string[] {
  return mobile
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
