import type { SmsMessageIssue } from '../errors/index.js';
import { isPlainObject } from './plain-object.js';
import { fieldKeyProblem } from './reserved-field.js';
import { shownKey } from './shown-key.js';
import { kindOf } from './wrong-value.js';

/** A copy of the `fields` of a message whose every name and value can be sent. */
export interface CheckedFields {
  readonly fields: Readonly<Record<string, string>>;
}

/** Checks the `fields` of a message and copies them, or tells everything that is wrong with them. */
export function checkFields(
  value: unknown,
): CheckedFields | { readonly issues: readonly SmsMessageIssue[] } {
  if (!isPlainObject(value)) {
    const message = `is ${kindOf(value)}; give a plain object of strings, such as { dltTemplateId: '…' }`;
    return { issues: [{ path: 'fields', message }] };
  }
  const fields: Record<string, string> = {};
  let issues: SmsMessageIssue[] | undefined;
  for (const key of Object.keys(value)) {
    const given = value[key];
    const problem = fieldKeyProblem(key) ?? fieldValueProblem(given);
    if (problem !== undefined) {
      (issues ??= []).push({ path: `fields.${shownKey(key)}`, message: problem });
    } else if (typeof given === 'string') {
      setOwn(fields, key, given);
    }
  }
  return issues ? { issues } : { fields };
}

function fieldValueProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return `is ${kindOf(value)}; give a string`;
  if (!value.isWellFormed()) {
    return 'has half a surrogate pair, which is no character; give whole characters';
  }
  return undefined;
}

/** Sets what an assignment would not where the key is `__proto__`. */
function setOwn(target: Record<string, string>, key: string, value: string): void {
  if (key !== '__proto__') target[key] = value;
  else
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
}
