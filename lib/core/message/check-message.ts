import { SmsMessageError, type SmsMessageIssue } from '../errors/index.js';
import { checkFields } from './check-fields.js';
import type {
  CheckedContent,
  CheckedDefaults,
  CheckedMessage,
  MessageContext,
  ReadRecipient,
} from './checked-message.js';
import { shownKey } from '../common/mask.js';
import { type ContentKey, type FormValues, MESSAGE_FIELDS } from './message-fields.js';
import {
  addIssue,
  listIssues,
  type MessageIssues,
  throwIssues,
  unknownKeyProblem,
} from './message-issues.js';
import { estimateSegments } from './segments.js';
import type { SmsSegments } from './sms-message.js';
import { isObject, isPlainObject, kindOf } from '../common/value-checks.js';

/** A message before it is checked. Each value is read once, because a getter may change its answer. */
type Given = Readonly<Record<string, unknown>>;
/** A value, or undefined, for each key. */
type Values = { -readonly [Key in ContentKey]-?: FormValues[Key] | undefined };

const CONTENT_KEYS: readonly string[] = [...MESSAGE_FIELDS.map(({ key }) => key), 'fields'];
const MESSAGE_KEYS: readonly string[] = ['to', ...CONTENT_KEYS];

const DEFAULT_FIELDS = MESSAGE_FIELDS.filter(({ isRequired }) => !isRequired);
const DEFAULT_KEYS: readonly string[] = [...DEFAULT_FIELDS.map(({ key }) => key), 'fields'];
/** The values of every message have this shape: other objects are slower. */
const UNSET: Values = fillIn({}, {});
const FALLBACKS: FormValues = Object.fromEntries(
  MESSAGE_FIELDS.map(({ key, fallback }) => [key, fallback]),
);

/** Other words for our keys: the specification's field names, and keys of other packages. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ...['mobile', 'number', 'numbers', 'phone', 'recipient', 'recipients'].map(meaning('to')),
  ...['txt', 'msg', 'message', 'body', 'content'].map(meaning('text')),
  ...['from', 'sender'].map(meaning('senderId')),
  ...MESSAGE_FIELDS.map(({ name, key }): [string, string] => [name.toLowerCase(), key]),
]);

function meaning(key: string): (word: string) => [string, string] {
  return (word) => [word, key];
}

/**
 * Checks a message, without changing it, and fills in the account's defaults.
 *
 * @throws SmsMessageError with everything that is invalid
 */
export function checkMessage(message: unknown, context: MessageContext): CheckedMessage {
  const messageObject = asObject(message);
  const issues: MessageIssues = [];
  const recipients = readRecipients(messageObject['to'], context.readRecipient, issues);
  const content = readContent(messageObject, context, MESSAGE_KEYS, issues);
  throwIssues(issues);
  const { text, values, duplicateCheck, fields, segments } = content;
  return { recipients, text, values, duplicateCheck, fields, segments };
}

/** The same for a message without `to`, whose recipients are given separately. */
export function checkContent(message: unknown, context: MessageContext): CheckedContent {
  const issues: MessageIssues = [];
  const content = readContent(asObject(message), context, CONTENT_KEYS, issues);
  throwIssues(issues);
  return content;
}

/** Checks the option `defaults`, by the same rules as the keys of a message. */
export function checkDefaults(
  option: unknown = {},
): CheckedDefaults | { readonly issues: readonly SmsMessageIssue[] } {
  const issues: MessageIssues = [];
  if (!isPlainObject(option)) {
    addIssue(issues, 'defaults', `is ${kindOf(option)}; use an object like { senderId }`);
    return { issues: listIssues(issues) };
  }
  const set = { ...UNSET };
  readValues(DEFAULT_FIELDS, option, set, issues);
  const values = fillIn(set, FALLBACKS);
  const ownFields = option['fields'];
  const fields = ownFields === undefined ? {} : checkFields(ownFields, issues);
  for (const key of Object.keys(option)) {
    if (DEFAULT_KEYS.includes(key)) continue;
    const advice = `use ${DEFAULT_KEYS.join(', ')}`;
    addIssue(issues, shownKey(key), unknownKeyProblem(key, DEFAULT_KEYS, advice));
  }
  return issues.length === 0 ? { values, fields } : { issues: listIssues(issues) };
}

/**
 * Fills in defaults that a checked message does not set. For messages that were checked against
 * {@link NO_DEFAULTS}, because the account that sends them was not yet known.
 */
export function fillDefaults<M extends CheckedContent>(message: M, defaults: CheckedDefaults): M {
  const values = fillIn(message.values, defaults.values);
  resolveType(values, message.segments);
  const duplicateCheck = values.duplicateCheck === 'true';
  return { ...message, values, duplicateCheck, fields: { ...defaults.fields, ...message.fields } };
}

/** Leaves everything unset that a message does not set. */
export const NO_DEFAULTS: CheckedDefaults = Object.freeze({
  values: Object.freeze({}),
  fields: Object.freeze({}),
});

/** Copies a message without its recipients, so that no later change to it changes what is sent. */
export function copyContent(content: unknown): unknown {
  if (!isObject(content)) return content;
  // The getters of a class are not among the object's own keys.
  const knownEntries = CONTENT_KEYS.filter((key) => key in content).map((key) => [
    key,
    content[key],
  ]);
  const copy: Given = { ...content, ...Object.fromEntries(knownEntries) };
  const { fields } = copy;
  return isPlainObject(fields) ? { ...copy, fields: { ...fields } } : copy;
}

// Written out, because this is done for each message. Its type demands every key.
function fillIn(values: FormValues, from: FormValues): Values {
  return {
    senderId: values.senderId ?? from.senderId,
    dltEntityId: values.dltEntityId ?? from.dltEntityId,
    dltTemplateId: values.dltTemplateId ?? from.dltTemplateId,
    text: values.text ?? from.text,
    type: values.type ?? from.type,
    duplicateCheck: values.duplicateCheck ?? from.duplicateCheck,
  };
}

function resolveType(values: Values, { encoding }: SmsSegments): void {
  if (values.type === 'auto') values.type = encoding === 'UCS-2' ? 'unicode' : 'text';
}

function asObject(message: unknown): Given {
  if (isObject(message)) return message;
  const what = message === undefined ? 'undefined' : kindOf(message);
  throw new SmsMessageError([
    { path: 'message', message: `is ${what}; use an object like { to, text }` },
  ]);
}

/** Reads `to`, one recipient or several: the digits with country prefix, without duplicates. */
export function readRecipients(
  to: unknown,
  readRecipient: ReadRecipient,
  issues: MessageIssues,
): readonly string[] {
  if (typeof to === 'string') {
    const read = readRecipient(to);
    if (typeof read === 'string') return [read];
    addIssue(issues, 'to', read.issue);
    return [];
  }
  if (!Array.isArray(to) || to.length === 0) {
    const what = Array.isArray(to) ? 'an empty array' : kindOf(to);
    addIssue(
      issues,
      'to',
      `is ${what}; pass one number as a string, or several as an array of strings`,
    );
    return [];
  }
  const numbers = new Set<string>();
  for (let index = 0; index < to.length; index += 1) {
    const read = readRecipient(to[index]);
    if (typeof read === 'string') numbers.add(read);
    else addIssue(issues, `to[${index}]`, read.issue);
  }
  return [...numbers];
}

function readContent(
  messageObject: Given,
  { checkText, defaults, isTextOptional, warn }: MessageContext,
  allowed: readonly string[],
  issues: MessageIssues,
): CheckedContent {
  let values = { ...UNSET };
  const isWithoutText = isTextOptional && messageObject['text'] === undefined;
  readValues(isWithoutText ? DEFAULT_FIELDS : MESSAGE_FIELDS, messageObject, values, issues);
  const ownFields = messageObject['fields'];
  const fields =
    ownFields === undefined
      ? defaults.fields
      : { ...defaults.fields, ...checkFields(ownFields, issues) };
  let { text = '' } = values;
  const contentFields =
    text === '' ? undefined : checkText?.(text, values.dltTemplateId, values.senderId, warn);
  if (contentFields && 'issue' in contentFields)
    addIssue(issues, contentFields.path ?? 'text', contentFields.issue, contentFields.masked);
  else if (contentFields) {
    values = fillIn(values, contentFields);
    text = values.text = contentFields.text ?? text;
  }
  values = fillIn(values, defaults.values);
  const segments = estimateSegments(text);
  resolveType(values, segments);
  const duplicateCheck = values.duplicateCheck === 'true';
  for (const key of Object.keys(messageObject)) {
    if (allowed.includes(key)) continue;
    const advice = `a message has ${allowed.join(', ')}, and other form fields go into 'fields'`;
    addIssue(issues, shownKey(key), unknownKeyProblem(key, allowed, advice, SYNONYMS));
  }
  return { text, values, duplicateCheck, fields, segments };
}

/** Reads what `given` sets into `values`. */
function readValues(
  fields: typeof MESSAGE_FIELDS,
  messageObject: Given,
  values: Values,
  issues: MessageIssues,
): void {
  for (const { key, read, isRequired } of fields) {
    const value = messageObject[key];
    if (value === undefined && !isRequired) continue;
    const readValue = read(value);
    if (typeof readValue === 'string') values[key] = readValue;
    else addIssue(issues, key, readValue.issue);
  }
}
