import type { SmsMessageIssue } from '../errors/index.js';
import { checkFields } from './check-fields.js';
import type { CheckedDefaults } from './checked-message.js';
import { shownKey } from './mask.js';
import { type ContentKey, MESSAGE_FIELDS } from './message-fields.js';
import { MessageIssues } from './message-issues.js';
import { unknownKeyProblem } from './unknown-key.js';
import { isPlainObject, kindOf } from './value-checks.js';

const KEYS: readonly string[] = [
  ...MESSAGE_FIELDS.filter(({ isDefault }) => isDefault).map(({ key }) => key),
  'fields',
];

/** Checks the option `defaults`, by the same rules as the keys of a message. */
export function checkDefaults(
  given: unknown = {},
): CheckedDefaults | { readonly issues: readonly SmsMessageIssue[] } {
  const issues = new MessageIssues();
  if (!isPlainObject(given)) {
    issues.add('defaults', `is ${kindOf(given)}; give an object such as { senderId }`);
    return { issues: issues.list({}) };
  }
  for (const key of Object.keys(given)) {
    if (KEYS.includes(key)) continue;
    issues.add(key, () => unknownKeyProblem(key, KEYS, `give ${KEYS.join(', ')}`), shownKey(key));
  }
  const values: { [Key in ContentKey]?: string | undefined } = {};
  for (const { key, read, isDefault, fallback } of MESSAGE_FIELDS) {
    const value = isDefault ? given[key] : undefined;
    const found = value === undefined ? fallback : read(value);
    if (typeof found === 'object') issues.add(key, found.issue);
    else values[key] = found;
  }
  const further = given['fields'];
  const fields = further === undefined ? {} : checkFields(further, issues);
  return issues.isEmpty ? { values, fields } : { issues: issues.list(given) };
}
