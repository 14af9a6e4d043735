import type { SmsMessageIssue } from '../errors/index.js';
import { kindOf } from './wrong-value.js';

/** Why something cannot be sent to. */
export interface RecipientIssue {
  /** What is wrong and what to give, with the value masked. */
  readonly issue: string;
}

/** Reads one recipient: returns its digits with country prefix, or why it cannot be sent to. */
export type ReadRecipient = (value: unknown) => string | RecipientIssue;

/**
 * Reads `to`: one recipient or an array of them.
 *
 * @returns each number's digits with country prefix once, at its first place, or everything that is
 *   wrong, at the path `to` or `to[1]`
 */
export function readRecipients(
  to: unknown,
  readRecipient: ReadRecipient,
): readonly string[] | { readonly issues: readonly SmsMessageIssue[] } {
  if (!Array.isArray(to)) {
    const read = typeof to === 'string' ? readRecipient(to) : noRecipients(to);
    if (typeof read === 'string') return [read];
    return { issues: [{ path: 'to', message: read.issue }] };
  }
  if (to.length === 0) return { issues: [{ path: 'to', message: noRecipients(to).issue }] };
  return readEach(to, readRecipient);
}

function noRecipients(to: unknown): RecipientIssue {
  const what = Array.isArray(to) ? 'an empty array' : kindOf(to);
  return { issue: `is ${what}; give one number as a string, or several as an array of strings` };
}

function readEach(
  to: readonly unknown[],
  readRecipient: ReadRecipient,
): readonly string[] | { readonly issues: readonly SmsMessageIssue[] } {
  const numbers = new Set<string>();
  let issues: SmsMessageIssue[] | undefined;
  for (let index = 0; index < to.length; index += 1) {
    const read = readRecipient(to[index]);
    if (typeof read === 'string') numbers.add(read);
    else (issues ??= []).push({ path: `to[${index}]`, message: read.issue });
  }
  return issues ? { issues } : [...numbers];
}
