import {
  SmsAuthenticationError,
  SmsGatewayError,
  SmsRejectedError,
  SmsResponseError,
} from '../errors/index.js';
import type { SmsReceipt, SmsSegments } from '../message/sms-message.js';
import type { Redactor } from './redactor.js';
import {
  adviceOn,
  readRejection,
  retryAfterOf,
  statusError,
  unclearAnswer,
} from './answer-error.js';
import { type GatewayAnswer, headerOf, meaningOf } from './gateway-answer.js';
import { isNothing, namesOnlyOthers, recipientsIn } from './named-recipients.js';
import { namesTwice, readJsonObject, textOf } from './read-json.js';
import { namesTransaction, readVerdict, transactionOf } from './verdict.js';

type Fields = Readonly<Record<string, unknown>>;

const NONE: readonly string[] = Object.freeze([]);

/** What is known about the send that an answer belongs to. */
export interface SentMessage {
  /** The name of the account, for the receipt. */
  readonly account: string;
  readonly recipients: readonly string[];
  readonly segments: SmsSegments;
  /** The form fields of the credentials. A password among them may have the wrong encoding. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  /** The values of `statusCode` that mean refused credentials. */
  readonly refusedCodes: ReadonlySet<string>;
  /** The values of `status` that mean a rejection in a 2xx, in lower case. */
  readonly failureWords: ReadonlySet<string>;
  /** Masks what the gateway repeats. Called only if there is an error. */
  readonly redactor: () => Redactor;
}

/**
 * Reads the gateway's answer to a send (specification, section 2.2). After `answer-mismatched`, the
 * connection must be closed: its answers belong to other sends.
 *
 * @throws SmsRejectedError if the gateway rejected the message, or every recipient
 * @throws SmsAuthenticationError if it refused the credentials
 * @throws SmsTransportError for 3xx, 5xx and 429
 * @throws SmsResponseError if the answer proves neither acceptance nor rejection
 */
export function readSendAnswer(answer: GatewayAnswer, sent: SentMessage): SmsReceipt {
  try {
    return read(answer, sent);
  } catch (error) {
    // The message may have been sent, so a bug in reading the answer must not hide that.
    if (error instanceof SmsGatewayError) throw error;
    throw unclearAnswer(answer.status, 'fields that could not be read');
  }
}

function read(answer: GatewayAnswer, sent: SentMessage): SmsReceipt {
  const { status } = answer;
  const meaning = meaningOf(status);
  const text = answer.body.toString('utf8');
  const fields = readJsonObject(text);
  if (fields && isAnothers(fields, sent)) throw mismatched(status);
  if (fields && namesTwice(text, 'transactionId')) {
    throw unclearAnswer(status, 'two transactionIds', retryAfterOf(answer));
  }
  if (meaning === 'redirected' || meaning === 'failed') throw statusError(answer, 'send');
  if (meaning === 'throttled' || meaning === 'refused') {
    const doubt = doubtOfRefusal(answer, fields);
    if (doubt) throw unclearAnswer(status, doubt, retryAfterOf(answer));
    throw statusError(answer, 'send') ?? credentialsRefused(status, fields ?? {}, sent);
  }
  if (!fields) throw unclearAnswer(status, 'a body that is not a JSON object');
  switch (readVerdict(status, fields, sent.failureWords)) {
    case 'accepted':
      return readReceipt(status, fields, sent);
    case 'rejected':
      throw rejectionError(status, fields, sent);
    case 'unclear':
      throw unclearAnswer(status, 'fields that disagree or are missing');
  }
}

/** Whether an answer is one to another send, or to a login. */
function isAnothers(fields: Fields, { recipients }: SentMessage): boolean {
  const { mobile, token, transactionId } = fields;
  if (namesOnlyOthers(mobile, recipients)) return true;
  return typeof token === 'string' && token !== '' && transactionId === undefined;
}

/** Why a refusal by its HTTP status may still be an acceptance: its body has, or may have had, a `transactionId`. */
function doubtOfRefusal(answer: GatewayAnswer, fields: Fields | undefined): string | undefined {
  if (fields) return namesTransaction(fields) ? 'a transactionId' : undefined;
  // Without a length, the end of the connection is the end of the body, wherever it comes.
  const hasLength = ['content-length', 'transfer-encoding'].some((name) => headerOf(answer, name));
  const isObject = answer.body.toString('utf8').trimStart().startsWith('{');
  return answer.cut || (!hasLength && isObject) ? 'a body that was not read to its end' : undefined;
}

function readReceipt(httpStatus: number, fields: Fields, sent: SentMessage): SmsReceipt {
  const transactionId = transactionOf(fields);
  if (transactionId === undefined) {
    throw unclearAnswer(httpStatus, 'success without a usable transactionId');
  }
  const { recipients, segments } = sent;
  const messageId = textOf(fields['msgId'])?.trim();
  const { mobile, invalidMobile } = fields;
  const invalid = recipientsIn(invalidMobile, recipients);
  const isUnreadable = invalid.size === 0 && !isNothing(invalidMobile);
  if (isUnreadable && recipientsIn(mobile, recipients).size === 0) {
    throw unclearAnswer(
      httpStatus,
      'an invalidMobile that may mean any recipient, and none of them in mobile',
    );
  }
  const receipt: SmsReceipt = {
    account: sent.account,
    transactionId,
    ...(messageId ? { messageId } : {}),
    accepted: invalid.size === 0 ? recipients : recipients.filter((each) => !invalid.has(each)),
    rejected: invalid.size === 0 ? [] : recipients.filter((each) => invalid.has(each)),
    held: NONE,
    segments,
    raw: fields,
  };
  if (receipt.accepted.length > 0) return receipt;
  if (recipientsIn(mobile, recipients).size > 0) {
    throw unclearAnswer(httpStatus, 'the same recipients in mobile and in invalidMobile');
  }
  const { statusCode, reason } = readRejection(httpStatus, fields, sent.redactor());
  const code = 'recipients-rejected';
  throw new SmsRejectedError({ code, statusCode, reason, raw: fields, receipt });
}

function rejectionError(httpStatus: number, fields: Fields, sent: SentMessage): SmsGatewayError {
  if (sent.refusedCodes.has(textOf(fields['statusCode'])?.trim() ?? '')) {
    return credentialsRefused(httpStatus, fields, sent);
  }
  const { statusCode, reason } = readRejection(httpStatus, fields, sent.redactor());
  const advice = adviceOn(httpStatus);
  return new SmsRejectedError({ statusCode, reason, raw: fields, advice });
}

function credentialsRefused(
  httpStatus: number,
  fields: Fields,
  sent: SentMessage,
): SmsAuthenticationError {
  const said = readRejection(httpStatus, fields, sent.redactor());
  const password = sent.credentials?.['password'];
  const advice = [
    'Check auth: the user id, the password or key, and that the account is not blocked.',
    password !== undefined && /[^A-Za-z0-9_.~!*'()-]/.test(password)
      ? "The password has special characters: auth.passwordEncoding, 'url' or 'none', may be wrong for this gateway."
      : '',
    meaningOf(httpStatus) === 'refused'
      ? ''
      : 'If this statusCode means something else at your gateway, set auth.refusedCodes.',
    adviceOn(httpStatus) ?? '',
  ];
  return new SmsAuthenticationError(
    'credentials-refused',
    [`The gateway refused the credentials (${said.summary}). Nothing was sent.`, ...advice]
      .filter(Boolean)
      .join(' '),
    said,
  );
}

function mismatched(httpStatus: number): SmsResponseError {
  return new SmsResponseError(
    'answer-mismatched',
    `The gateway answered with HTTP ${httpStatus} and other recipients in mobile, or with a token, so the answer belongs to another request. The message may have been sent. Look it up at the gateway before you send it again.`,
    { httpStatus },
  );
}
