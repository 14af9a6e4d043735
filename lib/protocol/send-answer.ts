import { SmsAuthenticationError, SmsGatewayError, SmsRejectedError } from '../errors/index.js';
import type { Redactor } from '../message/redactor.js';
import type { SmsReceipt, SmsSegments } from '../message/sms-message.js';
import { statusError, unclearAnswer } from './answer-error.js';
import type { GatewayAnswer } from './gateway-answer.js';
import { readJsonObject, textOf } from './read-json.js';
import { readRejected } from './rejected-numbers.js';
import { readVerdict } from './verdict.js';

/** What is known of the send that an answer belongs to. */
export interface SentMessage {
  readonly recipients: readonly string[];
  readonly segments: SmsSegments;
  /** The `statusCode`s that mean refused credentials. */
  readonly refusedCodes: ReadonlySet<string>;
  /** Takes secrets, numbers and texts out of what the gateway said back. Asked for only where there is an error. */
  readonly redactor: () => Redactor;
}

/**
 * Reads the gateway's answer to a send (document, section 2.2).
 *
 * @returns the receipt; `rejected` holds what the gateway listed in `invalidMobile`
 * @throws SmsRejectedError where the gateway said no
 * @throws SmsAuthenticationError where it refused the credentials
 * @throws SmsTransportError for 3xx, 5xx and 429
 * @throws SmsResponseError where the answer proves neither yes nor no
 */
export function readSendAnswer(answer: GatewayAnswer, sent: SentMessage): SmsReceipt {
  const { status } = answer;
  const failure = statusError(answer, 'send');
  if (failure) throw failure;
  if (status === 401 || status === 403) throw credentialsRefused(`HTTP ${status}`);
  const fields = readJsonObject(answer.body);
  if (!fields) throw unclearAnswer(status, 'a body that is no JSON object');
  try {
    return readFields(status, fields, sent);
  } catch (error) {
    // Whatever else a gateway thinks of, its answer is read: nothing but an error of ours may come.
    throw error instanceof SmsGatewayError ? error : unclearAnswer(status, 'fields without sense');
  }
}

function readFields(
  status: number,
  fields: Record<string, unknown>,
  sent: SentMessage,
): SmsReceipt {
  const verdict = readVerdict(status, fields);
  if (verdict === 'yes') return readReceipt(status, fields, sent);
  if (verdict === 'unclear') throw unclearAnswer(status, 'fields that disagree or are missing');
  const statusCode = textOf(fields['statusCode'])?.trim() ?? '';
  const redactor = sent.redactor();
  if (sent.refusedCodes.has(statusCode)) {
    throw credentialsRefused(`statusCode ${redactor.code(statusCode)}`);
  }
  throw new SmsRejectedError({
    statusCode: redactor.code(statusCode),
    reason: redactor.text(textOf(fields['reason']) ?? ''),
    raw: asFields(redactor.deep(fields)),
  });
}

function readReceipt(
  httpStatus: number,
  fields: Record<string, unknown>,
  sent: SentMessage,
): SmsReceipt {
  const transactionId = textOf(fields['transactionId'])?.trim();
  if (!transactionId) throw unclearAnswer(httpStatus, 'success without a transactionId');
  const messageId = textOf(fields['msgId'])?.trim();
  const rejected = readRejected(fields['invalidMobile'], sent.recipients);
  const isRejected = new Set(rejected);
  return {
    transactionId,
    ...(messageId ? { messageId } : {}),
    accepted:
      rejected.length === 0
        ? sent.recipients
        : sent.recipients.filter((recipient) => !isRejected.has(recipient)),
    rejected,
    segments: sent.segments,
    raw: fields,
  };
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function credentialsRefused(by: string): SmsAuthenticationError {
  return new SmsAuthenticationError(
    'credentials-refused',
    `The gateway refused the credentials (${by}). Nothing was sent. Check auth: the user id, the password or key, and that the account is not blocked.`,
  );
}
