import {
  SmsAuthenticationError,
  type SmsGatewayError,
  SmsRejectedError,
  SmsResponseError,
} from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';
import {
  adviceOn,
  adviceOnMessage,
  readRejection,
  retryAfterOf,
  statusError,
  unclearAnswer,
} from './answer-error.js';
import { type GatewayAnswer, headerOf } from './gateway-answer.js';
import { hasToken } from './answer-kind.js';
import { namesOnlyOthers, readInvalid, recipientsIn } from './named-recipients.js';
import { readJsonObject, textOf } from './read-json.js';
import { repeatedField } from './repeated-field.js';
import { namesTransaction, readVerdict, transactionOf } from './verdict.js';

type Fields = Readonly<Record<string, unknown>>;

const NONE: readonly string[] = Object.freeze([]);

/** How an account reads the answers to its sends. */
export interface AnswerRules {
  /** The name of the account, for the receipt. */
  readonly account: string;
  /** The values of `statusCode` that mean refused credentials. */
  readonly refusedCodes: ReadonlySet<string>;
  /** The values of `status` that mean a rejection in a 2xx, in lower case. */
  readonly failureWords: ReadonlySet<string>;
}

/** The request that an answer belongs to. */
export interface SentRequest {
  /** A password among their form fields may have the wrong encoding. */
  readonly credentials: { readonly fields?: Readonly<Record<string, string>> };
  /** What no error may show; see `shown`. */
  readonly sent: readonly string[];
}

/** The send that an answer belongs to. */
export interface SentMessage {
  readonly message: Pick<CheckedMessage, 'recipients' | 'segments' | 'values'>;
  readonly rules: AnswerRules;
  readonly request: SentRequest;
}

/**
 * Reads the gateway's answer to a send (specification, section 2.2): the receipt, or how it ended. Never throws.
 * After `answer-mismatched`, the connection must not be used again: its answers belong to other sends.
 *
 * - `SmsRejectedError` if the gateway rejected the message, or every recipient
 * - `SmsAuthenticationError` if it refused the credentials
 * - `SmsTransportError` for 3xx, 5xx and 429
 * - `SmsResponseError` if the answer proves neither acceptance nor rejection
 */
export function readSendAnswer(
  answer: GatewayAnswer,
  sent: SentMessage,
): SmsReceipt | SmsGatewayError {
  try {
    return read(answer, sent);
  } catch {
    // The message may have been sent, so a bug in reading the answer must not hide that.
    return unclearAnswer(answer.status, 'fields that could not be read');
  }
}

function read(answer: GatewayAnswer, sent: SentMessage): SmsReceipt | SmsGatewayError {
  const { meaning, status } = answer;
  const text = answer.body.toString('utf8');
  const fields = readJsonObject(text);
  if (fields && isAnothers(fields, sent)) return mismatched(status);
  const repeated = fields && repeatedField(text, fields);
  if (repeated !== undefined) {
    return unclearAnswer(status, `two values of ${repeated}`, retryAfterOf(answer));
  }
  if (meaning === 'throttled' || meaning === 'refused') {
    const doubt = doubtOfRefusal(answer, fields);
    if (doubt) return unclearAnswer(status, doubt, retryAfterOf(answer));
    return statusError(answer, 'send') ?? credentialsRefused(answer, fields ?? {}, sent);
  }
  const isDecided = meaning === 'redirected' || meaning === 'failed';
  const failed = isDecided && statusError(answer, 'send');
  if (failed) return failed;
  if (!fields) return unclearAnswer(status, 'a body that is not a JSON object');
  switch (readVerdict(answer, fields, sent.rules.failureWords)) {
    case 'accepted':
      return readReceipt(answer, fields, sent);
    case 'rejected':
      return rejectionError(answer, fields, sent);
    case 'unclear':
      return unclearAnswer(status, 'fields that disagree or are missing');
  }
}

/** Whether an answer is one to another send, or to a login. */
function isAnothers(fields: Fields, { message }: SentMessage): boolean {
  if (namesOnlyOthers(fields['mobile'], message.recipients)) return true;
  return hasToken(fields) && !namesTransaction(fields);
}

/** Why a refusal by its HTTP status may still be an acceptance: its body has, or may have had, a `transactionId`. */
function doubtOfRefusal(answer: GatewayAnswer, fields: Fields | undefined): string | undefined {
  if (fields) return namesTransaction(fields) ? 'a transactionId' : undefined;
  // Without a length, the end of the connection is the end of the body, wherever it comes.
  const hasLength = ['content-length', 'transfer-encoding'].some((name) => headerOf(answer, name));
  const isObject = answer.body.toString('utf8').trimStart().startsWith('{');
  return answer.cut || (!hasLength && isObject) ? 'a body that was not read to its end' : undefined;
}

function readReceipt(
  answer: GatewayAnswer,
  fields: Fields,
  sent: SentMessage,
): SmsReceipt | SmsGatewayError {
  const transactionId = transactionOf(fields);
  if (transactionId === undefined) {
    return unclearAnswer(answer.status, 'success without a usable transactionId');
  }
  const { recipients, segments } = sent.message;
  const messageId = textOf(fields['msgId'])?.trim();
  const { mobile, invalidMobile } = fields;
  const { named: invalid, hasOthers } = readInvalid(invalidMobile, recipients);
  if (hasOthers) {
    const named = recipientsIn(mobile, recipients);
    if (!recipients.every((each) => invalid.has(each) || named.has(each))) {
      return unclearAnswer(
        answer.status,
        'an invalidMobile that may mean any recipient, while one of them is in neither invalidMobile nor mobile',
      );
    }
  }
  const receipt: { -readonly [Key in keyof SmsReceipt]: SmsReceipt[Key] } = {
    account: sent.rules.account,
    transactionId,
    // A copy, because the app may change it, and events still show the message.
    accepted:
      invalid.size === 0 ? [...recipients] : recipients.filter((each) => !invalid.has(each)),
    rejected: invalid.size === 0 ? [] : recipients.filter((each) => invalid.has(each)),
    held: NONE,
    segments,
    raw: fields,
  };
  if (messageId) receipt.messageId = messageId;
  if (receipt.accepted.length > 0) return receipt;
  if (recipientsIn(mobile, recipients).size > 0) {
    return unclearAnswer(answer.status, 'the same recipients in mobile and in invalidMobile');
  }
  const { statusCode, reason } = readRejection(answer, fields, sent.request.sent);
  const code = 'recipients-rejected';
  return new SmsRejectedError({ code, statusCode, reason, raw: fields, receipt });
}

function rejectionError(answer: GatewayAnswer, fields: Fields, sent: SentMessage): SmsGatewayError {
  if (sent.rules.refusedCodes.has(textOf(fields['statusCode'])?.trim() ?? '')) {
    return credentialsRefused(answer, fields, sent);
  }
  const { statusCode, reason } = readRejection(answer, fields, sent.request.sent);
  const advice =
    adviceOn(answer.status) ?? adviceOnMessage(fields['statusCode'], sent.message.values.type);
  return new SmsRejectedError({ statusCode, reason, raw: fields, advice });
}

function credentialsRefused(
  answer: GatewayAnswer,
  fields: Fields,
  sent: SentMessage,
): SmsAuthenticationError {
  const said = readRejection(answer, fields, sent.request.sent);
  const password = sent.request.credentials.fields?.['password'];
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
