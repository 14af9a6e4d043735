import { readHttpDate } from '../common/http-date.js';
import { ADVICE } from '../errors/advice.js';
import { SmsAuthenticationError, SmsResponseError, SmsTransportError } from '../errors/index.js';
import { type GatewayAnswer, headerOf } from './gateway-answer.js';
import { textOf } from './read-json.js';
import { readRetryAfter } from './retry-after.js';
import { shown, shownCode } from './shown.js';

/** The request that an answer belongs to. */
export interface SentRequest {
  /** A password among their form fields may have the wrong encoding. */
  readonly credentials: { readonly fields?: Readonly<Record<string, string>> };
  /** What no error may show; see `shown`. */
  readonly sent: readonly string[];
}

/**
 * The error for an answer whose HTTP status decides, whatever its body says; undefined if the body
 * decides, or if the credentials were refused.
 */
export function statusError(answer: GatewayAnswer, what: string): SmsTransportError | undefined {
  const { meaning, status } = answer;
  if (meaning === 'body' || meaning === 'refused') return undefined;
  // A send may have been taken; the others send nothing.
  const outcome = what === 'send' ? 'unknown' : 'not-sent';
  const retryAfter = retryAfterOf(answer);
  switch (meaning) {
    case 'throttled':
      return new SmsTransportError(
        'throttled',
        `The gateway answered the ${what} with HTTP ${status}: too many requests. Nothing was sent. Slow down, or wait and retry.`,
        { outcome: 'not-sent', retryAfter },
      );
    case 'redirected':
      return new SmsTransportError(
        'redirected',
        `The gateway answered the ${what} with HTTP ${status}, a redirect. Redirects are never followed, because they would send the credentials to another address. ${ADVICE.redirect}`,
        { outcome, retryable: false },
      );
    case 'failed':
    case 'timed-out':
      return new SmsTransportError(
        'gateway-failed',
        what === 'send'
          ? `The gateway answered the send with HTTP ${status}, so the message may have been sent. Look it up at the gateway before you send it again.`
          : `The gateway answered the ${what} with HTTP ${status}. Nothing was sent. Wait and retry.`,
        { outcome, retryAfter },
      );
  }
}

/** For how long an answer asks to wait, in ms. */
export function retryAfterOf(answer: GatewayAnswer): number | undefined {
  // A date is relative to the answer's own `Date`: the gateway's clock may differ from this host's by minutes.
  const now = readHttpDate(headerOf(answer, 'date')) ?? Date.now();
  return readRetryAfter(headerOf(answer, 'retry-after'), now);
}

/** The error for an answer to a send that proves neither acceptance nor rejection. */
export function unclearAnswer(
  httpStatus: number,
  what: string,
  retryAfter?: number,
): SmsResponseError {
  const message = `The gateway answered the send with HTTP ${httpStatus} and ${what}. This does not prove whether the message was sent. Look it up at the gateway before you send it again.`;
  const advice = adviceOn(httpStatus);
  return new SmsResponseError('answer-unclear', advice ? `${message} ${advice}` : message, {
    httpStatus,
    retryAfter,
  });
}

/** What to check after an HTTP status, whatever the body says, if there is anything. */
export function adviceOn(httpStatus: number): string | undefined {
  return httpStatus === 404 ? ADVICE.notFound : undefined;
}

/** The `statusCode` of gateways that means: the text does not fit its `msgType`. */
const TYPE_DIFFERS = '171';

/**
 * What to change after a message was rejected, if known.
 *
 * @param type the `msgType` with which it was sent
 */
export function adviceOnMessage(statusCode: unknown, type: string | undefined): string | undefined {
  const isOtherType = textOf(statusCode)?.trim() === TYPE_DIFFERS && type !== 'unicode';
  return isOtherType
    ? "This gateway does not accept some characters of the text with its type (msgType). Send the text with type: 'unicode'."
    : undefined;
}

/**
 * Reads how the gateway rejected something, masked; the `statusCode` and the `reason` are empty if it gave none.
 *
 * @param sent what it may not show; see {@link shown}
 * @returns also a `summary` of both, after the HTTP status if that alone means a rejection
 */
export function readRejection(
  { meaning, status }: GatewayAnswer,
  fields: Readonly<Record<string, unknown>>,
  sent: readonly string[],
) {
  const statusCode = shownCode(textOf(fields['statusCode'])?.trim() ?? '', sent);
  const reason = shown(textOf(fields['reason'])?.trim() ?? '', sent);
  const http = meaning === 'refused' ? `HTTP ${status}` : '';
  const summary = [http, statusCode, reason].filter(Boolean).join(': ') || 'no reason given';
  return { statusCode, reason, summary };
}

/** The error for an answer to a send that refuses its credentials. */
export function credentialsRefused(
  answer: GatewayAnswer,
  fields: Readonly<Record<string, unknown>>,
  request: SentRequest,
): SmsAuthenticationError {
  const rejectionWords = readRejection(answer, fields, request.sent);
  const password = request.credentials.fields?.['password'];
  const advice = [
    'Check auth: the user id, the password or key, and that the account is not blocked.',
    password !== undefined && /[^A-Za-z0-9_.~!*'()-]/.test(password)
      ? "The password has special characters: auth.passwordEncoding, 'url' or 'none', may be wrong for this gateway."
      : '',
    answer.meaning === 'refused'
      ? ''
      : 'If this statusCode means something else at your gateway, set auth.refusedCodes.',
    adviceOn(answer.status) ?? '',
  ];
  return new SmsAuthenticationError(
    'credentials-refused',
    [
      `The gateway refused the credentials (${rejectionWords.summary}). Nothing was sent.`,
      ...advice,
    ]
      .filter(Boolean)
      .join(' '),
    rejectionWords,
  );
}

/** The error for an answer that belongs to another request than its send. */
export function mismatched(httpStatus: number): SmsResponseError {
  return new SmsResponseError(
    'answer-mismatched',
    `The gateway answered with HTTP ${httpStatus} and other recipients in mobile, or with a token, so the answer belongs to another request. The message may have been sent. Look it up at the gateway before you send it again.`,
    { httpStatus },
  );
}
