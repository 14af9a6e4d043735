import { findCallingCode, readNationalNumber } from './calling-code.js';
import { dropIgnorable } from '../common/characters.js';
import { dropDecimals } from './spreadsheet.js';
import { PLAIN_NUMBER, readWrittenNumber } from './recipient-reader.js';

/** Two zeros before a country prefix. No country prefix begins with a zero. */
const DIALLED = /^00(?=[1-9])/;

/**
 * The numbers that a gateway may mean in a report: first the number with country prefix, as it was sent, then
 * the national number. Returns both if both are valid. Digits that are in no numbering plan are kept unchanged,
 * because the gateway sent to them.
 *
 * @param defaultCountry an ISO 3166 code: if it is set, gateways may leave out its prefix
 */
export function readReportedNumber(text: string, defaultCountry?: string): readonly string[] {
  const written = readWrittenNumber(dropDecimals(dropIgnorable(text).trim()));
  if ('issue' in written) return [];
  const digits = written.plus ? written.digits : written.digits.replace(DIALLED, '');
  const asSent = findCallingCode(digits)?.planOf(digits) ? [digits] : [];
  const isNational = defaultCountry !== undefined && !written.plus;
  const national = isNational ? readNationalNumber(written.digits, defaultCountry) : [];
  const numbers = [...new Set([...asSent, ...national])];
  if (numbers.length > 0) return numbers;
  return PLAIN_NUMBER.test(digits) ? [digits] : [];
}
