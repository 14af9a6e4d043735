import { SmsMessageError } from '../errors/index.js';
import { checkFields } from './check-fields.js';
import type { CheckedContent, CheckedMessage, MessageContext } from './checked-message.js';
import { IssueList } from './issue-list.js';
import { CONTENT_KEYS, MESSAGE_KEYS, unknownKeyProblem } from './message-keys.js';
import { readRecipients } from './recipients.js';
import { estimateSegments } from './segments.js';
import { shownKey } from './shown-key.js';
import { hasControlCharacters, kindOf, loneSurrogateAt } from './wrong-value.js';

/** A message before it was checked: every value is read once, as a getter may give another later. */
type Given = Readonly<Record<string, unknown>>;

const NO_FIELDS: Readonly<Record<string, string>> = Object.freeze({});
const NO_RECIPIENTS: readonly string[] = Object.freeze([]);

/**
 * Checks a message and fills in the account's defaults. The message is not changed, and its text
 * goes on exactly as given.
 *
 * @throws SmsMessageError with everything that is wrong, in the order of the message's keys; what is
 *   missing comes last.
 */
export function checkMessage(message: unknown, context: MessageContext): CheckedMessage {
  const given = asObject(message);
  const issues = new IssueList();
  const read = readRecipients(given['to'], context.readRecipient);
  let recipients = NO_RECIPIENTS;
  if ('issues' in read) issues.addAll('to', read.issues);
  else recipients = read;
  const content = readContent(given, context, issues);
  checkKeys(given, MESSAGE_KEYS, issues);
  issues.throwIfAny(given);
  return { ...content, recipients };
}

/**
 * Checks a message that has no `to`, as one whose text goes to many.
 *
 * @throws SmsMessageError as `checkMessage` does.
 */
export function checkContent(message: unknown, context: MessageContext): CheckedContent {
  const given = asObject(message);
  const issues = new IssueList();
  const content = readContent(given, context, issues);
  checkKeys(given, CONTENT_KEYS, issues);
  issues.throwIfAny(given);
  return content;
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

function checkKeys(given: Given, allowed: readonly string[], issues: IssueList): void {
  for (const key of Object.keys(given)) {
    if (!allowed.includes(key)) issues.add(key, unknownKeyProblem(key, allowed), shownKey(key));
  }
}

function readContent(given: Given, context: MessageContext, issues: IssueList): CheckedContent {
  const { defaults } = context;
  const text = readText(given['text'], issues);
  const senderId = readName('senderId', given['senderId'], defaults.senderId, issues);
  const dltEntityId = readName('dltEntityId', given['dltEntityId'], defaults.dltEntityId, issues);
  const type = readName('type', given['type'], defaults.type, issues) ?? 'text';
  const duplicateCheck = readDuplicateCheck(given['duplicateCheck'], defaults, issues);
  const fields = readFields(given['fields'], context, issues);
  const segments = estimateSegments(text);
  const msgType = type === 'auto' ? automaticType(segments.encoding) : type;
  return { text, senderId, dltEntityId, msgType, duplicateCheck, fields, segments };
}

function automaticType(encoding: 'GSM-7' | 'UCS-2'): string {
  return encoding === 'UCS-2' ? 'unicode' : 'text';
}

function readText(value: unknown, issues: IssueList): string {
  if (typeof value !== 'string' || value === '') {
    issues.add('text', `is ${kindOf(value)}; give the text to send as a string`);
    return '';
  }
  if (!value.isWellFormed()) {
    issues.add(
      'text',
      `has half a surrogate pair at position ${loneSurrogateAt(value)}, which is no character; give whole characters (a text that was cut may end in half of one)`,
    );
  }
  return value;
}

function readName(
  key: 'senderId' | 'dltEntityId' | 'type',
  value: unknown,
  fallback: string | undefined,
  issues: IssueList,
): string | undefined {
  if (value === undefined) return fallback;
  if (typeof value !== 'string' || value === '') {
    issues.add(key, `is ${kindOf(value)}; give a string, or leave it out for the default`);
    return fallback;
  }
  if (hasControlCharacters(value) || !value.isWellFormed()) {
    issues.add(
      key,
      'has a line break, control character or half a surrogate pair; give visible characters',
    );
  }
  return value;
}

function readDuplicateCheck(
  value: unknown,
  defaults: MessageContext['defaults'],
  issues: IssueList,
): boolean {
  if (value === undefined) return defaults.duplicateCheck ?? true;
  if (typeof value === 'boolean') return value;
  issues.add('duplicateCheck', `is ${kindOf(value)}; give true or false`);
  return true;
}

function readFields(
  value: unknown,
  context: MessageContext,
  issues: IssueList,
): Readonly<Record<string, string>> {
  const fallback = context.defaults.fields ?? NO_FIELDS;
  if (value === undefined) return fallback;
  const checked = checkFields(value);
  if ('issues' in checked) {
    issues.addAll('fields', checked.issues);
    return fallback;
  }
  return { ...fallback, ...checked.fields };
}
