import {
  type CountryCode,
  type MetadataJson,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/core';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import * as fc from 'fast-check';
import { readNationalNumber } from '../../lib/core/message/calling-code.js';
import { samplePlans } from './plan-samples.js';

/** As if no other country had its calling code: the parser names one country for each number. */
function metadataOf(country: CountryCode): MetadataJson {
  const alone = { [getCountryCallingCode(country)]: [country] };
  return { ...metadata, country_calling_codes: { ...metadata.country_calling_codes, ...alone } };
}

/** The same by libphonenumber-js's parser: the digits as a national number, and with a `+`. */
function readWithLibrary(digits: string, country: CountryCode): readonly string[] {
  const isOf = (number: PhoneNumber | undefined) => number?.country === country && number.isValid();
  const own = metadataOf(country);
  const parse = (text: string) =>
    parsePhoneNumberFromString(text, { defaultCountry: country, extract: false }, own);
  const national = parse(digits);
  const international = parse(`+${digits}`);
  const prefixed = international?.number === `+${digits}` && isOf(international);
  const numbers = prefixed ? [digits] : [];
  if (national === undefined || national.number === international?.number || !isOf(national)) {
    return numbers;
  }
  return [...numbers, national.number.slice(1)];
}

function writtenWays(number: string, callingCode: string): readonly string[] {
  return [
    number,
    `0${number}`,
    `1${number}`,
    `8${number}`,
    callingCode + number,
    `${callingCode}0${number}`,
    `011${callingCode}${number}`,
    number.slice(-7),
  ];
}

describe('digits in a country', () => {
  it('are read as by the parser of libphonenumber-js, whatever the country', () => {
    const countries: ReadonlySet<string> = new Set(getCountries());
    const isCountry = (code: string | undefined): code is CountryCode =>
      code !== undefined && countries.has(code);
    const different: string[] = [];
    let count = 0;
    for (const { country, callingCode, numbers } of samplePlans(1)) {
      if (!isCountry(country)) continue;
      const written = numbers.flatMap((each) => writtenWays(each, callingCode));
      for (const digits of new Set(written)) {
        count += 1;
        const ours = JSON.stringify(readNationalNumber(digits, country));
        if (ours === JSON.stringify(readWithLibrary(digits, country))) continue;
        // The library removes an 8 as if it were the trunk prefix of Belarus.
        if (country !== 'BY') different.push(`${country} ${digits}: ${ours}`);
      }
    }
    expect(count).toBeGreaterThan(5_000);
    expect(different).toEqual([]);
  });

  it('never give a number that could also be another one', () => {
    const written = fc.stringMatching(/^[0-9]{6,14}$/);
    const countries = fc.constantFrom('IN', 'DE', 'US', 'RU', 'IT', 'AT', 'BR', 'KE', 'GB');
    fc.assert(
      fc.property(written, countries, (value, country) => {
        const [number, other] = readNationalNumber(value, country);
        if (number === undefined || other !== undefined) return;
        // What it gave is itself one number of the country, or one that has to be written with +.
        const again = readNationalNumber(number, country);
        expect(again.length === 1 ? again : [number]).toEqual([number]);
        expect(number.endsWith(value.slice(-5))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are no number of an unknown country', () => {
    expect(readNationalNumber('919876543210', 'XX')).toEqual([]);
  });
});
