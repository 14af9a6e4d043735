/** Its length does not depend on what it hides. */
const HIDDEN = '••••••';
/** Hidden words in a row, with what is between them. */
const HIDDEN_ROW = /•{6}(?:[^\p{L}\p{M}\p{N}]*•{6})+/gu;
const MOST_SHOWN = 2_000;
/** Recipients are recognised by their last digits, whatever precedes them. */
const TAIL = 8;

/** Scripts that have no spaces. */
const NO_SPACES = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]`;
/** A word; one character in those scripts. */
const WORD = new RegExp(
  String.raw`${NO_SPACES}\p{M}*|(?:(?!${NO_SPACES})[\p{L}\p{M}\p{N}])+`,
  'gu',
);
/** A word or half a character at the cut: the word may be a part of a secret. */
const CUT = /(?:[\p{L}\p{M}\p{N}]+|\p{Cs})$/u;
/** Letters in one case, or with capitals as in `senderId`. Most words in base64 have others. */
const LETTERS =
  /^(?:\p{Lu}{1,20}|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+(?:\p{Lu}\p{Ll}{2,})*(?:Id)?\p{Lu}{0,4})$/u;
/** Escaped for a URL, a form, JSON, HTML or a mail, or base64 with its padding. */
const ESCAPED = /%[0-9a-f]{2}|\\|&#?\w+;|\w\+\w|=[c-f][0-9a-f]=[89ab]|=3d|\w=+(?!\w)/i;
const ENTITY = /&#?\w+;/g;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^\d{16,40}$/;
/** Digits in hex. */
const HEX_DIGITS = /^(?:3\d)+$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Control characters, line separators, and characters that change the direction of the text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * What errors and logs may show of something that the gateway said: words of letters, single numbers of up to
 * three digits, dates, and ids of 16 to 40 digits. Everything else may be a secret, a number or a code in any
 * form, and is hidden. So is what was sent: three or more words of it in a row, or all of it if it is shorter.
 *
 * @param sent secrets, the text, the numbers, and the values of the app's own fields
 */
export function shown(gatewayText: string, sent: readonly string[]): string {
  const isLong = gatewayText.length > MOST_SHOWN;
  const whole = isLong ? gatewayText.slice(0, MOST_SHOWN).replace(CUT, '') : gatewayText;
  const text = sent.reduce(hideWhole, whole);
  const words = wordsOf(text);
  const isEntity = within(text, ENTITY, /./);
  const isEscaped = within(text, /\S+/g, ESCAPED);
  const isDate = within(text, /[\p{L}\p{N}-]+/gu, DATE);
  const isSent = findSent(
    words.filter(({ index }) => !isEntity(index)),
    sent,
  );
  let at = -1;
  const masked = text.replace(WORD, (word: string, index: number) => {
    at += 1;
    const isAlone = !isNumber(words[at - 1]) && !isNumber(words[at + 1]);
    const isPlain =
      isWord(word) || isDate(index) || (/^\d{1,3}$/.test(word) && isAlone) || isId(word, sent);
    return isPlain && !isSent.has(index) && !isEscaped(index) ? word : HIDDEN;
  });
  return masked.replace(HIDDEN_ROW, HIDDEN).replace(UNPRINTABLE, ' ') + (isLong ? '…' : '');
}

/** A gateway's code: up to three digits as they are, because programs compare them, and short ones that were not sent. */
export function shownCode(code: string, sent: readonly string[]): string {
  if (/^\d{0,3}$/.test(code)) return code;
  if (!/^[a-z0-9]{1,5}$/i.test(code)) return shown(code, sent);
  const isCode = ([word]: RegExpExecArray): boolean => word === code.toLowerCase();
  const isSent = sent.some((value) => wordsOf(value.toLowerCase()).some(isCode));
  return isSent ? shown(code, sent) : code;
}

/** A `transactionId`, in which a gateway may repeat anything: hidden unless it is a UUID or digits, and repeats no number. */
export function shownTransaction(id: string, recipients: readonly string[]): string {
  const isPlain = /^\d{1,40}$/.test(id) && !repeatsNumber(id, recipients);
  return isPlain || UUID.test(id) ? id : HIDDEN;
}

function wordsOf(text: string): RegExpExecArray[] {
  return [...text.matchAll(WORD)];
}

/** Whether an index of a text is within one of its parts of a form. */
function within(text: string, part: RegExp, form: RegExp): (at: number) => boolean {
  const matches = [...text.matchAll(part)].filter(([match]) => form.test(match));
  return (at) => matches.some(({ 0: match, index }) => index <= at && at < index + match.length);
}

function isWord(word: string): boolean {
  // A code of digits in base64 can look like a word. Words that are none decode to more than ASCII.
  const isCode = /^(?:[A-Za-z]{4}){2,}$/.test(word) && /^[ -~]+$/.test(atob(word));
  return LETTERS.test(word) && !isCode;
}

function isNumber(word: RegExpExecArray | undefined): boolean {
  return word !== undefined && /^\p{N}+$/u.test(word[0]);
}

function isId(word: string, sent: readonly string[]): boolean {
  return ID.test(word) && !repeatsNumber(word, sent);
}

/** Whether an id ends like a recipient anywhere in it, or may be a number in hex. */
function repeatsNumber(id: string, numbers: readonly string[]): boolean {
  return (
    (id.length >= 2 * TAIL && HEX_DIGITS.test(id)) ||
    numbers.some((number) => /^\d{8,15}$/.test(number) && id.includes(number.slice(-TAIL)))
  );
}

// What is more than one word is also found in the middle of a word.
function hideWhole(text: string, value: string): string {
  const isWhole = value.length > 2 && value.match(WORD)?.[0] !== value;
  return isWhole ? text.replaceAll(value, HIDDEN) : text;
}

/** Where the words begin that were sent. */
function findSent(words: readonly RegExpExecArray[], sent: readonly string[]): ReadonlySet<number> {
  const rows = new Set<string>();
  const secrets: string[] = [];
  for (const value of sent) {
    const parts = wordsOf(value.toLowerCase()).map(([word]) => word);
    const length = Math.min(3, parts.length);
    for (let at = 0; at + length <= parts.length; at += 1) rows.add(rowOf(parts, at, length));
    const [only = ''] = parts;
    if (parts.length === 1 && only.length >= 4 && !/^\d+$/.test(only)) secrets.push(only);
  }
  const lowerCased = words.map(([word]) => word.toLowerCase());
  const indices = new Set<number>();
  for (const [at, { index }] of words.entries()) {
    if (secrets.some((only) => lowerCased[at]?.includes(only))) indices.add(index);
    for (let length = 1; length <= 3; length += 1) {
      if (!rows.has(rowOf(lowerCased, at, length))) continue;
      for (const word of words.slice(at, at + length)) indices.add(word.index);
    }
  }
  return indices;
}

function rowOf(words: readonly string[], at: number, length: number): string {
  return words.slice(at, at + length).join(' ');
}
