import { shownKey } from '../common/mask.js';
import { FORM_FIELDS, RECIPIENTS_FIELD } from './message-fields.js';
import { addIssue, type MessageIssues } from './message-issues.js';
import {
  hasControlCharacters,
  type Invalid,
  isPlainObject,
  kindOf,
} from '../common/value-checks.js';

/** The names, in lower case, that a user's own form fields cannot have, and what to do instead. */
const RESERVED_NAMES: ReadonlyMap<string, string> = new Map([
  ['userid', "set it as 'userId' of the option 'auth'"],
  ['password', "set it in the option 'auth'"],
  ['apikey', "set it as 'apiKey' of the option 'auth'; it is sent as a header"],
  [RECIPIENTS_FIELD, "use 'to'"],
  ...FORM_FIELDS.map((field): [string, string] => [
    field.name.toLowerCase(),
    'key' in field ? `use '${field.key}'` : `it is always '${field.value}'`,
  ]),
]);

/** Checks the `fields` of a message or of `defaults`, and copies them. */
export function checkFields(
  value: unknown,
  issues: MessageIssues,
): Readonly<Record<string, string>> {
  if (!isPlainObject(value)) {
    const example = "a plain object of strings, for example { trackLink: '1' }";
    addIssue(issues, 'fields', `is ${kindOf(value)}; pass ${example}`);
    return {};
  }
  const fields: [string, string][] = [];
  for (const [key, fieldValue] of Object.entries(value)) {
    const read = readField(key, fieldValue);
    if (typeof read === 'string') fields.push([key, read]);
    else addIssue(issues, `fields.${shownKey(key)}`, read.issue);
  }
  // Not by assignment, which would lose a field named `__proto__`.
  return Object.fromEntries(fields);
}

/**
 * Why a user's own form field cannot have a name, and what to use instead; undefined if it can. Case is
 * ignored, and `mobile[]` counts as `mobile`, because servers treat them as the same.
 *
 * @param reserved additional names that are taken, in lower case: the fields of the credentials
 */
export function fieldKeyProblem(key: string, reserved?: ReadonlySet<string>): string | undefined {
  if (key === '') return 'has an empty name; use the name of a form field';
  // Servers drop a field whose name ends in a backslash, because it escapes the quote after it.
  if (hasControlCharacters(key) || /["\\]/.test(key) || !key.isWellFormed()) {
    return 'has a name with a line break, control character, double quote, backslash or unpaired surrogate; use the name of a form field';
  }
  if (key.trim() !== key) return 'has a name that begins or ends with a space; remove it';
  const name = baseName(key.toLowerCase());
  const instead = RESERVED_NAMES.get(name);
  if (instead !== undefined) return `is set by the package; ${instead}`;
  if (reserved?.has(name)) return "is a field of the credentials; the option 'auth' sets it";
  return undefined;
}

function baseName(name: string): string {
  const bracket = name.indexOf('[');
  return bracket <= 0 ? name : name.slice(0, bracket).trimEnd();
}

function readField(key: string, value: unknown): string | Invalid {
  const issue = fieldKeyProblem(key);
  if (issue !== undefined) return { issue };
  if (typeof value !== 'string') return { issue: `is ${kindOf(value)}; use a string` };
  if (value.isWellFormed()) return value;
  return { issue: 'has an unpaired surrogate; use whole characters' };
}
