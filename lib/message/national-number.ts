import { findCallingCode, findPlan } from './calling-code.js';

/**
 * The valid numbers of a country that digits without a `+` can be, with country prefix: none, one, or
 * two if the digits can be read with and without the prefix.
 */
export function readNationalNumber(digits: string, country: string): readonly string[] {
  const plan = findPlan(country);
  if (!plan) return [];
  // Several countries share a calling code, so a valid number may still be another country's.
  const isOfCountry = (number: string): boolean => findCallingCode(number)?.planOf(number) === plan;
  const international = plan.afterInternationalPrefix(digits);
  if (international !== undefined) return [international].filter(isOfCountry);
  const national = [plan.toNational(digits), digits]
    .map((number) => plan.callingCode + number)
    .find(isOfCountry);
  return [...new Set([digits, national ?? digits])].filter(isOfCountry);
}
