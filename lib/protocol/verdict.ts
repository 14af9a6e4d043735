import { meaningOf } from './gateway-answer.js';
import { textOf } from './read-json.js';

/** What an answer proves: yes, no, or neither. */
export type Verdict = 'yes' | 'no' | 'unclear';

/** The values of `status` that are a no in a 2xx, where the option `failureWords` is not set. */
export const FAILURE_WORDS: readonly string[] = [
  'error',
  'failed',
  'failure',
  'fail',
  'rejected',
  'invalid',
  'denied',
];

const IS_BLANK = /^(?:null|[+-]?0+(?:\.0*)?)?$/i;

/**
 * Reads what an answer proves, from its fields alone and never from words within them. Each verdict
 * needs its own proof, and where fields disagree the answer is unclear.
 *
 * A yes is a 2xx with `status` success, in any case, and `statusCode` 200. The document also names
 * `reason` success, which is not required. A no is a 2xx whose `status` is a failure word, or a 4xx
 * whose `status` is a text other than success; its `statusCode` is neither 200 nor 5xx, and it has no
 * `transactionId`. HTTP 408 and 499 prove nothing.
 *
 * @param failureWords in lower case
 */
export function readVerdict(
  httpStatus: number,
  fields: Readonly<Record<string, unknown>>,
  failureWords: ReadonlySet<string>,
): Verdict {
  const status = typeof fields['status'] === 'string' ? fields['status'].trim().toLowerCase() : '';
  const statusCode = codeOf(fields['statusCode']);
  const isOk = httpStatus >= 200 && httpStatus < 300;
  if (status === 'success') return isOk && statusCode === '200' ? 'yes' : 'unclear';
  const isNo = isOk
    ? failureWords.has(status)
    : status !== '' &&
      httpStatus >= 400 &&
      httpStatus < 500 &&
      meaningOf(httpStatus) !== 'timed-out';
  const isContradicted =
    statusCode === undefined || /^(?:200|5\d\d)$/.test(statusCode) || namesTransaction(fields);
  return isNo && !isContradicted ? 'no' : 'unclear';
}

/** The `transactionId` of an answer, digit for digit; undefined where there is none that can be used. */
export function transactionOf(fields: Readonly<Record<string, unknown>>): string | undefined {
  const id = textOf(fields['transactionId'])?.trim() ?? '';
  return IS_BLANK.test(id) ? undefined : id;
}

/** Whether an answer has anything in its `transactionId`, so that the gateway may have taken the send. */
export function namesTransaction(fields: Readonly<Record<string, unknown>>): boolean {
  const id = fields['transactionId'];
  return (
    id !== undefined && id !== null && !IS_BLANK.test(String(textOf(id) ?? 'unreadable').trim())
  );
}

// Empty where there is none: a failure body without a code is still a no. Undefined where it is a
// list, an object or the like, which is not the gateway's.
function codeOf(value: unknown): string | undefined {
  return value === undefined || value === null ? '' : textOf(value)?.trim();
}
