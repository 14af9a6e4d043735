import { z } from 'zod/v3';
import { isTimeZone } from '../common/time-zone.js';
import { MESSAGE_ID } from './inbox/inbox-message.js';
import { searchProblem } from './search.js';

// Checks that the options, the faults and the API share. Each error text follows the name of the value.

/** The one error text for everything that can be wrong with a value. */
export function says(message: string): { errorMap: z.ZodErrorMap } {
  return { errorMap: () => ({ message }) };
}

/** A number in a range. */
export function number(min: number, max: number) {
  return z
    .number(says(`must be a number from ${min} to ${max}`))
    .min(min)
    .max(max);
}

/** A whole number in a range. */
export function whole(min: number, max: number) {
  return z
    .number(says(`must be a whole number from ${min} to ${max}`))
    .int()
    .min(min)
    .max(max);
}

/** An IANA time zone. */
export function timeZone() {
  const error = 'must be an IANA time zone like Asia/Kolkata or UTC';
  return z.string(says(error)).refine(isTimeZone, error);
}

/** A search. */
export function searchTerms() {
  return z.string(says('must be a string')).superRefine((search, context) => {
    const problem = searchProblem(search);
    const message = `has an invalid term: ${problem}`;
    if (problem !== undefined) context.addIssue({ code: 'custom', message });
  });
}

/** The id of a message. */
export function messageId() {
  const error = 'must be the id of a message: 16 digits';
  return z.string(says(error)).regex(MESSAGE_ID, error);
}

/**
 * What is wrong with an object, never showing a value.
 *
 * @param known the keys that it can have
 * @param noun what the user calls any of them
 * @param nameOf what the user calls a key, for example a flag of the command line
 */
export function describeProblems(
  { issues }: z.ZodError,
  known: readonly string[],
  noun = 'option',
  nameOf: (key: string) => string = (key) => key,
): string {
  const problems = issues.map((issue) => {
    const [key, ...rest] = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      const unknown = `unknown ${noun} ${issue.keys.join(', ')}`;
      return key === undefined ? `${unknown}; known: ${known.join(', ')}` : `${unknown} in ${key}`;
    }
    if (key === undefined) return 'the options must be an object';
    return `${[nameOf(key), ...rest].join('.')} ${issue.message}`;
  });
  return problems.join('; ');
}
