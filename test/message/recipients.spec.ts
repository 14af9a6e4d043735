import * as fc from 'fast-check';
import type { MessageIssues } from '../../lib/core/message/message-issues.js';
import { dropTrunkPrefix, findCallingCode } from '../../lib/core/message/calling-code.js';
import { createRecipientReader } from '../../lib/core/message/recipient-reader.js';
import { readRecipients } from '../../lib/core/message/check-message.js';
import type { ReadRecipient } from '../../lib/core/message/checked-message.js';
import { samplePlans } from './plan-samples.js';
import { anyCharacter } from '../support/any-character.js';

const readAny = createRecipientReader({ numbers: 'any' });
const readPossible = createRecipientReader({ numbers: 'possible' });
const readStrict = createRecipientReader({ numbers: 'strict' });

function readIn(defaultCountry: string): ReadRecipient {
  return createRecipientReader({ numbers: 'strict', defaultCountry });
}

function issueOf(read: ReturnType<ReadRecipient>): string {
  if (typeof read === 'string') throw new Error(`was read as ${read}`);
  return read.issue;
}

/** Reads `to` and returns the numbers, or the issues as lines. */
function readAll(to: unknown, read: ReadRecipient = readAny): readonly string[] {
  const issues: MessageIssues = [];
  const numbers = readRecipients(to, read, issues);
  if (issues.length === 0) return numbers;
  return issues.map(({ path, message }) => `${path}: ${message}`);
}

const numbers = fc.stringMatching(/^[1-9][0-9]{7,14}$/);
const separators = fc
  .array(fc.constantFrom(...' -.()/', '\u00a0', '\u2009', '\u202f', '\u2011', '\u2013', '\u2212'), {
    maxLength: 2,
  })
  .map((characters) => characters.join(''));

describe('a recipient', () => {
  it('loses a leading plus and every separator, but no digit', () => {
    fc.assert(
      fc.property(
        numbers,
        fc.array(separators, { minLength: 16, maxLength: 16 }),
        (number, gaps) => {
          const body = [...number].map((digit, at) => digit + (gaps[at] ?? '')).join('');
          // A zero in parentheses, and what may be an extension, are told apart below.
          fc.pre(!/\([^0-9]*0|[/(][^0-9]*[0-9][^0-9]*[0-9]?[^0-9]*$/.test(body));
          const read = dropTrunkPrefix(number);
          expect(readAny(`+${body}`)).toBe(read);
          expect(readAny(`${gaps[15]}${body}`)).toBe(read);
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
    ['+972\u200e-50-1234567', '972501234567'],
    ['\u202d+919876543210\u202c', '919876543210'],
    ['\u200f+972501234567\u200f', '972501234567'],
    ['\u061c+966501234567', '966501234567'],
    ['9198765\u200b43210', '919876543210'],
    ['\ufeff919876543210', '919876543210'],
    ['+91\u00ad98765\u206043210\ufe0f', '919876543210'],
    ['919876543210\t', '919876543210'],
    ['\r\n\t+91 98765 43210\r\n', '919876543210'],
    ['919876543210\u2028', '919876543210'],
    ['\u200b\n919876543210\n\u200b', '919876543210'],
    ['٩١٩٨٧٦٥٤٣٢١٠', '919876543210'],
    ['+९१ ९८७६५ ४३२१०', '919876543210'],
    ['９１９８７６５４３２１０', '919876543210'],
    ['＋９１（９８７６５）４３２．１０', '919876543210'],
    ['＋４９　１５１／２３４５６－７８９', '4915123456789'],
  ])('is read from %j', (written, digits) => {
    expect(readAny(written)).toBe(digits);
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
    ['٩١٩٨٧٦٥٤٣٢١٠٫٠', 'the character U+066B; write only the digits 0 to 9'],
    ['９１９８７６５４３２１０，９１９８７６５４３２１１', 'as an array'],
    ['919876543210\u0000', 'the character U+0000'],
    ['\u202e919876543210', 'the character U+202E'],
    ['\u202e012345678919\u202c', 'the character U+202E'],
    ['9198765\t43210', 'the character U+0009'],
    ['91987\u200b\n\u200b6543210', 'as an array'],
    ['\u200b\u200e', 'has no digits'],
    ['9198765\u032043210', 'the character U+0320'],
    ['91987654321\ud800', 'the character U+D800'],
    ['*919876543210#', 'the character U+002A'],
    ['[91]9876543210', 'the character U+005B'],
    ['91_9876543210', 'the character U+005F'],
    ['', 'has no digits'],
    [' +() ', 'has no digits'],
  ])('is refused as %j, with the reason: %s', (written, reason) => {
    expect(issueOf(readAny(written))).toContain(reason);
    expect(issueOf(readIn('IN')(written))).toContain(reason);
  });

  it.each([
    ['1234567', 'has 7 digits'],
    ['1234567890123456', 'has 16 digits'],
    ['07700900123', 'begins with 0;'],
    ['+07700900123', 'begins with 0;'],
    ['00447700900123', 'begins with 00; replace it with +'],
    ['+00447700900123', 'begins with 00; replace it with +'],
    ['0044770090012345', 'begins with 00; replace it with +'],
    ['+44 (0)20 7946 0018', 'zero in parentheses'],
    ['+44(0) 20 7946 0018', 'zero in parentheses'],
    ['+44 ( 0 ) 20 7946 0018', 'zero in parentheses'],
    ['44 (0)20 7946 0018', 'zero in parentheses'],
    ['+44 (020) 7946 0018', 'zero in parentheses'],
  ])('is refused as %j, because it %s', (written, reason) => {
    expect(issueOf(readAny(written))).toContain(reason);
  });

  it.each([
    '6281234567890.0',
    '6281234567890,0',
    '+6281234567890.00',
    '+91 9876543210.0',
    '+254712345678.0',
    '9876543210.0',
    '\u202d+919876543210.0\u202c\n',
    '(919876543210.0)',
    '-919876543210.0',
    '+852 61230.000',
    '62 812 345 678.00',
    '9.19877E+11',
    '9,19877E+11',
    '9e11',
  ])('is refused as %j, which a spreadsheet turned it into', (written) => {
    for (const reader of [readAny, readPossible, readStrict, readIn('IN'), readIn('HK')]) {
      expect(issueOf(reader(written))).toMatch(
        /^looks like a number from a spreadsheet; export the column as text \(•+\)$/,
      );
    }
  });

  it('is never read with the zero of a decimal as an extra digit, whatever its country', () => {
    for (const { callingCode, numbers: nationals } of samplePlans(1)) {
      const valid = nationals.map((national) => callingCode + national);
      for (const number of valid.filter((each) => typeof readPossible(`+${each}`) === 'string')) {
        for (const written of [`${number}.0`, `+${number}.0`, `+${number},00`]) {
          for (const reader of [readAny, readPossible, readStrict]) {
            expect(issueOf(reader(written))).toContain('from a spreadsheet');
          }
        }
      }
    }
  });

  it.each([
    ['+33.6.12.34.56.00', '33612345600'],
    ['+852 6123.0000', '85261230000'],
    ['+1.202.555.0000', '12025550000'],
    ['919876543210.', '919876543210'],
    ['+91 98765.43210', '919876543210'],
    ['+91.98765.00000', '919876500000'],
  ])('is read from %j, in which full stops separate groups', (written, digits) => {
    expect(readPossible(written)).toBe(digits);
    expect(readStrict(written)).toBe(digits);
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
  ])('is refused if it is not a string: %p', (value) => {
    expect(issueOf(readAny(value))).toContain('as a string');
  });

  it('is never shown in its issue', () => {
    const garbage = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 5 }),
      fc.stringMatching(/^[0-9 ()+,x-]{6,24}$/),
    );
    fc.assert(
      fc.property(
        garbage,
        fc.constantFrom(readAny, readPossible, readStrict, readIn('IN')),
        (value, reader) => {
          const read = reader(value);
          if (typeof read === 'string') return;
          const given = value.match(/[0-9]{7,}|\p{L}{7,}/gu) ?? [];
          for (const part of given) expect(read.issue).not.toContain(part);
        },
      ),
    );
    expect(issueOf(readAny('my password is hunter2'))).not.toContain('hunter2');
    expect(issueOf(readAny('00919876543210'))).toContain('(00••••••••3210)');
  });

  // Quadratic time would exceed the runner's time limit.
  it('is read in linear time', () => {
    for (const text of [
      `9${' '.repeat(1_000_000)}x`,
      `${' ('.repeat(500_000)}9`,
      `x${'0'.repeat(1_000_000)}.${'0'.repeat(1_000_000)}x.`,
      `9${'\u200b'.repeat(1_000_000)}x`,
    ]) {
      expect(readAny(text)).toHaveProperty('issue');
    }
  });
});

describe('a number with a trunk prefix after its country prefix', () => {
  it.each([
    ['+91 098765 43210', '919876543210'],
    ['+44 07400 123456', '447400123456'],
    ['+32 0475 12 34 56', '32475123456'],
    ['+1 1 202 555 0123', '12025550123'],
    ['+7 8 912 345-67-89', '79123456789'],
    ['+36 06 20 123 4567', '36201234567'],
    ['+55 0 31 11 96123-4567', '5511961234567'],
    ['+57 0301 638 8880', '573016388880'],
    ['+９１ ０９８７６５ ４３２１０', '919876543210'],
  ])('is the number without it, whatever numbers is: %j', (written, digits) => {
    for (const reader of [readStrict, readPossible, readAny, readIn('IN')]) {
      expect(reader(written)).toBe(digits);
    }
    const withoutPlus = written.replace(/[+＋]/, '');
    for (const reader of [readPossible, readAny]) expect(reader(withoutPlus)).toBe(digits);
    expect(readStrict(withoutPlus)).toHaveProperty('issue');
  });

  it.each([
    ['+44 7700 900123', '447700900123'],
    ['+44 07700 900123', undefined],
    ['+39 06 6982 1234', '390669821234'],
    ['+39 0312 345 6789', '3903123456789'],
    ['+54 9 11 2345-6789', '5491123456789'],
    ['+54 11 2345-6789', '541123456789'],
    ['+1 406 4079', undefined],
    ['+1 907 9298', undefined],
    ['+61 95704486', '6195704486'],
    ['+91 (0)98765 43210', undefined],
    ['+91 00 98765 43210', '91009876543210'],
  ])('is told apart from other numbers, and nothing is added: %j', (written, digits) => {
    const read = readStrict(written);
    expect(typeof read === 'string' ? read : undefined).toBe(digits);
  });

  it('is one number in every country, and stays one when it is read again', () => {
    let count = 0;
    const different: string[] = [];
    for (const { callingCode, trunkPrefix, numbers: nationals } of samplePlans(2)) {
      if (trunkPrefix === '') continue;
      for (const national of nationals) {
        const [number, written] = [callingCode + national, callingCode + trunkPrefix + national];
        const code = findCallingCode(number);
        if (!code?.planOf(number) || code.planOf(written)) continue;
        count += 1;
        const read = dropTrunkPrefix(written);
        if (read !== number || dropTrunkPrefix(read) !== read) different.push(written);
      }
    }
    expect(count).toBeGreaterThan(1_000);
    expect(different).toEqual([]);
  });
});

describe('a number with one or two digits after it', () => {
  it.each([
    '+43 664 1234567 / 78',
    '+43 664 1234567/8',
    '+43 664 1234567 (2)',
    '+43 664 1234567 ( 12 ).',
    '43 664 1234567 ／ ７８',
    '0664 1234567 / 78',
  ])('is refused as %j, because they may be an extension', (written) => {
    for (const reader of [readStrict, readPossible, readAny, readIn('AT')]) {
      expect(issueOf(reader(written))).toContain('write one number');
    }
  });

  it.each([
    ['+32 475/12/34/56', '32475123456'],
    ['+32 475/12.34.56', '32475123456'],
    ['+49 30 1234567-12', '4930123456712'],
    ['+49 151 / 23456789', '4915123456789'],
    ['+1 (20) 2555-0123', '12025550123'],
    ['+43 664 1234567 / 789', '436641234567789'],
  ])('is not what %j is', (written, digits) => {
    expect(readStrict(written)).toBe(digits);
  });

  it('counts as a whole where numbers are only compared', () => {
    const read = createRecipientReader({ numbers: 'strict' }, true);
    expect(read('+43 664 1234567 / 78')).toBe('43664123456778');
    expect(read('+43 664 1234567 (2)')).toBe('4366412345672');
  });
});

describe('a number that does not exist', () => {
  it.each([
    ['98765 43210', 'in Iran (+98)'],
    ['9876543210', 'in Iran (+98)'],
    ['(202) 555-0123', 'in Egypt (+20)'],
    ['44 7700 900123', 'with the country prefix 44'],
    ['91 98765 4321', 'in India (+91)'],
    ['800 1234 567', 'with the country prefix 800'],
  ])('is refused when strict: %j, with what to do', (written, whose) => {
    const issue = issueOf(readStrict(written));
    expect(issue).toContain(`is not a valid number ${whose};`);
    expect(issue).toContain('start the number with + and its country prefix');
    expect(issue).toContain('or set defaultCountry');
  });

  it.each([
    ['919876543210', '919876543210'],
    ['91 98765-43210', '919876543210'],
    ['1 (202) 555-0123', '12025550123'],
    ['1 613 555 0123', '16135550123'],
    ['7 701 234 5678', '77012345678'],
    ['80012345678', '80012345678'],
    ['870 773 111 632', '870773111632'],
    ['8835100123456', undefined],
    ['883510012345', '883510012345'],
    ['+883 510 012 345', '883510012345'],
  ])('is distinguished from others when strict: %j', (written, digits) => {
    const read = readStrict(written);
    expect(typeof read === 'string' ? read : undefined).toBe(digits);
  });

  it('passes when strict if it has a + and a possible length', () => {
    // Ofcom reserves it for drama, so it is not valid; a new number may not be valid here yet, either.
    expect(readStrict('+44 7700 900123')).toBe('447700900123');
    expect(issueOf(readStrict('+44 7700 9001'))).toContain(
      'is too long or too short for a number with the country prefix 44; check it (44',
    );
    expect(issueOf(readStrict('+33 6 12 34 56 789'))).toContain('too long or too short');
  });

  it('is refused when numbers is possible if its country has no numbers of that length', () => {
    expect(readPossible('447700900123')).toBe('447700900123');
    expect(readPossible('+44 7700 900123')).toBe('447700900123');
    const issue = issueOf(readPossible('33 1234 5678'));
    expect(issue).toContain('is too long or too short for a number in France (+33);');
    expect(issue).toContain('start the number with + and its country prefix');
    expect(issueOf(readPossible('+33 1234 5678'))).toContain('; check it (33');
  });

  it.each(['21012345678', '+21012345678', '+99012345678'])(
    'is refused as %j, because no calling code begins like that',
    (written) => {
      for (const read of [readStrict, readPossible]) {
        expect(issueOf(read(written))).toContain('does not begin with a country prefix;');
      }
    },
  );

  it('is refused if it has less than 8 or more than 15 digits, even if its country has such numbers', () => {
    // Niue has numbers of 4 digits, Germany of 15.
    expect(issueOf(readStrict('+683 4000'))).toContain('has 7 digits');
    expect(issueOf(readStrict('+49 151 2345 6789 1234'))).toContain('has 17 digits');
  });

  it('passes when any number does', () => {
    for (const written of ['9876543210', '44 7700 900123', '+21012345678']) {
      expect(readAny(written)).toBe(written.replace(/[ +]/g, ''));
    }
  });

  it('is never a test recipient of the simulator, all of which pass', () => {
    expect(readStrict('99900000429')).toBe('99900000429');
    expect(readStrict('+999 0000 0429')).toBe('99900000429');
    for (const other of ['99912345678', '+99912345678']) {
      expect(readStrict(other)).toHaveProperty('issue');
    }
  });
});

describe('with a default country, a recipient', () => {
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
    // Territories whose mobile numbers are also valid in the plan of the country that has the prefix.
    ['AX', '041 2345678', '358412345678'],
    ['BL', '0690 00 12 34', '590690001234'],
    ['CC', '0412 345 678', '61412345678'],
    ['CX', '0412 345 678', '61412345678'],
    ['EH', '0650 123456', '212650123456'],
    ['IM', '07924 123456', '447924123456'],
    ['MF', '0690 00 12 34', '590690001234'],
    ['SJ', '412 34 567', '4741234567'],
    ['VA', '312 345 6789', '393123456789'],
  ] as const)('of %s reads %j as %s', (country, written, digits) => {
    const read = readIn(country)(written);
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
    'of %s is refused as %j, because no number of that country is like it',
    (country, written) => {
      const name = new Intl.DisplayNames('en', { type: 'region' }).of(country);
      expect(issueOf(readIn(country)(written))).toContain(`is not a valid number in ${name}`);
    },
  );

  it('is refused if its digits are two different numbers, with and without the prefix', () => {
    // A German mobile number with its prefix is also a fixed line of the area 04915.
    const read = readIn('DE')('4915123456789');
    expect(issueOf(read)).toContain('two different numbers; start it with +');
    expect(readIn('DE')('+4915123456789')).toBe('4915123456789');
    expect(readIn('DE')('+494915123456789')).toBe('494915123456789');
  });

  it.each(['strict', 'possible', 'any'] as const)(
    'must be valid in that country without a +, even if numbers is %s',
    (check) => {
      const read = createRecipientReader({ numbers: check, defaultCountry: 'IN' });
      expect(read('98765 43210')).toBe('919876543210');
      expect(issueOf(read('01234 56789'))).toContain('is not a valid number in India');
    },
  );

  it('with a + is checked as without a default country', () => {
    expect(readIn('IN')('+44 7400 123456')).toBe('447400123456');
    expect(issueOf(readIn('IN')('+44 123'))).toContain('has 5 digits');
    expect(issueOf(readIn('IN')('+33 1234 5678'))).toContain('too long or too short');
    const read = createRecipientReader({ numbers: 'any', defaultCountry: 'IN' });
    expect(read('+33 1234 5678')).toBe('3312345678');
  });

  it('is refused with a leading 00 and with a zero in parentheses after its prefix', () => {
    expect(issueOf(readIn('GB')('00447400123456'))).toContain('begins with 00');
    expect(issueOf(readIn('GB')('44 (0)7400 123456'))).toContain('zero in parentheses');
    expect(issueOf(readIn('GB')('+44 (0)7400 123456'))).toContain('zero in parentheses');
  });
});

describe('recipients', () => {
  it('are one number or an array of them', () => {
    expect(readAll('+919876543210')).toEqual(['919876543210']);
    expect(readAll(['+919876543210', '447700900123'])).toEqual(['919876543210', '447700900123']);
  });

  it('are listed once each, at their first place', () => {
    expect(readAll(['447700900123', '+91 9876543210', '919876543210', '+44 7700 900123'])).toEqual([
      '447700900123',
      '919876543210',
    ]);
    expect(readAll(['919876543210', '9876543210'], readIn('IN'))).toEqual(['919876543210']);
  });

  it('are all named if they are invalid, each with its index', () => {
    expect(readAll(['919876543210', '12', 5, '00919876543210'])).toEqual([
      'to[1]: has 2 digits; a number with its country prefix has 8 to 15 (••)',
      "to[2]: is a number; write each number as a string, for example '+91 98765 43210'",
      'to[3]: begins with 00; replace it with +, or omit it (00••••••••3210)',
    ]);
    expect(readAll('12')).toEqual([
      'to: has 2 digits; a number with its country prefix has 8 to 15 (••)',
    ]);
  });

  it('are refused if there are none', () => {
    expect(readAll([])[0]).toMatch(/^to: is an empty array; pass/);
    expect(readAll(undefined)[0]).toMatch(/^to: is missing; pass/);
    expect(readAll(null)[0]).toMatch(/^to: is null; pass/);
    expect(readAll(919876543210)[0]).toMatch(/^to: is a number; pass/);
    expect(readAll({ 0: '919876543210', length: 1 })[0]).toMatch(/^to: is an object/);
  });

  it('are refused if the array has holes', () => {
    const sparse = ['919876543210'];
    sparse[2] = '447700900123';
    expect(readAll(sparse)).toEqual([
      "to[1]: is missing; write each number as a string, for example '+91 98765 43210'",
    ]);
  });
});
