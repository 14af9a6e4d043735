import { encodedForms, escapedForms, fold, longestCodeIn } from './written-forms.js';

/**
 * Masks known values in something that the gateway said, and replaces control characters with spaces,
 * so that errors and log lines can quote it. Shows at most the first 2,000 characters, and never half of one.
 */
export type Redactor = (said: string) => string;

/** What a redactor hides. */
export interface Known {
  /** Hidden everywhere; those of fewer than 4 characters only as whole words. */
  readonly secrets: readonly string[];
  /** Hidden as a whole, and each of its words of 4 or more characters with a digit. */
  readonly text?: string;
  /** Shown as `91••••••3210`, however they are grouped and with or without country prefix. */
  readonly recipients?: readonly string[];
  /** The user's own form fields: values of 4 or more characters are hidden. */
  readonly fields?: Readonly<Record<string, string>>;
}

const MOST_SHOWN = 2_000;
/** More than is shown, because a value that starts before the cut must be found. */
const MOST_READ = 10_000;
const SHORTEST = 4;
/** Longer values are also hidden within a word, because they cannot be there by chance. */
const LONGEST_WORD = 24;
/** Recipients are recognised by their last digits, whatever precedes them. */
const TAIL = 8;
const MOST_ENCODED_RECIPIENTS = 100;
/** Its length does not depend on what it hides. */
const HIDDEN = '••••••';

/** Control characters, line separators, and characters that change the direction of the text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const NUMBER = /\d(?:[\s().+/-]{0,3}\d){7,}/g;

/**
 * Creates a redactor for the answer to one send or login. It hides known values in the forms in which
 * servers repeat them: as they are, in any case; escaped for a URL, JSON or HTML; in base64 and in hex.
 * Everything else stays readable, because it is the diagnosis. So words of the text without digits are
 * not hidden, and neither is what is escaped twice or encoded together with something else.
 */
export function createRedactor(known: Known): Redactor {
  return (said) => {
    const text = said.slice(0, MOST_READ);
    const hidden = new Uint8Array(text.length);
    markValues(text, known, hidden);
    markNumbers(text, known.recipients ?? [], hidden);
    let shown = '';
    // Not in the middle of a surrogate pair, for example of an emoji.
    const isWithin = (text.codePointAt(MOST_SHOWN - 1) ?? 0) > 0xffff;
    const end = Math.min(text.length, isWithin ? MOST_SHOWN - 1 : MOST_SHOWN);
    for (let at = 0; at < end; at += 1) {
      if (!hidden[at]) shown += text.charAt(at);
      else if (!hidden[at - 1]) shown += HIDDEN;
    }
    // Most texts are plain ASCII, and the first expression detects that in a tenth of the time.
    if (/[^ -~]/.test(shown)) shown = shown.replace(UNPRINTABLE, ' ');
    return shown + (text.length > MOST_SHOWN ? '…' : '');
  };
}

function markValues(text: string, known: Known, hidden: Uint8Array): void {
  const { secrets, text: message = '', recipients = [], fields = {} } = known;
  const folded = fold(text);
  const hasEscapes = /[%+\\&]/.test(text);
  const longestCode = longestCodeIn(text);
  const mark = (form: string, isWord: boolean): void => {
    if (form === '') return;
    for (let end = 0, start; (start = folded.indexOf(form, end)) !== -1;) {
      end = start + form.length;
      if (!isWord || isWordAt(folded, start, end)) hidden.fill(1, start, end);
    }
  };
  const markEncoded = (value: string, isWord: boolean): void => {
    // In base64 a value is a third longer, in hex twice as long.
    if (value.length * 4 > longestCode * 3) return;
    for (const form of encodedForms(value)) mark(form, isWord);
  };
  const markValue = (value: string, isWord: boolean): void => {
    if (value.length > text.length) return;
    mark(fold(value), isWord);
    const isEscaped = hasEscapes && /[^A-Za-z0-9]/.test(value);
    for (const form of isEscaped ? escapedForms(value) : []) mark(form, isWord);
    markEncoded(value, isWord);
  };
  for (const secret of new Set(secrets.flatMap(withDecoded)))
    markValue(secret, secret.length < SHORTEST);
  markValue(message, message.length < LONGEST_WORD);
  for (const value of [...tellingWords(message, text, longestCode), ...Object.values(fields)]) {
    if (value.length >= SHORTEST) markValue(value, value.length < LONGEST_WORD);
  }
  for (const number of recipients.slice(0, MOST_ENCODED_RECIPIENTS)) markEncoded(number, false);
}

// A password is sent percent-encoded, and a gateway may repeat it decoded.
function withDecoded(secret: string): string[] {
  try {
    return secret.includes('%') ? [secret, decodeURIComponent(secret)] : [secret];
  } catch {
    return [secret];
  }
}

// The end of an escape like `%20` or `\n` is not a part of the word that follows.
function isWordAt(text: string, start: number, end: number): boolean {
  if (/[a-z0-9]/.test(text.charAt(end))) return false;
  return /(?:^|[^a-z0-9]|%[0-9a-f]{2}|\\[nrt])$/.test(text.slice(Math.max(0, start - 3), start));
}

/**
 * The words of a message with a digit, for example a one-time password. None if the text cannot have one:
 * base64 of digits can be without a digit.
 */
function tellingWords(message: string, text: string, longestCode: number): string[] {
  if (longestCode === 0 && !/\p{Nd}/u.test(text)) return [];
  const start = message.slice(0, MOST_READ);
  const words = start.match(/[\p{L}\p{N}](?:\S*[\p{L}\p{M}\p{N}])?/gu) ?? [];
  // In scripts without spaces, a code is next to other letters.
  const codes = start.match(/[A-Za-z0-9]+/g) ?? [];
  return [...new Set([...words, ...codes])].filter((word) => /\p{Nd}/u.test(word));
}

/** Finds each recipient by its last digits, and hides all but the first two and the last four. */
function markNumbers(text: string, recipients: readonly string[], hidden: Uint8Array): void {
  const rows = [...text.matchAll(NUMBER)];
  if (rows.length === 0) return;
  const byTail = new Map(recipients.map((recipient) => [recipient.slice(-TAIL), recipient]));
  for (const { 0: row, index } of rows) {
    const places = Array.from(row.matchAll(/\d/g), (digit) => index + digit.index);
    const digits = row.replace(/\D/g, '');
    for (let end = TAIL; end <= digits.length; end += 1) {
      const recipient = byTail.get(digits.slice(end - TAIL, end));
      if (recipient === undefined) continue;
      let start = end - TAIL;
      while (start > 0 && recipient.at(start - 1 - end) === digits[start - 1]) start -= 1;
      hidden.fill(1, (places[start + 1] ?? 0) + 1, places[end - 4]);
    }
  }
}
