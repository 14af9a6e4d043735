import * as fc from 'fast-check';
import { maskNumber } from '../../lib/message/mask.js';

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

  it('shows nothing of what is no number, not even how long it is', () => {
    const notNumbers = fc
      .string({ unit: 'binary' })
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
