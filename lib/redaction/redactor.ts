import { maskNumber } from '../message/mask.js';
import { encodedForms, formsOf, readWritten } from './written-forms.js';

/**
 * Masks known values in something that the gateway said, and replaces control characters with spaces,
 * so that errors and log lines can quote it. Returns at most 2,000 characters.
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
const DIGIT = /\p{Nd}/u;
const NUMBER = /\d(?:[\s().+/-]{0,3}\d){7,}/g;

interface Span {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/**
 * Creates a redactor for the answer to one send or login. It hides known values in the forms in which
 * servers repeat them: as they are, in any case; escaped for a URL, JSON or HTML; in base64 and in hex.
 * Everything else stays readable, because it is the diagnosis. So words of the text without digits are
 * not hidden, and neither is what is escaped twice or encoded together with something else.
 */
export function createRedactor(known: Known): Redactor {
  return (said) => {
    const text = printable(said.slice(0, MOST_READ));
    const spans = [...findValues(text, known), ...findNumbers(text, known.recipients ?? [])];
    return render(text, spans) + (text.length > MOST_SHOWN ? '…' : '');
  };
}

// Most texts are plain ASCII, and the first expression detects that in a tenth of the time.
function printable(text: string): string {
  return /[^ -~]/.test(text) ? text.replace(UNPRINTABLE, ' ') : text;
}

function findValues(text: string, known: Known): Span[] {
  const { secrets, text: message = '', recipients = [], fields = {} } = known;
  const written = readWritten(text);
  const { folded } = written;
  const spans: Span[] = [];
  const hide = (forms: readonly string[], isWord: boolean): void => {
    for (const form of forms) {
      for (let end = 0, start; (start = folded.indexOf(form, end)) !== -1;) {
        end = start + form.length;
        if (!isWord || isWordAt(folded, start, end)) spans.push({ start, end, shown: HIDDEN });
      }
    }
  };
  const hideValue = (value: string, isWord: boolean): void => {
    if (value.length > text.length) return;
    hide(formsOf(value, written), isWord);
    // Where the value has a line break, the text now has a space.
    const shown = printable(value);
    if (shown !== value) hide(formsOf(shown, written), isWord);
  };
  for (const secret of secrets.flatMap(withDecoded)) hideValue(secret, secret.length < SHORTEST);
  hideValue(message, message.length < LONGEST_WORD);
  for (const value of [...tellingWords(message, text), ...Object.values(fields)]) {
    if (value.length >= SHORTEST) hideValue(value, value.length < LONGEST_WORD);
  }
  for (const number of recipients.slice(0, MOST_ENCODED_RECIPIENTS)) {
    hide(encodedForms(number, written), false);
  }
  return spans;
}

// A password is sent percent-encoded, and a gateway may repeat it decoded.
function withDecoded(secret: string): string[] {
  try {
    return secret.includes('%') ? [secret, decodeURIComponent(secret)] : [secret];
  } catch {
    return [secret];
  }
}

// The end of an escape such as `%20` or `\n` is not a part of the word that follows.
function isWordAt(text: string, start: number, end: number): boolean {
  if (/[a-z0-9]/.test(text.charAt(end))) return false;
  return /(?:^|[^a-z0-9]|%[0-9a-f]{2}|\\[nrt])$/.test(text.slice(Math.max(0, start - 3), start));
}

function isTelling(word: string): boolean {
  return word.length >= SHORTEST && DIGIT.test(word);
}

/** The words of a message with a digit, such as a one-time password. None if the text has no digits. */
function tellingWords(message: string, text: string): string[] {
  if (!DIGIT.test(text)) return [];
  const start = message.slice(0, MOST_READ);
  const words = start.split(/\s+/).filter(isTelling);
  // In scripts without spaces, a code is next to other letters.
  const codes = words.flatMap((word) => word.match(/[A-Za-z0-9]+/g) ?? []).filter(isTelling);
  return [...new Set([...words.map(withoutPunctuation), ...codes])];
}

function withoutPunctuation(word: string): string {
  return word.slice(word.search(/[\p{L}\p{N}]/u)).replace(/[\p{P}\p{S}]{1,9}$/u, '');
}

/** Finds each recipient by its last digits, with those before them that belong to it. */
function findNumbers(text: string, recipients: readonly string[]): Span[] {
  const spans: Span[] = [];
  const rows = /\d/.test(text) ? text.matchAll(NUMBER) : [];
  let byTail: Map<string, string> | undefined;
  for (const { 0: row, index } of rows) {
    byTail ??= new Map(recipients.map((recipient) => [recipient.slice(-TAIL), recipient]));
    const digits = row.replace(/\D/g, '');
    for (let end = TAIL; end <= digits.length; end += 1) {
      const recipient = byTail.get(digits.slice(end - TAIL, end));
      if (recipient === undefined) continue;
      let start = end - TAIL;
      while (start > 0 && recipient.at(start - 1 - end) === digits[start - 1]) start -= 1;
      const places = Array.from(row.matchAll(/\d/g), (digit) => index + digit.index);
      const shown = maskNumber(digits.slice(start, end));
      spans.push({ start: places[start] ?? index, end: (places[end - 1] ?? index) + 1, shown });
    }
  }
  return spans;
}

function render(text: string, spans: readonly Span[]): string {
  let shown = '';
  let at = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= MOST_SHOWN) break;
    // A span that overlaps a hidden one is hidden with it.
    if (span.start >= at) shown += text.slice(at, span.start) + span.shown;
    at = Math.max(at, span.end);
  }
  return shown + text.slice(at, MOST_SHOWN);
}
