import fc from 'fast-check';

// Where the surrogates are, which are no characters by themselves.
const FIRST = 0xd800;
const COUNT = 0x800;

/**
 * Any character, as the unit of a string. The unit `binary` of fast-check does the same, but each test
 * file that uses it spends a second on a map of all 1,112,064 characters.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10_ffff - COUNT).map(
  (index) => String.fromCodePoint(index < FIRST ? index : index + COUNT),
  (value) => {
    const isOne = typeof value === 'string' && [...value].length === 1 && value.isWellFormed();
    if (!isOne) throw new Error('It is not one character');
    const point = value.codePointAt(0)!;
    return point < FIRST ? point : point - COUNT;
  },
);
