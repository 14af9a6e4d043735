import type { MessageIssues } from './message-issues.js';
import { kindOf } from './value-checks.js';

/** Why a recipient cannot be sent to. */
export interface RecipientIssue {
  /** What is invalid and what to give, with the value masked. */
  readonly issue: string;
}

/** Reads one recipient: returns its digits with country prefix, or why it cannot be sent to. */
export type ReadRecipient = (value: unknown) => string | RecipientIssue;

const NONE: readonly string[] = Object.freeze([]);

/**
 * Reads `to`: one recipient or an array of them.
 *
 * @param issues collects what is invalid, at the path `to` or `to[1]`
 * @returns the digits of each number with country prefix, without duplicates
 */
export function readRecipients(
  to: unknown,
  readRecipient: ReadRecipient,
  issues: MessageIssues,
): readonly string[] {
  if (typeof to === 'string') {
    const read = readRecipient(to);
    if (typeof read === 'string') return [read];
    issues.add('to', read.issue);
    return NONE;
  }
  if (!Array.isArray(to) || to.length === 0) {
    const what = Array.isArray(to) ? 'an empty array' : kindOf(to);
    issues.add('to', `is ${what}; give one number as a string, or several as an array of strings`);
    return NONE;
  }
  const numbers = new Set<string>();
  for (let index = 0; index < to.length; index += 1) {
    const read = readRecipient(to[index]);
    if (typeof read === 'string') numbers.add(read);
    else issues.add('to', read.issue, `to[${index}]`);
  }
  return [...numbers];
}
