import { encodedRuns } from './encoded-runs.js';
import { KnownDigits } from './known-digits.js';
import { KnownNumbers } from './known-numbers.js';
import { KnownTexts } from './known-texts.js';
import { maskNumber } from './mask.js';
import { copyRedacted, LONGEST_TEXT } from './redacted-copy.js';
import { viewsOf } from './unescaped-views.js';

/** Masks what a gateway said, so that an error can carry it. */
export interface Redactor {
  /** A copy with secrets, text and numbers masked; at most 2,000 characters of it. */
  text(value: string): string;
  /**
   * An id for a line of the log, which it cannot break: only secrets, text and numbers masked,
   * for its other digits are what a send is looked up by.
   */
  id(value: string): string;
  /**
   * A `statusCode`: three digits, or at most 6 characters of `[A-Za-z0-9_-]` that are no part of what
   * was sent, stay as they are, for programs tell one from another. All else is masked as a text is.
   */
  code(value: string): string;
  /**
   * A copy of plain data, its keys and numbers masked too: at most 8 levels, 100 entries each,
   * and 1,000 values and 100,000 characters in all. A `statusCode` in it is masked as {@link code} does.
   */
  deep(value: unknown): unknown;
}

/** Characters past the cut that are looked at, so that it cannot hide the end of what it begins. */
const OVERHANG = 200;

/** Of one width whatever it hides, for a length is a hint. */
const HIDDEN = '••••••';

/** One-time passwords have 4 digits or more. */
const DIGITS = /\p{Nd}{4,}/gu;

/** Or 6 and more in groups: `123-456`. */
const GROUPED_DIGITS = /(?<!\p{Nd})\p{Nd}{1,4}(?:[ -]\p{Nd}{1,4})+(?!\p{Nd})/gu;
const FEWEST_GROUPED = 6;

/** What the gateway's own codes look like, such as `203`; nothing that is sent is one. */
const THREE_DIGITS = /^[0-9]{3}$/;
/** What other gateways' do, such as `1701` and `E1025`. A one-time password can look the same. */
const SHORT_CODE = /^[A-Za-z0-9_-]{1,6}$/;

/** Line breaks and other control characters, and what turns the direction or has no width. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

type Found = (start: number, end: number) => void;

/** What is looked for. */
interface Known {
  readonly texts: KnownTexts;
  readonly findDigits: (text: string, found: Found) => void;
}

const OPEN = 0;
const SECRET = 1;
const NUMBER = 2;

/**
 * Makes what masks a gateway's answer to one send. It hides, without regard to case,
 * - each secret and the text, also where only 8 characters or more of one are repeated (where a
 *   secret has fewer than 4 characters: as a word of its own);
 * - each recipient, with separators or without its country prefix;
 * - any other row of 4 digits or more, which may be a one-time password.
 *
 * Each also where it is escaped, up to 3 times, for a URL, JSON or HTML; and where a run of base64,
 * of hex or of a list of bytes holds it, the whole run.
 *
 * Secrets, text and what is encoded become six bullets, numbers what `maskNumber` makes of them.
 */
export function createRedactor(
  secrets: readonly string[],
  text: string | undefined,
  recipients: readonly string[],
): Redactor {
  const hidden = text === undefined ? secrets : [text, ...secrets];
  const texts = new KnownTexts(hidden);
  const numbers = new KnownNumbers(recipients);
  const digits = new KnownDigits(hidden, recipients);
  const sent: Known = {
    texts,
    findDigits: (value, found) => {
      numbers.find(value, found);
      digits.find(value, found);
    },
  };
  const all: Known = {
    texts,
    findDigits: (value, found) => {
      numbers.find(value, found);
      findPasswords(value, found);
    },
  };
  const redactText = (value: string): string => redact(value, all);
  const isOpen = (code: string): boolean =>
    THREE_DIGITS.test(code) || (SHORT_CODE.test(code) && redact(code, sent) === code);
  const redactCode = (value: string): string => (isOpen(value.trim()) ? value : redactText(value));
  return {
    text: redactText,
    code: redactCode,
    // They go first: digits that one parts would come together.
    id: (value) => redact(value.replace(UNPRINTABLE, ''), sent),
    deep: (value) => copyRedacted(value, redactText, redactCode),
  };
}

function redact(value: string, known: Known): string {
  const looked = value.slice(0, LONGEST_TEXT + OVERHANG);
  const shown = render(looked, marksOf(looked, known));
  return value.length > LONGEST_TEXT ? `${shown}…` : shown;
}

/** For each character whether it is open, part of a secret or text, or part of a number. */
function marksOf(text: string, known: Known): Uint8Array {
  // Everything is looked for in the text as it came: what one replacement leaves would hide the
  // next from being found.
  const marks = new Uint8Array(text.length);
  for (const view of viewsOf(text)) {
    const hide = (start: number, end: number): void => {
      marks.fill(SECRET, view.startOf(start), view.endOf(end - 1));
    };
    const mark = (start: number, end: number): void => {
      const first = view.startOf(start);
      const last = view.endOf(end - 1);
      // Digits of an escape are none of the number that it stands for.
      if (last - first !== end - start) marks.fill(SECRET, first, last);
      for (let at = first; at < last; at += 1) if (marks[at] === OPEN) marks[at] = NUMBER;
    };
    known.texts.find(view.text, hide);
    known.findDigits(view.text, mark);
    for (const { start, end, readings } of encodedRuns(view.text)) {
      if (readings.some((reading) => isTelling(reading, known))) hide(start, end);
    }
  }
  return marks;
}

function isTelling(reading: string, { texts, findDigits }: Known): boolean {
  return viewsOf(reading).some(({ text }) => {
    let hasDigits = false;
    findDigits(text, () => (hasDigits = true));
    return hasDigits || texts.isIn(text);
  });
}

/** Calls `found` with what may be a one-time password. */
function findPasswords(text: string, found: Found): void {
  for (const match of text.matchAll(DIGITS)) found(match.index, match.index + match[0].length);
  for (const match of text.matchAll(GROUPED_DIGITS)) {
    const { length } = onlyDigits(match[0]);
    if (length >= FEWEST_GROUPED) found(match.index, match.index + match[0].length);
  }
}

function render(text: string, marks: Uint8Array): string {
  let shown = '';
  const length = Math.min(text.length, LONGEST_TEXT);
  for (let start = 0; start < length;) {
    const kind = marks[start];
    let end = start + 1;
    while (end < text.length && marks[end] === kind) end += 1;
    if (kind === OPEN) shown += text.slice(start, Math.min(end, length));
    else shown += kind === SECRET ? HIDDEN : maskNumber(onlyDigits(text.slice(start, end)));
    start = end;
  }
  return shown;
}

function onlyDigits(text: string): string {
  return text.replace(/\P{Nd}/gu, '');
}
