/** The numbers of one `mobile` field, sorted. */
export interface SortedNumbers {
  /** Those that can be numbers, each once. */
  readonly valid: readonly string[];
  /** Those that can't, as they came. */
  readonly invalid: readonly string[];
}

/** Whether digits can be a number (an assumption: 8 to 15 without a leading zero, as E.164 has it). */
export function canBeNumber(digits: string): boolean {
  return /^[1-9][0-9]{7,14}$/.test(digits);
}

/**
 * Sorts comma-separated numbers.
 *
 * @param refuse whether a number is refused although it is valid
 */
export function sortNumbers(mobile: string, refuse: (number: string) => boolean): SortedNumbers {
  const valid = new Set<string>();
  const invalid = new Set<string>();
  for (const part of mobile.split(',')) {
    const number = part.trim();
    if (number === '') continue;
    const taken = canBeNumber(number) && !refuse(number);
    (taken ? valid : invalid).add(number);
  }
  return { valid: [...valid], invalid: [...invalid] };
}
