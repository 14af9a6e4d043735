import {
  type CallingCode,
  dropTrunkPrefix,
  findCallingCode,
  readNationalNumber,
} from './calling-code.js';
import type { ReadRecipient } from './checked-message.js';
import { dropIgnorable, toAsciiNumber } from '../common/characters.js';
import { maskNumber } from '../common/mask.js';
import { type Invalid, kindOf } from '../common/value-checks.js';
import { FROM_SPREADSHEET, isSpreadsheetNumber } from './spreadsheet.js';

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
/** A number as the gateway wants it. */
export const PLAIN_NUMBER = /^[1-9][0-9]{7,14}$/;

/** What separates groups of digits: spaces of every width, hyphens, dashes, the minus sign and so on. */
const SEPARATOR = /^[\p{Zs}\p{Pd}\u2212.()/]$/u;

/** How most people write numbers: these need no closer look. */
const USUAL = /^[0-9+ -]*$/;

// After the first digits. Some countries write national numbers as `8 (029) 123-45-67`.
const ZERO_IN_PARENTHESES = /[0-9][^0-9(]*\([^0-9]*0/;
const ZERO_ALONE_IN_PARENTHESES = /[0-9][^0-9(]*\([^0-9]*0[^0-9]*\)/;

// One or two digits after the only slash, or in parentheses at the end: an extension, or how another number ends.
// Belgians write +32 475/12.34.56.
const SECOND_NUMBER =
  /^[^/]*\/[^0-9/]*[0-9]{1,2}[^0-9/]*$|\([^0-9()]*[0-9]{1,2}[^0-9()]*\)[^0-9]*$/;

const HOW_TO_SAY =
  'start the number with + and its country prefix, or set defaultCountry to allow national numbers';

// Made when the first error needs it, because it takes a while.
let names: Intl.DisplayNames | undefined;

/**
 * Creates the function that reads the recipients of an account.
 *
 * @param isLenient whether digits that look like an extension count as part of the number
 */
export function createRecipientReader(
  { numbers, defaultCountry }: NumberRules,
  isLenient = false,
): ReadRecipient {
  return (recipient) => {
    if (typeof recipient !== 'string') {
      const example = "write each number as a string, for example '+91 98765 43210'";
      return { issue: `is ${kindOf(recipient)}; ${example}` };
    }
    // The common case: digits alone, as the gateway wants them.
    if (defaultCountry === undefined && PLAIN_NUMBER.test(recipient)) {
      return checkNumber(recipient, numbers, HOW_TO_SAY);
    }
    let value = recipient;
    if (!USUAL.test(recipient)) {
      value = toAsciiNumber(dropIgnorable(recipient)).trim();
      if (isSpreadsheetNumber(value)) {
        return invalid(`looks like a number ${FROM_SPREADSHEET}`, value);
      }
    }
    const written = readWrittenNumber(value);
    if ('issue' in written) return written;
    const { digits, plus } = written;
    const country = plus ? undefined : defaultCountry;
    const zero = country === undefined ? ZERO_IN_PARENTHESES : ZERO_ALONE_IN_PARENTHESES;
    if (zero.test(value)) {
      return invalid(
        'has a zero in parentheses, which is dialled in some countries and not in others; write the number as it is dialled from abroad',
        digits,
      );
    }
    if (!isLenient && SECOND_NUMBER.test(value)) {
      return invalid('ends like an extension or a second number; write one number', digits);
    }
    if (digits.startsWith('00')) {
      return invalid('begins with 00; replace it with +, or omit it', digits);
    }
    if (country !== undefined) return readInCountry(digits, country);
    if (digits.startsWith('0')) {
      return invalid(
        'begins with 0; write the number with its country prefix, or set defaultCountry to allow national numbers',
        digits,
      );
    }
    if (!plus) return checkNumber(digits, numbers, HOW_TO_SAY);
    return checkNumber(digits, numbers === 'strict' ? 'possible' : numbers, 'check it');
  };
}

/**
 * Splits a written number into its parts, or says which of its characters is not allowed.
 *
 * @param value without invisible characters
 */
export function readWrittenNumber(value: string): { digits: string; plus: boolean } | Invalid {
  let digits = '';
  let plus = false;
  for (const character of value) {
    if (character >= '0' && character <= '9') digits += character;
    else if (character === '+' && !plus && digits === '') plus = true;
    else if (!SEPARATOR.test(character)) {
      return { issue: `${characterProblem(character)} (${maskNumber(value)})` };
    }
  }
  if (digits === '') return { issue: 'has no digits; use a number like +91 98765 43210' };
  return { digits, plus };
}

function characterProblem(character: string): string {
  if (character === '+') return "has a '+' that is not its first character; write one number";
  if (/^[,;\n\r]$/.test(character)) {
    return 'has a comma, semicolon or line break; write several numbers as an array of strings';
  }
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const what = /^\p{L}$/u.test(character) ? 'letters' : `the character U+${point}`;
  return `has ${what}; write only the digits 0 to 9, with or without a + before them`;
}

/** @param advice what to do about a number that does not exist */
function checkNumber(
  written: string,
  numbers: NumberRules['numbers'],
  advice: string,
): string | Invalid {
  const digits = numbers === 'strict' ? written : dropTrunkPrefix(written);
  const sized = checkLength(digits);
  if (numbers === 'any' || typeof sized !== 'string') return sized;
  const code = findCallingCode(digits);
  if (!code) return invalid(`does not begin with a country prefix; ${advice}`, digits);
  if (numbers === 'strict' ? code.planOf(digits) : code.isPossible(digits)) return digits;
  const what = numbers === 'strict' ? 'not a valid number' : 'too long or too short for a number';
  return invalid(`is ${what} ${ofCode(code)}; ${advice}`, digits);
}

function checkLength(digits: string): string | Invalid {
  const { length } = digits;
  if (length >= FEWEST_DIGITS && length <= MOST_DIGITS) return digits;
  return invalid(
    `has ${length} digits; a number with its country prefix has ${FEWEST_DIGITS} to ${MOST_DIGITS}`,
    digits,
  );
}

function ofCode({ digits, countries }: CallingCode): string {
  const [country] = countries;
  return country !== undefined && countries.length === 1
    ? `in ${nameOf(country)} (+${digits})`
    : `with the country prefix ${digits}`;
}

/** The English name of a country. */
function nameOf(country: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region' });
  return names.of(country) ?? country;
}

/** Reads digits without a `+` if a default country is set. */
function readInCountry(digits: string, country: string): string | Invalid {
  const [number, secondNumber] = readNationalNumber(digits, country);
  if (number === undefined) {
    return invalid(
      `is not a valid number in ${nameOf(country)}, the default country; correct it, or start it with + and the prefix of another country`,
      digits,
    );
  }
  if (secondNumber === undefined) return checkLength(number);
  return invalid(
    `can be read with and without the country prefix of ${nameOf(country)}, as two different numbers; start it with + and its country prefix`,
    digits,
  );
}

function invalid(problem: string, digits: string): Invalid {
  return { issue: `${problem} (${maskNumber(digits)})` };
}
