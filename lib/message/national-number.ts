import { findCallingCode, findPlan } from './calling-code.js';

/** What digits without a `+` mean in a country. */
export type NationalReading =
  /** One number: its digits with country prefix. */
  | { readonly kind: 'number'; readonly digits: string }
  /** Two different numbers: as a national one, and as one that already has its country prefix. */
  | { readonly kind: 'ambiguous' }
  /** Not a number of this country. */
  | { readonly kind: 'none' };

const NONE: NationalReading = Object.freeze({ kind: 'none' });
const AMBIGUOUS: NationalReading = Object.freeze({ kind: 'ambiguous' });

/**
 * Reads digits without a `+` as a number of a country, with or without its prefix. Valid by the
 * country's numbering plan, whatever the kind of line.
 *
 * @param country an ISO 3166 code
 */
export function readNationalNumber(digits: string, country: string): NationalReading {
  const plan = findPlan(country);
  if (!plan) return NONE;
  // Several countries share a calling code, so a valid number may still be another country's.
  const isOfCountry = (number: string): boolean => findCallingCode(number)?.planOf(number) === plan;

  const international = plan.afterInternationalPrefix(digits);
  if (international !== undefined) return isOfCountry(international) ? found(international) : NONE;

  const hasPrefix = isOfCountry(digits);
  const national = [plan.toNational(digits), digits]
    .map((number) => plan.callingCode + number)
    .find(isOfCountry);
  if (national === undefined || national === digits) return hasPrefix ? found(digits) : NONE;
  return hasPrefix ? AMBIGUOUS : found(national);
}

function found(digits: string): NationalReading {
  return { kind: 'number', digits };
}
