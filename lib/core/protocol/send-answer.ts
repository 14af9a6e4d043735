import { type SmsGatewayError, SmsRejectedError } from '../errors/index.js';
import { isObject } from '../common/value-checks.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';
import { dropDecimals } from '../message/spreadsheet.js';
import {
  adviceOn,
  adviceOnMessage,
  credentialsRefused,
  mismatched,
  readRejection,
  retryAfterOf,
  type SentRequest,
  statusError,
  unclearAnswer,
} from './answer-error.js';
import { type GatewayAnswer, headerOf } from './gateway-answer.js';
import { readJsonObject, repeatedField, textOf } from './read-json.js';
import { Tails } from './tails.js';
import {
  type AnswerRules,
  hasToken,
  namesTransaction,
  readVerdict,
  transactionOf,
} from './verdict.js';

type Fields = Readonly<Record<string, unknown>>;

const NONE: readonly string[] = Object.freeze([]);

/** The send that an answer belongs to. */
export interface SentMessage {
  readonly message: Pick<CheckedMessage, 'recipients' | 'segments' | 'values'>;
  /** The name of the account, for the receipt. */
  readonly account: string;
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
    return statusError(answer, 'send') ?? credentialsRefused(answer, fields ?? {}, sent.request);
  }
  const isDecided = meaning === 'redirected' || meaning === 'failed';
  const failed = isDecided && statusError(answer, 'send');
  if (failed) return failed;
  if (!fields) return unclearAnswer(status, 'a body that is not a JSON object');
  switch (readVerdict(answer, fields, sent.rules)) {
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
  const opensObject = answer.body.toString('utf8').trimStart().startsWith('{');
  return answer.cut || (!hasLength && opensObject)
    ? 'a body that was not read to its end'
    : undefined;
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
    if (!recipients.every((recipient) => invalid.has(recipient) || named.has(recipient))) {
      return unclearAnswer(
        answer.status,
        'an invalidMobile that may mean any recipient, while one of them is in neither invalidMobile nor mobile',
      );
    }
  }
  const receipt: { -readonly [Key in keyof SmsReceipt]: SmsReceipt[Key] } = {
    account: sent.account,
    transactionId,
    // A copy, because the app may change it, and events still show the message.
    accepted:
      invalid.size === 0
        ? [...recipients]
        : recipients.filter((recipient) => !invalid.has(recipient)),
    rejected: invalid.size === 0 ? [] : recipients.filter((recipient) => invalid.has(recipient)),
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
    return credentialsRefused(answer, fields, sent.request);
  }
  const { statusCode, reason } = readRejection(answer, fields, sent.request.sent);
  const advice =
    adviceOn(answer.status) ?? adviceOnMessage(fields['statusCode'], sent.message.values.type);
  return new SmsRejectedError({ statusCode, reason, raw: fields, advice });
}

/** Digits with no more between them than the usual separators. A masked number does not match. */
const NUMBER = /\d(?:[\s().+-]{0,3}\d){7}/;
/**
 * Words and shorter codes next to one of our numbers are about that number. More digits belong to another number.
 */
const LONGER_THAN_A_CODE = /\d{4}/;
/** How gateways write that there is no number. */
const IS_NOTHING = /^(?:n\/?a|none|nil|null|0|-)?$/i;
/** What surrounds the entries of a list that is written as text. */
const AROUND = /["'[\]]/g;
const BETWEEN = /[,;|\r\n]+/;
/** Stands for one of our recipients. No other text has it: `textOf` replaces it. */
const OURS = '\0';
const NOBODY: ReadonlySet<string> = new Set();

/** What the field `invalidMobile` says. */
interface InvalidNumbers {
  /** The recipients of ours that the field names. */
  readonly named: ReadonlySet<string>;
  /** Whether a part of the field names none of our recipients, so that it may mean any of them. */
  readonly hasOthers: boolean;
}

const NONE_INVALID: InvalidNumbers = Object.freeze({ named: NOBODY, hasOthers: false });

/**
 * Reads `invalidMobile`. A rejected number must not count as sent, so it is recognised in any notation: with
 * a plus, with separators, with or without its country prefix, next to a code or a reason, in an array, as
 * a key. A number that could be either of two recipients names neither.
 */
function readInvalid(value: unknown, recipients: readonly string[]): InvalidNumbers {
  if (isEmpty(value)) return NONE_INVALID;
  const named = new Set<string>();
  const tails = new Tails(recipients);
  let hasOthers = false;
  for (const part of partsOf(value, (text) => takeNamed(text, tails, named))) {
    hasOthers ||= part.includes(OURS)
      ? NUMBER.test(part) || LONGER_THAN_A_CODE.test(part)
      : !part.split(';').every(isNothing);
  }
  return { named, hasOthers };
}

/** Finds which of our recipients the field `mobile` names, as {@link readInvalid} does. */
function recipientsIn(value: unknown, recipients: readonly string[]): ReadonlySet<string> {
  if (isEmpty(value)) return NOBODY;
  const named = new Set<string>();
  const tails = new Tails(recipients);
  for (const text of textsIn(value)) takeNamed(text, tails, named);
  return named;
}

/** Whether the field `mobile` holds numbers of 8 digits or more and none of them is one of ours. */
function namesOnlyOthers(mobile: unknown, recipients: readonly string[]): boolean {
  // A shortcut for the usual answers.
  if (!mobile || (typeof mobile === 'string' && beginsWith(mobile, recipients[0] ?? '')))
    return false;
  const tails = new Tails(recipients);
  let hasNumber = false;
  for (const text of textsIn(mobile)) {
    if (tails.mayBeIn(text)) return false;
    hasNumber ||= NUMBER.test(text);
  }
  return hasNumber;
}

// A longer number that begins with ours is a different number.
function beginsWith(text: string, number: string): boolean {
  const next = text.charCodeAt(number.length);
  return text.startsWith(number) && !(next >= 0x30 && next <= 0x39);
}

/** Adds the recipients that a text names. Returns the text with {@link OURS} in their place. */
function takeNamed(text: string, tails: Tails, named: Set<string>): string {
  let tail = '';
  let at = 0;
  for (const { recipient, start, end } of tails.namedIn(text)) {
    named.add(recipient);
    tail += text.slice(at, start) + OURS;
    at = end;
  }
  return tail + text.slice(at);
}

function isNothing(text: string): boolean {
  return IS_NOTHING.test(text.replaceAll(AROUND, '').trim());
}

// A shortcut: most answers say in these ways that no number is invalid.
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/**
 * The parts of a field, each about one number, if the field lists several.
 *
 * @param readText applied to each text before it is split
 */
function* partsOf(value: unknown, readText: (text: string) => string): Generator<string> {
  const whole = (part: unknown): string => Array.from(textsIn(part), readText).join(';');
  if (isObject(value)) {
    for (const [key, entry] of Object.entries(value)) {
      if (Array.isArray(entry)) for (const element of entry) yield whole([key, element]);
      else yield whole([key, entry]);
    }
    return;
  }
  const valuesLeft = [value];
  while (valuesLeft.length > 0) {
    const next = valuesLeft.pop();
    if (Array.isArray(next)) for (const entry of next) valuesLeft.push(entry);
    else if (isObject(next)) yield whole(next);
    else for (const text of textsIn(next)) yield* readText(text).split(BETWEEN);
  }
}

/**
 * All texts and other values within a value, as text, without the decimals that a spreadsheet added to numbers.
 * Not recursive, because the gateway chooses the depth.
 */
function* textsIn(value: unknown): Generator<string> {
  const valuesLeft = [value];
  while (valuesLeft.length > 0) {
    const next = valuesLeft.pop();
    if (Array.isArray(next)) for (const entry of next) valuesLeft.push(entry);
    else if (typeof next === 'object' && next !== null) {
      for (const [key, entry] of Object.entries(next)) valuesLeft.push(key, entry);
    } else if (next !== undefined && next !== false)
      yield dropDecimals(textOf(next) ?? String(next));
  }
}
