import type { SmsMessageIssue } from '../errors/index.js';
import { type CountryCode, readNationalNumber } from './national-number.js';
import { maskNumber } from './mask.js';
import { type WrittenNumber, readWrittenNumber } from './written-number.js';
import { kindOf } from './wrong-value.js';

/** Why something cannot be sent to. */
export interface RecipientIssue {
  /** What is wrong and what to give; the value masked. */
  readonly issue: string;
}

/** Why the recipients of a message cannot be sent to. */
export interface RecipientIssues {
  readonly issues: readonly SmsMessageIssue[];
}

const FEWEST_DIGITS = 8;
const MOST_DIGITS = 15; // ITU-T E.164

/**
 * Reads `to`: one recipient or an array of them. Gives each number's digits with country prefix
 * (document, 2.3: `mobile`) once, at its first place, or everything that is wrong, named `to` or
 * `to[1]`.
 */
export function readRecipients(
  to: unknown,
  defaultCountry?: CountryCode,
): readonly string[] | RecipientIssues {
  if (!Array.isArray(to)) {
    const read = typeof to === 'string' ? readRecipient(to, defaultCountry) : noRecipients(to);
    if (typeof read === 'string') return [read];
    return { issues: [{ path: 'to', message: read.issue }] };
  }
  if (to.length === 0) return { issues: [{ path: 'to', message: noRecipients(to).issue }] };
  return readEach(to, defaultCountry);
}

/**
 * Reads one recipient: its digits with country prefix, or why it cannot be sent to.
 *
 * Without `defaultCountry`, and with a leading `+` always, the digits are checked for their number
 * alone (8 to 15, no leading zero). With it, digits without a `+` have to be valid in that country.
 */
export function readRecipient(
  value: unknown,
  defaultCountry?: CountryCode,
): string | RecipientIssue {
  if (typeof value !== 'string') {
    return {
      issue: `is ${kindOf(value)}; give each number as a string, such as '+44 7700 900123'`,
    };
  }
  if (defaultCountry === undefined && isPlainNumber(value)) return value;

  const written = readWrittenNumber(value);
  if ('issue' in written) return written;
  return written.plus || defaultCountry === undefined
    ? withPrefix(written)
    : inCountry(written, defaultCountry);
}

function noRecipients(to: unknown): RecipientIssue {
  const what = Array.isArray(to) ? 'an empty array' : kindOf(to);
  return { issue: `is ${what}; give one number as a string, or several as an array of strings` };
}

/** Digits that shall begin with a country prefix: nothing but their number can be checked. */
function withPrefix({ digits, zeroInParentheses }: WrittenNumber): string | RecipientIssue {
  if (zeroInParentheses !== 'no') return trunkZeroIssue(digits);
  return zeroIssue(digits) ?? lengthIssue(digits) ?? digits;
}

/** Digits without a `+` where a default country is set. */
function inCountry(written: WrittenNumber, country: CountryCode): string | RecipientIssue {
  const { digits } = written;
  // Only the zero alone: `8 (029) 123-45-67` is how some countries write their own numbers.
  if (written.zeroInParentheses === 'alone') return trunkZeroIssue(digits);
  if (digits.startsWith('00')) return doubleZeroIssue(digits);
  const reading = readNationalNumber(digits, country);
  if (reading.kind === 'number') return lengthIssue(reading.digits) ?? reading.digits;
  const shown = maskNumber(digits);
  if (reading.kind === 'none') {
    return {
      issue: `is no valid number of ${country}, the default country; correct it, or give + and the country prefix if it is another country's (${shown})`,
    };
  }
  return {
    issue: `can be read with and without the country prefix of ${country}, which are two different numbers; write + and the country prefix before it (${shown})`,
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
    issue: `begins with 0; give the number with its country prefix, or set defaultCountry to give national ones (${maskNumber(digits)})`,
  };
}

function doubleZeroIssue(digits: string): RecipientIssue {
  return {
    issue: `begins with 00; write + in its place, or the country prefix alone (${maskNumber(digits)})`,
  };
}

function trunkZeroIssue(digits: string): RecipientIssue {
  return {
    issue: `has a zero in parentheses, which some countries dial and others do not; write the number as it is dialled from abroad (${maskNumber(digits)})`,
  };
}

function readEach(
  to: readonly unknown[],
  defaultCountry: CountryCode | undefined,
): readonly string[] | RecipientIssues {
  const numbers = new Set<string>();
  let issues: SmsMessageIssue[] | undefined;
  for (let index = 0; index < to.length; index += 1) {
    const read = readRecipient(to[index], defaultCountry);
    if (typeof read === 'string') numbers.add(read);
    else (issues ??= []).push({ path: `to[${index}]`, message: read.issue });
  }
  return issues ? { issues } : [...numbers];
}

/** The common case, told without building anything: digits alone, as the gateway wants them. */
function isPlainNumber(value: string): boolean {
  const { length } = value;
  if (length < FEWEST_DIGITS || length > MOST_DIGITS || value.charCodeAt(0) === 0x30) return false;
  for (let index = 0; index < length; index += 1) {
    const unit = value.charCodeAt(index);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return true;
}
