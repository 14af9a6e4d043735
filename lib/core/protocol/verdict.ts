import type { GatewayAnswer } from './gateway-answer.js';
import { REPLACED, textOf } from './read-json.js';

type Fields = Readonly<Record<string, unknown>>;

/** How an account reads answers, as its options say. */
export interface AnswerRules {
  /** The values of `status` that mean a rejection in a 2xx, in lower case. */
  readonly failureWords: ReadonlySet<string>;
  /** The values of `statusCode` that mean refused credentials. */
  readonly refusedCodes: ReadonlySet<string>;
}

/** What an answer proves: acceptance, rejection, or neither. */
export type Verdict = 'accepted' | 'rejected' | 'unclear';

/** The value of `status` that means success. */
export const SUCCESS_WORD = 'success';

/** The values of `status` that mean a rejection in a 2xx, unless the option `failureWords` replaces them. */
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
 * Reads what an answer proves, from whole fields and never from words within them. Acceptance and
 * rejection both require proof, and if fields contradict each other, the answer is unclear.
 *
 * Accepted is a 2xx with `status` success, in any case, and `statusCode` 200. The specification
 * also names `reason` success, which is not required. Rejected is a 2xx whose `status` is a failure
 * word, or a 4xx whose `status` is a text other than success; its `statusCode` is neither 200 nor
 * 5xx, and it has no `transactionId`. HTTP 408 and 499 prove nothing.
 */
export function readVerdict(
  { meaning, status: httpStatus }: GatewayAnswer,
  fields: Fields,
  { failureWords }: Pick<AnswerRules, 'failureWords'>,
): Verdict {
  const status = typeof fields['status'] === 'string' ? fields['status'].trim().toLowerCase() : '';
  // Empty if there is none: a failure body without a code is still a rejection. Undefined if it is
  // neither a string nor a whole number, which contradicts a rejection.
  const statusCode = textOf(fields['statusCode'] ?? '')?.trim();
  const isOk = httpStatus >= 200 && httpStatus < 300;
  if (status === SUCCESS_WORD) return isOk && statusCode === '200' ? 'accepted' : 'unclear';
  const isRejected = isOk
    ? failureWords.has(status)
    : status !== '' && httpStatus >= 400 && httpStatus < 500 && meaning !== 'timed-out';
  const isContradicted =
    statusCode === undefined || /^(?:200|5\d\d)$/.test(statusCode) || namesTransaction(fields);
  return isRejected && !isContradicted ? 'rejected' : 'unclear';
}

/**
 * The `transactionId` of an answer, digit for digit; undefined if there is no usable one. One in which
 * something had to be replaced is not usable: the gateway does not know it.
 */
export function transactionOf(fields: Fields): string | undefined {
  const id = textOf(fields['transactionId'])?.trim() ?? '';
  return IS_BLANK.test(id) || id.includes(REPLACED) ? undefined : id;
}

/** Whether an answer has any `transactionId`, even an unusable one: the gateway may have taken the send. */
export function namesTransaction(fields: Fields): boolean {
  const id = textOf(fields['transactionId'] ?? '') ?? 'unreadable';
  return !IS_BLANK.test(id.trim());
}

/** Whether an answer has an access token, like the answer to a login. */
export function hasToken({ token }: Fields): boolean {
  return typeof token === 'string' && token !== '';
}

/** Whether an answer names a transaction or a number, like the answer to a send. */
export function isOfSend(fields: Fields): boolean {
  return namesTransaction(fields) || /\d{8}/.test(textOf(fields['mobile']) ?? '');
}
