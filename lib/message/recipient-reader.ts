import { type CallingCode, findCallingCode } from './calling-code.js';
import { maskNumber } from './mask.js';
import { readNationalNumber } from './national-number.js';
import type { ReadRecipient, RecipientIssue } from './recipients.js';
import { kindOf } from './value-checks.js';
import { type WrittenNumber, readWrittenNumber } from './written-number.js';

/** How an account checks numbers. */
export interface NumberRules {
  /**
   * What a number with its country prefix must be. `strict`: valid in the numbering plan of its
   * country, or, with a leading `+`, of a possible length. `possible`: of a possible length. `any`: 8
   * to 15 digits.
   */
  readonly numbers: 'strict' | 'possible' | 'any';
  /** An ISO 3166 code. If set, digits without a `+` must be valid in this country. */
  readonly defaultCountry?: string | undefined;
}

const FEWEST_DIGITS = 8;
const MOST_DIGITS = 15; // ITU-T E.164
const PLAIN_NUMBER = /^[1-9][0-9]{7,14}$/;

/**
 * Creates a function that reads one recipient: it returns the digits with country prefix, or why the
 * number cannot be sent to.
 */
export function createRecipientReader({ numbers, defaultCountry }: NumberRules): ReadRecipient {
  const withoutPlus = numbers === 'strict' ? checkValid : numbers === 'possible' && checkPossible;
  const withPlus = numbers !== 'any' && checkPossible;

  return (value) => {
    if (typeof value !== 'string') {
      return {
        issue: `is ${kindOf(value)}; give each number as a string, such as '+44 7700 900123'`,
      };
    }
    // The common case: digits alone, as the gateway wants them.
    if (defaultCountry === undefined && PLAIN_NUMBER.test(value)) {
      return withoutPlus ? withoutPlus(value, HOW_TO_SAY) : value;
    }
    const written = readWrittenNumber(value);
    if ('issue' in written) return written;
    if (defaultCountry !== undefined && !written.plus)
      return readInCountry(written, defaultCountry);
    const { digits, plus, zeroInParentheses } = written;
    if (zeroInParentheses !== 'no') return trunkZeroIssue(digits);
    const issue = zeroIssue(digits) ?? lengthIssue(digits);
    if (issue) return issue;
    if (plus) return withPlus ? withPlus(digits, 'check it') : digits;
    return withoutPlus ? withoutPlus(digits, HOW_TO_SAY) : digits;
  };
}

const HOW_TO_SAY =
  'write + and the country prefix before the number, or set defaultCountry to give national numbers';

/** @param advice what to do about a number that is not valid */
function checkValid(digits: string, advice: string): string | RecipientIssue {
  const code = findCallingCode(digits);
  if (code?.planOf(digits)) return digits;
  return planIssue(digits, code && `is not a valid number ${ofCode(code)}`, advice);
}

function checkPossible(digits: string, advice: string): string | RecipientIssue {
  const code = findCallingCode(digits);
  if (code?.isPossible(digits)) return digits;
  return planIssue(digits, code && `is too long or too short for a number ${ofCode(code)}`, advice);
}

function ofCode({ digits, countries }: CallingCode): string {
  const [country] = countries;
  return country !== undefined && countries.length === 1
    ? `of ${country}, whose country prefix is ${digits}`
    : `with the country prefix ${digits}`;
}

function planIssue(digits: string, problem: string | undefined, advice: string): RecipientIssue {
  const what = problem ?? 'does not begin with a country prefix';
  return { issue: `${what}; ${advice} (${maskNumber(digits)})` };
}

/** Reads digits without a `+` if a default country is set. */
function readInCountry(written: WrittenNumber, country: string): string | RecipientIssue {
  const { digits } = written;
  // Only a zero alone is refused: some countries write national numbers as `8 (029) 123-45-67`.
  if (written.zeroInParentheses === 'alone') return trunkZeroIssue(digits);
  if (digits.startsWith('00')) return doubleZeroIssue(digits);
  const reading = readNationalNumber(digits, country);
  if (reading.kind === 'number') return lengthIssue(reading.digits) ?? reading.digits;
  const shown = maskNumber(digits);
  if (reading.kind === 'none') {
    return {
      issue: `is not a valid number of ${country}, the default country; correct it, or write + and the country prefix before it if it is another country's (${shown})`,
    };
  }
  return {
    issue: `can be read with and without the country prefix of ${country}, as two different numbers; write + and the country prefix before it (${shown})`,
  };
}

function lengthIssue(digits: string): RecipientIssue | undefined {
  const { length } = digits;
  if (length >= FEWEST_DIGITS && length <= MOST_DIGITS) return undefined;
  return {
    issue: `has ${length} digits; a number with its country prefix has ${FEWEST_DIGITS} to ${MOST_DIGITS} (${maskNumber(digits)})`,
  };
}

function zeroIssue(digits: string): RecipientIssue | undefined {
  if (!digits.startsWith('0')) return undefined;
  if (digits.startsWith('00')) return doubleZeroIssue(digits);
  return {
    issue: `begins with 0; give the number with its country prefix, or set defaultCountry to give national numbers (${maskNumber(digits)})`,
  };
}

function doubleZeroIssue(digits: string): RecipientIssue {
  return {
    issue: `begins with 00; replace it with +, or leave it out (${maskNumber(digits)})`,
  };
}

function trunkZeroIssue(digits: string): RecipientIssue {
  return {
    issue: `has a zero in parentheses, which is dialled in some countries and not in others; write the number as it is dialled from abroad (${maskNumber(digits)})`,
  };
}
