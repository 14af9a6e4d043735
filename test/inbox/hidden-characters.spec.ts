import {
  hiddenCharacters,
  hidesCharacters,
  nameOf,
} from '../../simulator/page/client/logic/hidden-characters.js';

describe('a hidden character', () => {
  it.each([
    ['pay \u202e0001$', ['RIGHT-TO-LEFT OVERRIDE']],
    [
      '\u2066a\u2069\u061c',
      ['LEFT-TO-RIGHT ISOLATE', 'POP DIRECTIONAL ISOLATE', 'ARABIC LETTER MARK'],
    ],
    [
      'ac\u200bme\ufeff\u00ad\u2060',
      ['ZERO WIDTH SPACE', 'ZERO WIDTH NO-BREAK SPACE', 'SOFT HYPHEN', 'WORD JOINER'],
    ],
    ['a\u200db\u200cc', ['ZERO WIDTH JOINER', 'ZERO WIDTH NON-JOINER']],
    // One joiner is enough.
    ['👨\u200d\u200d👩', ['ZERO WIDTH JOINER', 'ZERO WIDTH JOINER']],
    ['क्\u200d\u200dष', ['ZERO WIDTH JOINER']],
    [
      'a\ufe0f1\ufe0f2\u{e0061}',
      ['VARIATION SELECTOR-16', 'VARIATION SELECTOR-16', 'tag character'],
    ],
    [
      '\u0000\u001b\u0085\u3164',
      ['control character', 'control character', 'control character', 'HANGUL FILLER'],
    ],
    ['\u{e0100}\u206a', ['VARIATION SELECTOR-17', 'invisible character']],
  ])('in %j is found', (text, expected) => {
    const found = hiddenCharacters(text);
    expect(hidesCharacters(text)).toBe(true);
    expect(found.map(({ character }) => nameOf(character))).toEqual(expected);
    for (const { character, index } of found)
      expect(text.slice(index).startsWith(character)).toBe(true);
  });

  it.each([
    'Hello,\r\n\tworld. Grüße “€” …\u00a0',
    // A family, a profession with a skin colour, flags, a key, hearts.
    '👨‍👩‍👧 👩🏽‍💻 🏳️‍🌈 🏴‍☠️ 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 1️⃣ ❤️ ❤️‍🔥 ☎︎',
    // Devanagari, Bengali, Malayalam, Sinhala.
    'क्\u200dष क्\u200cष র\u200d্য ന്\u200d ශ්\u200dරී',
    // Persian, with a sign after the letter; Arabic; Urdu.
    'می\u200cخواهم نَ\u200cه ه\u200d رمز التحقق 739104',
    '葛\u{e0100} ᠠ\u180b',
  ])('that an emoji or a script needs is none, in %j', (text) => {
    expect(hiddenCharacters(text)).toEqual([]);
    expect(hidesCharacters(text)).toBe(false);
  });
});
