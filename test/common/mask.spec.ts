import * as fc from 'fast-check';
import { maskNumber, shownKey } from '../../lib/core/common/mask.js';
import { anyCharacter } from '../support/any-character.js';

describe('maskNumber', () => {
  it.each([
    ['919876543210', '91••••••3210'],
    ['12345678', '12••5678'],
    ['123456789012345', '12•••••••••2345'],
    ['1234567', '•••••••'],
    ['123456', '••••••'],
    ['', ''],
  ])('masks %j as %j', (value, masked) => {
    expect(maskNumber(value)).toBe(masked);
  });

  it('shows nothing of what is not a number, not even its length', () => {
    const notNumbers = fc
      .string({ unit: anyCharacter })
      .filter((value) => !/^[0-9]{8,15}$/.test(value));
    fc.assert(
      fc.property(notNumbers, (value) => {
        expect(maskNumber(value)).toMatch(/^•{0,8}$/);
      }),
    );
    expect(maskNumber('x'.repeat(1_000_000))).toBe('•'.repeat(8));
    expect(maskNumber('4111111111111111')).toBe('•'.repeat(8));
    expect(maskNumber('919876543210\n')).toBe('•'.repeat(8));
    expect(maskNumber('९१९८७६५४३२१०')).toBe('•'.repeat(8));
  });
});

describe('shownKey', () => {
  it.each(['senderId', 'fields.trackLink', 'to[1]', 'größe', '$x'])('shows the name %s', (key) => {
    expect(shownKey(key)).toBe(key);
  });

  it.each(['919876543210', 'code4829', 'my secret', 'a'.repeat(41), 'a\nb'])('masks %j', (key) => {
    expect(shownKey(key)).toMatch(/^(91•{6}3210|•{1,8})$/);
  });
});
