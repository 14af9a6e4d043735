import {
  type CountryCode,
  getCountries,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';

export type { CountryCode };

const COUNTRIES: ReadonlySet<string> = /* @__PURE__ */ new Set(getCountries());

/** Whether this is an ISO 3166 alpha-2 code, in capitals, of a country whose numbers are known. */
export function isCountryCode(code: string): code is CountryCode {
  return COUNTRIES.has(code);
}

/** What digits without a `+` mean in a country. */
export type NationalReading =
  /** One number: its digits with country prefix. */
  | { readonly kind: 'number'; readonly digits: string }
  /** Two different numbers: as a national one, and as one that already has its country prefix. */
  | { readonly kind: 'ambiguous' }
  /** No number of this country. */
  | { readonly kind: 'none' };

const NONE: NationalReading = Object.freeze({ kind: 'none' });
const AMBIGUOUS: NationalReading = Object.freeze({ kind: 'ambiguous' });

/**
 * Reads digits without a `+` as a number of a country, with or without its prefix. Valid by the
 * country's numbering plan, whatever the kind of line.
 */
export function readNationalNumber(digits: string, country: CountryCode): NationalReading {
  const national = parse(digits, country);
  const international = parse(`+${digits}`, country);
  const written = `+${digits}`;
  const prefixed = international?.number === written && isOf(international, country);

  // The parser strips a country prefix that makes the rest valid, and then a trunk prefix behind
  // it. Where both parses end in one number, that is what happened, or the prefixes are the same
  // digit; only the number as it was written is then no guess.
  if (national === undefined || national.number === international?.number) {
    return prefixed ? { kind: 'number', digits } : NONE;
  }
  if (!isOf(national, country)) return prefixed ? { kind: 'number', digits } : NONE;
  return prefixed ? AMBIGUOUS : { kind: 'number', digits: national.number.slice(1) };
}

function parse(text: string, defaultCountry: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, { defaultCountry, extract: false });
}

/**
 * Several countries share a calling code (+1, +7, +44). The parser names the country that the digits
 * belong to, so a number of another one is not taken for one of this.
 */
function isOf(number: PhoneNumber, country: CountryCode): boolean {
  return number.country === country && number.isValid();
}
