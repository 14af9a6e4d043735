import * as fc from 'fast-check';
import { estimateSegments, splitSegments } from '../../lib/core/message/segments.js';
import { anyCharacter } from '../support/any-character.js';
import { countWithSegmentsCalculator, countWithSplitSms } from './oracles.js';

const BASIC = [...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0:;<=>?¡AZÄÖÑÜ§¿azäöñüà'];
const EXTENSION = [...'\f^{}\\[~]|€'];
const OUTSIDE = [...'çş`नमस्ते中“”…\u00a0\t\u001b', '😀', '𝒳'];

/** Texts that often cross the boundaries of segments. */
function texts(characters: string[]): fc.Arbitrary<string> {
  const character = fc.constantFrom(...characters);
  const row = fc.tuple(character, fc.integer({ min: 1, max: 180 })).map(([c, n]) => c.repeat(n));
  return fc
    .array(fc.oneof(character, row), { maxLength: 12 })
    .map((parts) => parts.join('').slice(0, 700))
    .map((text) => text.toWellFormed().replaceAll('\ufffd', ''));
}

const gsmTexts = texts([...BASIC, ...EXTENSION]);
const ucs2Texts = texts([...BASIC, ...EXTENSION, ...OUTSIDE]).map((text) => `中${text}`);
const anyTexts = fc.oneof(gsmTexts, ucs2Texts, fc.string({ unit: anyCharacter, maxLength: 400 }));

/** The units of one segment, counted in another way than the code does. */
function unitsOf(text: string, encoding: string): number {
  if (encoding === 'UCS-2') return text.length;
  return [...text].reduce((sum, character) => sum + (EXTENSION.includes(character) ? 2 : 1), 0);
}

describe('estimateSegments', () => {
  it.each([
    ['a', 160, 1, 'GSM-7'],
    ['a', 161, 2, 'GSM-7'],
    ['a', 306, 2, 'GSM-7'],
    ['a', 307, 3, 'GSM-7'],
    ['€', 80, 1, 'GSM-7'],
    ['€', 81, 2, 'GSM-7'],
    ['中', 70, 1, 'UCS-2'],
    ['中', 71, 2, 'UCS-2'],
    ['中', 134, 2, 'UCS-2'],
    ['中', 135, 3, 'UCS-2'],
    ['😀', 35, 1, 'UCS-2'],
    ['😀', 36, 2, 'UCS-2'],
  ])('counts %j × %i as %i of %s', (character, times, count, encoding) => {
    const text = character.repeat(times);
    const [alone, joined] = encoding === 'GSM-7' ? [160, 153] : [70, 67];
    expect(estimateSegments(text)).toEqual({
      encoding,
      count,
      units: unitsOf(text, encoding),
      perSegment: count === 1 ? alone : joined,
      nonGsm: encoding === 'GSM-7' ? [] : [character],
    });
  });

  it('knows the whole GSM alphabet and no other character', () => {
    const alphabet = new Set([
      ...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      ...'ÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà\f^{}\\[~]|€',
    ]);
    expect(alphabet.size).toBe(127 + 10);
    const known: string[] = [];
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const character = String.fromCharCode(unit);
      if (estimateSegments(character).encoding === 'GSM-7') known.push(character);
    }
    expect(new Set(known)).toEqual(alphabet);
  });

  it('counts a form feed as an extension character, but not an escape', () => {
    expect(estimateSegments('\f')).toMatchObject({ encoding: 'GSM-7', units: 2 });
    expect(estimateSegments('\u001b')).toMatchObject({ encoding: 'UCS-2', nonGsm: ['\u001b'] });
  });

  it('counts an extension character as one unit if the text needs UCS-2', () => {
    expect(estimateSegments('€中')).toMatchObject({ encoding: 'UCS-2', units: 2, nonGsm: ['中'] });
  });

  it('names each character that made UCS-2 necessary once, in order, by code point', () => {
    expect(estimateSegments('“Hi” 😀 — “😀”').nonGsm).toEqual(['“', '”', '😀', '—']);
  });

  it('counts no segment for an empty text', () => {
    expect(estimateSegments('')).toEqual({
      encoding: 'GSM-7',
      count: 0,
      units: 0,
      perSegment: 160,
      nonGsm: [],
    });
    expect(splitSegments('')).toEqual([]);
  });

  it('does not throw for an unpaired surrogate', () => {
    expect(estimateSegments('a\ud800').nonGsm).toEqual(['\ud800']);
    expect(splitSegments(`${'a'.repeat(66)}\ud83d${'a'.repeat(10)}`).map((p) => p.length)).toEqual([
      67, 10,
    ]);
  });

  it('returns the same whatever an earlier caller did with the result', () => {
    const { nonGsm } = estimateSegments('a');
    expect(Object.isFrozen(nonGsm)).toBe(true);
  });
});

describe('splitSegments', () => {
  it('never cuts an escape pair at the end of a segment', () => {
    const text = `${'a'.repeat(152)}€${'b'.repeat(10)}`;
    expect(splitSegments(text)).toEqual(['a'.repeat(152), `€${'b'.repeat(10)}`]);
    // 306 septets, which would be two full parts, need a third.
    const longer = `${'a'.repeat(152)}€${'b'.repeat(152)}`;
    expect(estimateSegments(longer)).toMatchObject({ units: 306, count: 3 });
  });

  it('never cuts a surrogate pair at the end of a segment', () => {
    const text = `${'中'.repeat(66)}😀${'文'.repeat(10)}`;
    expect(splitSegments(text)).toEqual(['中'.repeat(66), `😀${'文'.repeat(10)}`]);
    const longer = `${'中'.repeat(66)}😀${'文'.repeat(66)}`;
    expect(estimateSegments(longer)).toMatchObject({ units: 134, count: 3 });
  });

  it('returns segments that join to the text, fit, and are as many as the estimate says', () => {
    fc.assert(
      fc.property(anyTexts, (text) => {
        const parts = splitSegments(text);
        const { encoding, count, units, perSegment } = estimateSegments(text);
        expect(parts.join('')).toBe(text);
        expect(parts).toHaveLength(count);
        expect(units).toBe(unitsOf(text, encoding));
        for (const part of parts) {
          expect(unitsOf(part, encoding)).toBeLessThanOrEqual(perSegment);
          expect(part.isWellFormed() || !text.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

describe('the count of segments agrees with', () => {
  it('split-sms, segment by segment', () => {
    fc.assert(
      fc.property(fc.oneof(gsmTexts, ucs2Texts), (text) => {
        fc.pre(text !== '');
        const oracle = countWithSplitSms(text);
        const { encoding, count } = estimateSegments(text);
        expect({ encoding, count, parts: splitSegments(text) }).toEqual(oracle);
      }),
      { numRuns: 500 },
    );
  });

  it('sms-segments-calculator, for texts without joined characters', () => {
    fc.assert(
      fc.property(fc.oneof(gsmTexts, ucs2Texts), (text) => {
        fc.pre(text !== '' && !/\p{M}/u.test(text));
        const { encoding, count } = estimateSegments(text);
        expect({ encoding, count }).toEqual(countWithSegmentsCalculator(text));
      }),
      { numRuns: 200 },
    );
  });
});

describe('known differences', () => {
  it('sms-segments-calculator does not cut between a letter and its marks, but phones join segments', () => {
    // It cuts by grapheme, so a segment has room left if a letter with its vowel sign (two units)
    // would just not fit. The standard splits by units, and so do gateways.
    const text = `${'न'.repeat(66)}नि${'न'.repeat(66)}`;
    expect(text).toHaveLength(134);
    expect(countWithSegmentsCalculator(text).count).toBe(3);
    expect(countWithSplitSms(text).count).toBe(2);
    expect(estimateSegments(text).count).toBe(2);
  });
});
