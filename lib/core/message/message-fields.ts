import type { SmsContent } from './sms-message.js';
import { dropIgnorable, isVisible } from '../common/characters.js';
import { readRegisteredId } from './registered-id.js';
import { hasControlCharacters, type Invalid, kindOf } from '../common/value-checks.js';

/** A key of a message that becomes one field of the form. */
export type ContentKey = Exclude<keyof SmsContent, 'fields'>;

/** Values of form fields, by the message's keys. A field without a value is left out. */
export type FormValues = { readonly [Key in InForm<FieldKey, ContentKey>]?: string | undefined };

/** Keys of a message. It does not compile if one of them has no field in {@link FORM_FIELDS}. */
type InForm<Field, Key extends Field> = Key;
type FieldKey = Extract<(typeof FORM_FIELDS)[number], { readonly key: unknown }>['key'];

/** How a key of a message becomes a field of the form. */
export interface MessageField {
  readonly key: ContentKey;
  /** The field of the form (specification, section 2.3). */
  readonly name: string;
  /** Checks a value and returns it as the form has it. */
  readonly read: (value: unknown) => string | Invalid;
  /** Whether every message must have it. The option `defaults` can set all others. */
  readonly isRequired?: boolean;
  /** Its value if neither the message nor `defaults` sets it. Default: it is left out. */
  readonly fallback?: string;
}

/** A field of the form that is the same for every message. */
export interface FixedField {
  readonly name: string;
  readonly value: string;
}

/** A sender that mobile networks can carry: eleven characters, or a number (3GPP TS 23.040, section 9.1.2.5). */
export const CARRIED_SENDER = /^(?:.{1,11}|\+?\d{1,15})$/u;

/** The field of the form that has the recipients, the message's `to`. */
export const RECIPIENTS_FIELD = 'mobile';

/** The fields of the form after the recipients, in the order in which they are sent. */
export const FORM_FIELDS = [
  { key: 'senderId', name: 'senderid', read: readVisible },
  { key: 'dltEntityId', name: 'dltEntityId', read: readRegisteredId },
  { key: 'dltTemplateId', name: 'dltTemplateId', read: readRegisteredId },
  { key: 'text', name: 'msg', read: readText, isRequired: true },
  { name: 'sendMethod', value: 'quick' },
  { key: 'type', name: 'msgType', read: readVisible, fallback: 'auto' },
  { name: 'output', value: 'json' },
  { key: 'duplicateCheck', name: 'duplicatecheck', read: readFlag, fallback: 'true' },
] as const satisfies readonly (MessageField | FixedField)[];

/** The fields of the form that a message sets. */
export const MESSAGE_FIELDS: readonly MessageField[] = FORM_FIELDS.filter(
  (field) => 'key' in field,
);

function readText(value: unknown): string | Invalid {
  if (typeof value !== 'string' || value === '') {
    return { issue: `is ${kindOf(value)}; pass the text to send as a string` };
  }
  if (!isVisible(value)) return { issue: 'has no visible character; pass the text to send' };
  if (value.isWellFormed()) return value;
  return {
    issue: `has an unpaired surrogate at position ${value.search(/\p{Surrogate}/u)}; use whole characters (a text that was cut may end in half of one)`,
  };
}

/** Reads a one-line value, for example a sender identifier, and drops its invisible characters. */
export function readVisible(value: unknown): string | Invalid {
  if (typeof value !== 'string' || value === '') {
    return { issue: `is ${kindOf(value)}; use a string, or omit it` };
  }
  const read = dropIgnorable(value);
  if (hasControlCharacters(read) || /\u202e/.test(read) || !read.isWellFormed()) {
    return {
      issue: 'has a line break, control character or unpaired surrogate; use visible characters',
    };
  }
  if (!isVisible(read)) return { issue: 'has no visible character; use some, or omit it' };
  return read.trim() === read ? read : { issue: 'begins or ends with a space; remove it' };
}

function readFlag(value: unknown): string | Invalid {
  if (typeof value === 'boolean') return String(value);
  return { issue: `is ${kindOf(value)}; use true or false` };
}
