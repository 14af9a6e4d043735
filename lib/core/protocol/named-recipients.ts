import { isObject } from '../common/value-checks.js';
import { dropDecimals } from '../message/spreadsheet.js';
import { textOf } from './read-json.js';
import { Tails } from './tails.js';

/** Digits with no more between them than the usual separators. A masked number does not match. */
const NUMBER = /\d(?:[\s().+-]{0,3}\d){7}/;
/**
 * Words and shorter codes next to one of our numbers are about that number. More digits belong to another number.
 */
const LONGER_THAN_A_CODE = /\d{4}/;
/** How gateways write that there is no number. */
const IS_NOTHING = /^(?:n\/?a|none|nil|null|0|-)?$/i;
/** What surrounds the entries of a list that is written as text. */
const AROUND = /["'[\]]/g;
const BETWEEN = /[,;|\r\n]+/;
/** Stands for one of our recipients. No other text has it: `textOf` replaces it. */
const OURS = '\0';
const NOBODY: ReadonlySet<string> = new Set();

/** What the field `invalidMobile` says. */
export interface InvalidNumbers {
  /** The recipients of ours that the field names. */
  readonly named: ReadonlySet<string>;
  /** Whether a part of the field names none of our recipients, so that it may mean any of them. */
  readonly hasOthers: boolean;
}

const NONE: InvalidNumbers = Object.freeze({ named: NOBODY, hasOthers: false });

/**
 * Reads `invalidMobile`. A rejected number must not count as sent, so it is recognised in any notation: with
 * a plus, with separators, with or without its country prefix, next to a code or a reason, in an array, as
 * a key. A number that could be either of two recipients names neither.
 */
export function readInvalid(value: unknown, recipients: readonly string[]): InvalidNumbers {
  if (isEmpty(value)) return NONE;
  const named = new Set<string>();
  const tails = new Tails(recipients);
  let hasOthers = false;
  for (const part of partsOf(value, (text) => takeNamed(text, tails, named))) {
    hasOthers ||= part.includes(OURS)
      ? NUMBER.test(part) || LONGER_THAN_A_CODE.test(part)
      : !part.split(';').every(isNothing);
  }
  return { named, hasOthers };
}

/** Finds which of our recipients the field `mobile` names, as {@link readInvalid} does. */
export function recipientsIn(value: unknown, recipients: readonly string[]): ReadonlySet<string> {
  if (isEmpty(value)) return NOBODY;
  const named = new Set<string>();
  const tails = new Tails(recipients);
  for (const text of textsIn(value)) takeNamed(text, tails, named);
  return named;
}

/** Whether the field `mobile` holds numbers of 8 digits or more and none of them is one of ours. */
export function namesOnlyOthers(mobile: unknown, recipients: readonly string[]): boolean {
  // A shortcut for the usual answers.
  if (!mobile || (typeof mobile === 'string' && beginsWith(mobile, recipients[0] ?? '')))
    return false;
  const tails = new Tails(recipients);
  let hasNumber = false;
  for (const text of textsIn(mobile)) {
    if (tails.mayBeIn(text)) return false;
    hasNumber ||= NUMBER.test(text);
  }
  return hasNumber;
}

// A longer number that begins with ours is a different number.
function beginsWith(text: string, number: string): boolean {
  const next = text.charCodeAt(number.length);
  return text.startsWith(number) && !(next >= 0x30 && next <= 0x39);
}

/** Adds the recipients that a text names. Returns the text with {@link OURS} in their place. */
function takeNamed(text: string, tails: Tails, named: Set<string>): string {
  let rest = '';
  let at = 0;
  for (const { recipient, start, end } of tails.namedIn(text)) {
    named.add(recipient);
    rest += text.slice(at, start) + OURS;
    at = end;
  }
  return rest + text.slice(at);
}

function isNothing(text: string): boolean {
  return IS_NOTHING.test(text.replaceAll(AROUND, '').trim());
}

// A shortcut: most answers say in these ways that no number is invalid.
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/**
 * The parts of a field, each about one number, if the field lists several.
 *
 * @param read applied to each text before it is split
 */
function* partsOf(value: unknown, read: (text: string) => string): Generator<string> {
  const whole = (part: unknown): string => Array.from(textsIn(part), read).join(';');
  if (isObject(value)) {
    for (const [key, entry] of Object.entries(value)) {
      if (Array.isArray(entry)) for (const each of entry) yield whole([key, each]);
      else yield whole([key, entry]);
    }
    return;
  }
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (Array.isArray(next)) for (const entry of next) left.push(entry);
    else if (isObject(next)) yield whole(next);
    else for (const text of textsIn(next)) yield* read(text).split(BETWEEN);
  }
}

/**
 * All texts and other values within a value, as text, without the decimals that a spreadsheet added to numbers.
 * Not recursive, because the gateway chooses the depth.
 */
function* textsIn(value: unknown): Generator<string> {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (Array.isArray(next)) for (const entry of next) left.push(entry);
    else if (typeof next === 'object' && next !== null) {
      for (const [key, entry] of Object.entries(next)) left.push(key, entry);
    } else if (next !== undefined && next !== false)
      yield dropDecimals(textOf(next) ?? String(next));
  }
}
