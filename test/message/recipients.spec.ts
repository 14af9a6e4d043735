import * as fc from 'fast-check';
import { isCountryCode, readNationalNumber } from '../../lib/message/national-number.js';
import { readRecipient, readRecipients } from '../../lib/message/recipients.js';

function issueOf(read: ReturnType<typeof readRecipient>): string {
  if (typeof read === 'string') throw new Error(`was read as ${read}`);
  return read.issue;
}

function issuesOf(read: ReturnType<typeof readRecipients>): string[] {
  if (!('issues' in read)) throw new Error(`was read as ${read.join()}`);
  return read.issues.map((issue) => `${issue.path}: ${issue.message}`);
}

const numbers = fc.stringMatching(/^[1-9][0-9]{7,14}$/);
const separators = fc
  .array(fc.constantFrom(...' -.()/', '\u00a0', '\u2009', '\u202f', '\u2011', '\u2013', '\u2212'), {
    maxLength: 2,
  })
  .map((characters) => characters.join(''));

describe('one recipient', () => {
  it('goes through as it is where it is digits alone', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        expect(readRecipient(number)).toBe(number);
        expect(readRecipient(`+${number}`)).toBe(number);
      }),
    );
  });

  it('loses a leading plus and every separator, and not one digit', () => {
    fc.assert(
      fc.property(
        numbers,
        fc.array(separators, { minLength: 16, maxLength: 16 }),
        (number, gaps) => {
          const body = [...number].map((digit, at) => digit + (gaps[at] ?? '')).join('');
          // A zero in parentheses is told apart below.
          fc.pre(!/\([^0-9]*0/.test(body));
          expect(readRecipient(`+${body}`)).toBe(number);
          expect(readRecipient(`${gaps[15]}${body}`)).toBe(number);
        },
      ),
    );
  });

  it.each([
    ['+44 7700 900123', '447700900123'],
    ['+91-98765-43210', '919876543210'],
    ['+1 (202) 555-0123', '12025550123'],
    ['(+49) 151 / 23456789', '4915123456789'],
    ['\u202a+972 50-123-4567\u202c', '972501234567'],
    ['\u2066 +972501234567 \u2069\u200e', '972501234567'],
  ])('is read from %j', (written, digits) => {
    expect(readRecipient(written)).toBe(digits);
  });

  it.each([
    ['91987654321x', 'letters'],
    ['tel:+919876543210', 'letters'],
    ['+919876543210 ext 5', 'letters'],
    ['919876+543210', "'+' that is not"],
    ['++919876543210', "'+' that is not"],
    ['919876543210,919876543211', 'as an array'],
    ['919876543210;919876543211', 'as an array'],
    ['919876543210\n919876543211', 'as an array'],
    ['٩١٩٨٧٦٥٤٣٢١٠', 'digits other than 0 to 9'],
    ['９１９８７６５４３２１０', 'digits other than 0 to 9'],
    ['9198765\u200b43210', 'invisible character (U+200B)'],
    ['9198765\u200e43210', 'invisible character (U+200E)'],
    ['919876543210\u0000', 'invisible character (U+0000)'],
    ['\ufeff919876543210', 'invisible character (U+FEFF)'],
    ['\u202e919876543210', 'invisible character (U+202E)'],
    ['919876543210\t', 'invisible character (U+0009)'],
    ['9198765\u032043210', 'invisible character (U+0320)'],
    ['91987654321\ud800', 'invisible character (U+D800)'],
    ['*919876543210#', 'cannot have (U+002A)'],
    ['[91]9876543210', 'cannot have (U+005B)'],
    ['91_9876543210', 'cannot have (U+005F)'],
    ['', 'has no digits'],
    [' +() ', 'has no digits'],
  ])('is refused as %j, for it %s', (written, reason) => {
    expect(issueOf(readRecipient(written))).toContain(reason);
    expect(issueOf(readRecipient(written, 'IN'))).toContain(reason);
  });

  it.each([
    ['1234567', 'has 7 digits'],
    ['1234567890123456', 'has 16 digits'],
    ['07700900123', 'begins with 0;'],
    ['+07700900123', 'begins with 0;'],
    ['00447700900123', 'begins with 00; write +'],
    ['+00447700900123', 'begins with 00; write +'],
    ['0044770090012345', 'begins with 00; write +'],
    ['+44 (0)20 7946 0018', 'zero in parentheses'],
    ['+44(0) 20 7946 0018', 'zero in parentheses'],
    ['+44 ( 0 ) 20 7946 0018', 'zero in parentheses'],
    ['44 (0)20 7946 0018', 'zero in parentheses'],
    ['+44 (020) 7946 0018', 'zero in parentheses'],
  ])('is refused as %j, which %s', (written, reason) => {
    expect(issueOf(readRecipient(written))).toContain(reason);
  });

  it.each([
    919876543210,
    919876543210n,
    null,
    undefined,
    {},
    ['919876543210'],
    true,
    new String('919876543210'),
  ])('is no guess where it is not a string: %p', (value) => {
    expect(issueOf(readRecipient(value))).toContain('as a string');
  });

  it('is never shown in its issue', () => {
    const garbage = fc.oneof(
      fc.string({ unit: 'binary', minLength: 5 }),
      fc.stringMatching(/^[0-9 ()+,x-]{6,24}$/),
    );
    fc.assert(
      fc.property(garbage, fc.constantFrom(undefined, 'IN' as const), (value, country) => {
        const read = readRecipient(value, country);
        if (typeof read === 'string') return;
        const given = value.match(/[0-9]{7,}|\p{L}{7,}/gu) ?? [];
        for (const part of given) expect(read.issue).not.toContain(part);
      }),
    );
    expect(issueOf(readRecipient('my password is hunter2'))).not.toContain('hunter2');
    expect(issueOf(readRecipient('00919876543210'))).toContain('(00••••••••3210)');
  });

  // What took the square of it would not end within the runner's limit.
  it('is read in linear time', () => {
    for (const text of [`9${' '.repeat(1_000_000)}x`, `${' ('.repeat(500_000)}9`]) {
      expect(readRecipient(text)).toHaveProperty('issue');
    }
  });
});

describe('with a default country, one recipient', () => {
  it.each([
    ['IN', '9876543210', '919876543210'],
    ['IN', '09876543210', '919876543210'],
    ['IN', '919876543210', '919876543210'],
    ['IN', '98765 43210', '919876543210'],
    // Begins with the digits of the prefix and is a national number all the same.
    ['IN', '9198765432', '919198765432'],
    ['GB', '07700 900123', undefined],
    ['GB', '07400 123456', '447400123456'],
    ['GB', '(07400) 123456', '447400123456'],
    ['GB', '(0) 7400 123456', '447400123456'],
    ['GB', '447400123456', '447400123456'],
    ['US', '2025550123', '12025550123'],
    ['US', '1 202 555 0123', '12025550123'],
    ['CA', '613 555 0123', '16135550123'],
    ['DE', '0151 23456789', '4915123456789'],
    ['AT', '436641234567', '436641234567'],
    ['RU', '8 912 345-67-89', '79123456789'],
    ['RU', '79123456789', '79123456789'],
    ['BY', '8 (029) 491-19-11', '375294911911'],
    ['KE', '0712 345678', '254712345678'],
    ['AR', '011 15-2345-6789', '5491123456789'],
    ['BR', '(11) 96123-4567', '5511961234567'],
  ] as const)('of %s reads %j as %s', (country, written, digits) => {
    const read = readRecipient(written, country);
    expect(typeof read === 'string' ? read : undefined).toBe(digits);
  });

  it.each([
    ['US', '6135550123'], // Canada's
    ['CA', '2025550123'], // the United States'
    ['RU', '7012345678'], // Kazakhstan's
    ['GB', '07797 712345'], // Jersey's
    ['IN', '447400123456'],
    ['IN', '12345678'],
    ['GB', '44 07400 123456'], // a prefix and a trunk zero: one of them is a mistake
    ['GB', '4407400123456'],
  ] as const)(
    'of %s refuses %j, which is none of its numbers, and asks for a +',
    (country, written) => {
      expect(issueOf(readRecipient(written, country))).toContain(
        `is no valid number of ${country}`,
      );
    },
  );

  it('refuses digits that are two different numbers, with and without the prefix', () => {
    // A German mobile number with its prefix reads as a fixed line of the area 04915, too.
    const read = readRecipient('4915123456789', 'DE');
    expect(issueOf(read)).toContain('two different numbers; write +');
    expect(readRecipient('+4915123456789', 'DE')).toBe('4915123456789');
    expect(readRecipient('+494915123456789', 'DE')).toBe('494915123456789');
  });

  it('never gives a number for digits that can be read as another one', () => {
    const digits = fc.stringMatching(/^[0-9]{6,14}$/);
    const countries = fc.constantFrom('IN', 'DE', 'US', 'RU', 'IT', 'AT', 'BR', 'KE', 'GB');
    fc.assert(
      fc.property(digits, countries, (value, code) => {
        if (!isCountryCode(code)) throw new Error(code);
        const reading = readNationalNumber(value, code);
        if (reading.kind !== 'number') return;
        const asWritten = readNationalNumber(reading.digits, code);
        // What it gave is itself one number of the country, or one that has to be written with +.
        expect(asWritten.kind === 'number' ? asWritten.digits : reading.digits).toBe(
          reading.digits,
        );
        expect(reading.digits.endsWith(value.slice(-5))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gets only the structural check where it has a +', () => {
    expect(readRecipient('+44 7400 123456', 'IN')).toBe('447400123456');
    expect(readRecipient('+99999999', 'IN')).toBe('99999999');
    expect(issueOf(readRecipient('+9999999', 'IN'))).toContain('has 7 digits');
  });

  it('is refused with a leading 00 and with a zero in parentheses after its prefix', () => {
    expect(issueOf(readRecipient('00447400123456', 'GB'))).toContain('begins with 00');
    expect(issueOf(readRecipient('44 (0)7400 123456', 'GB'))).toContain('zero in parentheses');
    expect(issueOf(readRecipient('+44 (0)7400 123456', 'GB'))).toContain('zero in parentheses');
  });
});

describe('recipients', () => {
  it('are one number or an array of them', () => {
    expect(readRecipients('+919876543210')).toEqual(['919876543210']);
    expect(readRecipients(['+919876543210', '447700900123'])).toEqual([
      '919876543210',
      '447700900123',
    ]);
  });

  it('go once each, at their first place', () => {
    expect(
      readRecipients(['447700900123', '+91 9876543210', '919876543210', '+44 7700 900123']),
    ).toEqual(['447700900123', '919876543210']);
    expect(readRecipients(['919876543210', '9876543210'], 'IN')).toEqual(['919876543210']);
  });

  it('are all named where they are wrong, each with its place', () => {
    expect(issuesOf(readRecipients(['919876543210', '12', 5, '00919876543210']))).toEqual([
      'to[1]: has 2 digits; a number with its country prefix has 8 to 15 (••)',
      "to[2]: is a number; give each number as a string, such as '+44 7700 900123'",
      'to[3]: begins with 00; write + in its place, or the country prefix alone (00••••••••3210)',
    ]);
    expect(issuesOf(readRecipients('12'))).toEqual([
      'to: has 2 digits; a number with its country prefix has 8 to 15 (••)',
    ]);
  });

  it('are wrong where there are none', () => {
    expect(issuesOf(readRecipients([]))[0]).toMatch(/^to: is an empty array; give/);
    expect(issuesOf(readRecipients(undefined))[0]).toMatch(/^to: is missing; give/);
    expect(issuesOf(readRecipients(null))[0]).toMatch(/^to: is null; give/);
    expect(issuesOf(readRecipients(919876543210))[0]).toMatch(/^to: is a number; give/);
    expect(issuesOf(readRecipients({ 0: '919876543210', length: 1 }))[0]).toMatch(
      /^to: is an object/,
    );
  });

  it('are wrong where the array has holes', () => {
    const sparse = ['919876543210'];
    sparse[2] = '447700900123';
    expect(issuesOf(readRecipients(sparse))).toEqual([
      "to[1]: is missing; give each number as a string, such as '+44 7700 900123'",
    ]);
  });

  it('are not changed', () => {
    const to = Object.freeze(['+91 98765 43210', '+919876543210']);
    readRecipients(to);
    expect(to).toEqual(['+91 98765 43210', '+919876543210']);
  });
});

describe('isCountryCode', () => {
  it('knows ISO 3166 codes in capitals and nothing that objects inherit', () => {
    expect(['IN', 'GB', 'US', 'KE'].every(isCountryCode)).toBe(true);
    expect(['in', 'XX', '', 'IND', '001', 'constructor', '__proto__'].some(isCountryCode)).toBe(
      false,
    );
  });
});
