import { getCountries } from 'libphonenumber-js/max';
import { isCountryCode } from '../../lib/core/message/calling-code.js';

describe('isCountryCode', () => {
  it('knows every country whose numbering plan is known, and no other', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const pairs = letters.flatMap((first) => letters.map((second) => first + second));
    const countries: readonly string[] = getCountries();
    expect(pairs.filter(isCountryCode)).toEqual(countries.toSorted());
    expect(['in', '', 'IND', '001', 'constructor', '__proto__'].some(isCountryCode)).toBe(false);
  });
});
