import type { MessageIssues } from './message-issues.js';
import { type Invalid, kindOf } from './value-checks.js';

/** Reads one recipient: returns its digits with country prefix, or why it cannot be sent to. */
export type ReadRecipient = (value: unknown) => string | Invalid;

/** Reads `to`, one recipient or several: the digits with country prefix, without duplicates. */
export function readRecipients(
  to: unknown,
  readRecipient: ReadRecipient,
  issues: MessageIssues,
): readonly string[] {
  if (typeof to !== 'string' && (!Array.isArray(to) || to.length === 0)) {
    const what = Array.isArray(to) ? 'an empty array' : kindOf(to);
    issues.add('to', `is ${what}; give one number as a string, or several as an array of strings`);
    return [];
  }
  const numbers = new Set<string>();
  const given: readonly unknown[] = typeof to === 'string' ? [to] : to;
  for (let index = 0; index < given.length; index += 1) {
    const read = readRecipient(given[index]);
    if (typeof read === 'string') numbers.add(read);
    else issues.add(typeof to === 'string' ? 'to' : `to[${index}]`, read.issue);
  }
  return [...numbers];
}
