import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import { countryOf, findCallingCode } from '../../lib/core/message/calling-code.js';
import { mutationsOf, samplePlans } from './plan-samples.js';

const samples = samplePlans(3);
const numbers = samples
  .flatMap(({ callingCode, numbers: national }) =>
    national.flatMap(mutationsOf).map((number) => callingCode + number),
  )
  .map((digits) => ({ digits, code: findCallingCode(digits), oracle: parse(digits) }));

/** What libphonenumber-js says about a number, if it takes the digits as they are. */
function parse(digits: string) {
  const number = parsePhoneNumberFromString(`+${digits}`, { extract: false });
  return number?.number === `+${digits}` ? number : undefined;
}

describe('a number', () => {
  it('is valid exactly if libphonenumber-js says so', () => {
    expect(numbers.filter(({ oracle }) => oracle?.isValid()).length).toBeGreaterThan(3_000);
    expect(numbers.filter(({ oracle }) => !oracle?.isValid()).length).toBeGreaterThan(3_000);
    const different = numbers.filter(({ digits, code, oracle }) => {
      const isValid = code?.planOf(digits) !== undefined;
      // The library removes an 8 from numbers of Belarus, as if it were a trunk prefix.
      if (!oracle && digits.startsWith('3758')) return false;
      return isValid !== Boolean(oracle?.isValid());
    });
    expect(different).toEqual([]);
  });

  it('is of the country that libphonenumber-js names', () => {
    const different = numbers.filter(({ digits, code, oracle }) => {
      if (!code?.planOf(digits) || !oracle?.country) return false;
      return code.countriesOf(digits).join() !== oracle.country;
    });
    expect(different).toEqual([]);
  });

  it('is of one country if a plan has it, and guard.countries decides by the same one', () => {
    const valid = numbers.filter(({ digits, code }) => code?.countries[0] && code.planOf(digits));
    expect(valid.length).toBeGreaterThan(3_000);
    const different = valid.filter(
      ({ digits, code }) => code?.countriesOf(digits).join() !== countryOf(digits),
    );
    expect(different).toEqual([]);
  });

  it('is costly exactly if libphonenumber-js says that it has a premium rate or shares the cost', () => {
    const different = numbers.filter(({ digits, code, oracle }) => {
      const isCostly = code?.planOf(digits)?.isCostly(digits);
      if (isCostly === undefined || !oracle?.isValid()) return false;
      return isCostly !== ['PREMIUM_RATE', 'SHARED_COST'].includes(oracle.getType() ?? '');
    });
    expect(
      numbers.filter(({ digits, code }) => code?.planOf(digits)?.isCostly(digits)).length,
    ).toBeGreaterThan(100);
    expect(different).toEqual([]);
  });

  it.each([
    ['447400900123', 'GB'],
    ['447911123456', 'GG'],
    ['447797123456', 'JE'],
    ['447012345678', 'GB'],
    ['447700900123', undefined],
    ['393123456789', 'IT'],
    ['61412345678', 'AU'],
    ['4741234567', 'NO'],
    ['358412345678', 'FI'],
    ['212650123456', 'MA'],
    ['590690001234', 'GP'],
    ['590000001234', undefined],
    ['390612345678', 'IT'],
    ['390669812345', 'VA'],
    ['12124567890', 'US'],
    ['18765123456', 'JM'],
    ['12005550123', undefined],
    ['910123456789', 'IN'],
    ['80012345678', undefined],
  ])('%s is of %s', (number, country) => {
    expect(countryOf(number)).toBe(country);
  });

  it('is possible if its main country has numbers of that length, or if it is valid', () => {
    const different = numbers.filter(({ digits, code, oracle }) => {
      if (!oracle) return false;
      const [main] = metadata.country_calling_codes[oracle.countryCallingCode] ?? [];
      const row = main
        ? metadata.countries[main]
        : metadata.nonGeographic[oracle.countryCallingCode];
      const lengths: unknown[] = row?.[3] ?? [];
      const isPossible = lengths.includes(oracle.nationalNumber.length) || oracle.isValid();
      return isPossible !== code?.isPossible(digits);
    });
    expect(different).toEqual([]);
  });
});
