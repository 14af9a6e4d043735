import { SmsMessageError } from '../errors/index.js';
import { checkFields } from './check-fields.js';
import type {
  CheckedContent,
  CheckedDefaults,
  CheckedMessage,
  MessageContext,
} from './checked-message.js';
import { shownKey } from './mask.js';
import { type ContentKey, MESSAGE_FIELDS } from './message-fields.js';
import { MessageIssues } from './message-issues.js';
import { readRecipients } from './recipients.js';
import { estimateSegments } from './segments.js';
import type { SmsSegments } from './sms-message.js';
import { unknownKeyProblem } from './unknown-key.js';
import { isPlainObject, kindOf } from './value-checks.js';

/** A message before it is checked. Each value is read once, because a getter may change its answer. */
type Given = Readonly<Record<string, unknown>>;

const CONTENT_KEYS: readonly string[] = [...MESSAGE_FIELDS.map(({ key }) => key), 'fields'];
const MESSAGE_KEYS: readonly string[] = ['to', ...CONTENT_KEYS];

/** Other words for our keys: the document's field names, and keys of other packages. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ...['mobile', 'number', 'numbers', 'phone', 'recipient', 'recipients'].map(meaning('to')),
  ...['msg', 'message', 'body', 'content'].map(meaning('text')),
  ...['from', 'sender'].map(meaning('senderId')),
  ...MESSAGE_FIELDS.map(({ name, key }): [string, string] => [name.toLowerCase(), key]),
]);

function meaning(key: string): (word: string) => [string, string] {
  return (word) => [word, key];
}

/**
 * Checks a message and fills in the account's defaults. The message is not changed, and its text is
 * passed on exactly as given.
 *
 * @throws SmsMessageError with what is invalid, in the order of the message's keys; what is missing
 *   comes last
 */
export function checkMessage(message: unknown, context: MessageContext): CheckedMessage {
  const given = asObject(message);
  const issues = new MessageIssues();
  const recipients = readRecipients(given['to'], context.readRecipient, issues);
  const content = readContent(given, context, issues);
  checkKeys(given, MESSAGE_KEYS, issues);
  issues.throwIfAny(given);
  return { ...content, recipients };
}

/**
 * Checks a message without `to`, whose recipients are given separately.
 *
 * @throws SmsMessageError as `checkMessage` does
 */
export function checkContent(message: unknown, context: MessageContext): CheckedContent {
  const given = asObject(message);
  const issues = new MessageIssues();
  const content = readContent(given, context, issues);
  checkKeys(given, CONTENT_KEYS, issues);
  issues.throwIfAny(given);
  return content;
}

/**
 * Fills in defaults that a checked message does not set. For messages that were checked against
 * {@link NO_DEFAULTS}, because the account that sends them was not yet known.
 */
export function fillDefaults<M extends CheckedContent>(message: M, defaults: CheckedDefaults): M {
  const values: { [Key in ContentKey]?: string | undefined } = { ...defaults.values };
  for (const { key } of MESSAGE_FIELDS) values[key] = message.values[key] ?? values[key];
  resolveType(values, message.segments);
  const duplicateCheck = values.duplicateCheck === 'true';
  return { ...message, values, duplicateCheck, fields: { ...defaults.fields, ...message.fields } };
}

/** Leaves everything unset that a message does not set. */
export const NO_DEFAULTS: CheckedDefaults = Object.freeze({
  values: Object.freeze({}),
  fields: Object.freeze({}),
});

/**
 * Copies a message without its recipients and reads each value once, so that neither later changes to
 * the original nor a getter change what is sent. Anything but an object is returned as it is.
 */
export function copyContent(content: unknown): unknown {
  if (!isObject(content)) return content;
  const copy: Record<string, unknown> = {};
  // The getters of a class are not among the object's own keys.
  for (const key of new Set([...Object.keys(content), ...CONTENT_KEYS])) {
    if (!(key in content)) continue;
    const value = content[key];
    const own = key === 'fields' && isPlainObject(value) ? { ...value } : value;
    Object.defineProperty(copy, key, { value: own, enumerable: true });
  }
  return copy;
}

function resolveType(values: { type?: string | undefined }, { encoding }: SmsSegments): void {
  if (values.type === 'auto') values.type = encoding === 'UCS-2' ? 'unicode' : 'text';
}

function asObject(message: unknown): Given {
  if (isObject(message)) return message;
  const what = message === undefined ? 'undefined' : kindOf(message);
  throw new SmsMessageError([
    { path: 'message', message: `is ${what}; give an object such as { to, text }` },
  ]);
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkKeys(given: Given, allowed: readonly string[], issues: MessageIssues): void {
  for (const key of Object.keys(given)) {
    if (allowed.includes(key)) continue;
    issues.add(key, () => unknownMessageKey(key, allowed), shownKey(key));
  }
}

function unknownMessageKey(key: string, allowed: readonly string[]): string {
  const advice = `a message has ${allowed.join(', ')}, and other form fields go into 'fields'`;
  return unknownKeyProblem(key, allowed, advice, SYNONYMS);
}

function readContent(
  given: Given,
  { defaults }: MessageContext,
  issues: MessageIssues,
): CheckedContent {
  const values: { [Key in ContentKey]?: string | undefined } = {};
  for (const { key, read, isRequired } of MESSAGE_FIELDS) {
    const value = given[key];
    if (value === undefined && !isRequired) {
      values[key] = defaults.values[key];
      continue;
    }
    const found = read(value);
    if (typeof found === 'string') values[key] = found;
    else issues.add(key, found.issue);
  }
  const { text = '' } = values;
  const segments = estimateSegments(text);
  resolveType(values, segments);
  const duplicateCheck = values.duplicateCheck === 'true';
  const further = given['fields'];
  const fields =
    further === undefined
      ? defaults.fields
      : { ...defaults.fields, ...checkFields(further, issues) };
  return { text, values, duplicateCheck, fields, segments };
}
