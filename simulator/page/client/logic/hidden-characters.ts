import type { InboxMessage } from '../../../inbox/inbox-message.js';

/** A character that is invisible or changes the direction of others. */
export interface HiddenCharacter {
  readonly character: string;
  /** Where it is in the text, in UTF-16 units. */
  readonly index: number;
}

// The scripts that join letters, or keep them apart, with the two joiners.
const JOINING =
  'Arab Syrc Nkoo Mong Mand Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Mymr Khmr Tibt Java Bali'
    .split(' ')
    .map((script) => String.raw`\p{scx=${script}}`)
    .join('');

// Each with what must surround it for people to read the text as it was meant.
const NEEDED = [
  // Between emoji: a family, a flag.
  String.raw`\u200D(?<=\p{ExtPict}[\uFE0F\p{EMod}]{0,2}\u200D)(?=\p{ExtPict})`,
  // After a letter, or its signs, of a script that needs them.
  String.raw`[\u200C\u200D](?<=(?![\u200C\u200D])[${JOINING}].)`,
  // The form of an emoji, a key, a Chinese or a Mongolian character.
  String.raw`[\uFE0E\uFE0F](?<=\p{ExtPict}\p{EMod}?.)|\uFE0F(?<=[0-9#*].)(?=\u20E3)`,
  String.raw`[\uFE00-\uFE0F\u{E0100}-\u{E01EF}](?<=\p{scx=Hani}.)|[\u180B-\u180D\u180F](?<=\p{scx=Mong}.)`,
  // A flag such as that of Scotland.
  String.raw`[\u{E0020}-\u{E007F}](?<=\u{1F3F4}[\u{E0020}-\u{E007F}]{1,7})`,
].join('|');

const HIDDEN = String.raw`(?![\n\r\t])[\p{DI}\p{Cc}]`;
const ANY = new RegExp(HIDDEN, 'u');
const ALL = new RegExp(`(?:${NEEDED})|(${HIDDEN})`, 'gu');

const NAMES = new Map(
  Object.entries({
    '00AD': 'SOFT HYPHEN',
    '034F': 'COMBINING GRAPHEME JOINER',
    '061C': 'ARABIC LETTER MARK',
    '115F': 'HANGUL CHOSEONG FILLER',
    '1160': 'HANGUL JUNGSEONG FILLER',
    '17B4': 'KHMER VOWEL INHERENT AQ',
    '17B5': 'KHMER VOWEL INHERENT AA',
    '180E': 'MONGOLIAN VOWEL SEPARATOR',
    '200B': 'ZERO WIDTH SPACE',
    '200C': 'ZERO WIDTH NON-JOINER',
    '200D': 'ZERO WIDTH JOINER',
    '200E': 'LEFT-TO-RIGHT MARK',
    '200F': 'RIGHT-TO-LEFT MARK',
    '202A': 'LEFT-TO-RIGHT EMBEDDING',
    '202B': 'RIGHT-TO-LEFT EMBEDDING',
    '202C': 'POP DIRECTIONAL FORMATTING',
    '202D': 'LEFT-TO-RIGHT OVERRIDE',
    '202E': 'RIGHT-TO-LEFT OVERRIDE',
    '2060': 'WORD JOINER',
    '2061': 'FUNCTION APPLICATION',
    '2062': 'INVISIBLE TIMES',
    '2063': 'INVISIBLE SEPARATOR',
    '2064': 'INVISIBLE PLUS',
    '2066': 'LEFT-TO-RIGHT ISOLATE',
    '2067': 'RIGHT-TO-LEFT ISOLATE',
    '2068': 'FIRST STRONG ISOLATE',
    '2069': 'POP DIRECTIONAL ISOLATE',
    '3164': 'HANGUL FILLER',
    FEFF: 'ZERO WIDTH NO-BREAK SPACE',
    FFA0: 'HALFWIDTH HANGUL FILLER',
  }),
);

/** Whether a text has a hidden character that nothing needs. */
export function hidesCharacters(text: string): boolean {
  return ANY.test(text) && hiddenCharacters(text).length > 0;
}

/** The hidden characters of a text. Those that an emoji or a script needs are not among them. */
export function hiddenCharacters(text: string): HiddenCharacter[] {
  if (!ANY.test(text)) return [];
  return [...text.matchAll(ALL)].flatMap(({ 1: character, index }) =>
    character === undefined ? [] : [{ character, index }],
  );
}

/** The code of a character: `U+202E`. */
export function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The Unicode name of a hidden character. */
export function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const knownName = NAMES.get(codeOf(character).slice(2));
  if (knownName !== undefined) return knownName;
  if (code < 0xa0) return 'control character';
  if (code >= 0xfe00 && code <= 0xfe0f) return `VARIATION SELECTOR-${code - 0xfe00 + 1}`;
  if (code >= 0xe0100) return `VARIATION SELECTOR-${code - 0xe0100 + 17}`;
  return code >= 0xe0000 ? 'tag character' : 'invisible character';
}

/** A hidden character in one part of a message. */
export interface HiddenIn {
  /** `text`, `sender id`, `field note` and the like. */
  readonly where: string;
  readonly character: string;
  readonly times: number;
}

/** The properties of a message that are searched. */
export type Searched = Pick<InboxMessage, 'text' | 'senderId' | 'account' | 'rejected' | 'fields'>;

// Fields that are already in the other parts.
const KNOWN = new Set(['userid', 'senderid', 'mobile', 'msg', 'sms']);

/** The hidden characters of a message, in the order of its parts. */
export function hiddenFields({ text, senderId, account, rejected, fields }: Searched): HiddenIn[] {
  const otherFields = Object.entries(fields).filter(([name]) => !KNOWN.has(name));
  const parts: [where: string, text: string][] = [
    ['text', text],
    ['sender id', senderId],
    ['user id', account],
    ['recipients', rejected.join('\n')],
    ...otherFields.map(([name, value]): [string, string] => [`field ${name}`, `${name}\n${value}`]),
  ];
  return parts.flatMap(([where, searched]) =>
    [...Map.groupBy(hiddenCharacters(searched), ({ character }) => character)].map(
      ([character, { length: times }]) => ({ where, character, times }),
    ),
  );
}
