import type { SmsCredentials } from '../auth/sms-auth-provider.js';
import { isObject } from '../common/value-checks.js';
import {
  SmsAuthenticationError,
  type SmsGatewayError,
  SmsRejectedError,
  SmsResponseError,
  SmsTransportError,
} from '../errors/index.js';
import { readRejection, type SentRequest, statusError } from '../protocol/answer-error.js';
import { type AnswerRules, hasToken, isOfSend, SUCCESS_WORD } from '../protocol/verdict.js';
import { hasBalance, readCredits, type SmsBalance } from '../protocol/balance.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { readJsonObject, textOf } from '../protocol/read-json.js';
import { causeOf, type Deadline, endedError } from '../deadline/deadline.js';
import { SEND } from '../deadline/mode.js';
import { GatewayCall, NO_FIELDS } from './gateway-call.js';

type Fields = Readonly<Record<string, unknown>>;
type Form = Readonly<Record<string, string>>;

/** Whether an answer has what lookups ask for, even if it cannot be read. One answers only those that want it. */
const IS_IN = {
  reports: (response: Fields) => reportsIn(response) !== undefined,
  'reports of days': (response: Fields) => anyReportsIn(response) !== undefined,
  balance: hasBalance,
};

/** Something that the gateway can be asked for. */
export interface Lookup<T> {
  readonly path: `/${string}`;
  /** The fields of the form, apart from the credentials. */
  readonly form: Form;
  /** What errors call it. */
  readonly what: string;
  /** What they say if it is not in the answer, and which option to check. */
  readonly missing: readonly [what: string, option: string];
  /** What it asks for. */
  readonly container: keyof typeof IS_IN;
  /** Finds it in a successful answer; undefined if it is not there. */
  find(response: Fields, raw: Fields): T | undefined;
  /** The code of an answer that found nothing, and what that means. */
  readonly none?: readonly [code: string, meaning: T];
  /** The code of a refusal by a path that serves something else. HTTP 404 then means the same. */
  readonly unserved?: string;
}

/** The delivery reports of a send: an empty list if there are none yet. */
export function reportsOf(path: `/${string}`, form: Form): Lookup<readonly unknown[]> {
  return {
    path,
    form,
    what: 'lookup',
    missing: ['no list of reports', 'lookup.path'],
    container: 'reports',
    find: (response) => listOf(reportsIn(response) ?? []),
  };
}

/** The delivery reports of some days. */
export function reportsOfDays(path: `/${string}`, form: Form): Lookup<readonly unknown[]> {
  return {
    ...reportsOf(path, { ...form, method: 'getDlr' }),
    missing: ['no list of reports, so it is not served here', 'find.path'],
    container: 'reports of days',
    find: (response) => listOf(anyReportsIn(response)),
    none: ['253', []],
    unserved: '213',
  };
}

function reportsIn({ report_statusList, reports_statusList }: Fields): unknown {
  return report_statusList ?? reports_statusList ?? undefined;
}

function anyReportsIn(response: Fields): unknown {
  return response['reports_dlrList'] ?? reportsIn(response);
}

/** A list, also one inside an object, or an entry without a list. */
function listOf(list: unknown): readonly unknown[] | undefined {
  if (!isObject(list)) return Array.isArray(list) ? list : undefined;
  const inside = Object.values(list).flat();
  return inside.every(isObject) ? inside : [list];
}

/** What the account has left. */
export function balanceAt(path: `/${string}`): Lookup<SmsBalance> {
  return {
    path,
    form: {},
    what: 'balance request',
    missing: ['no balance', 'balance.path'],
    container: 'balance',
    find: (response, raw) => {
      const credits = readCredits(response);
      return credits === undefined ? undefined : { credits, at: new Date(), raw };
    },
  };
}

/** Asks for something. The answer is not specified: it is read as real gateways send it. */
export class LookupCall<T> extends GatewayCall<T> {
  readonly of = 'lookup';
  readonly message = undefined;
  readonly content = [];
  readonly refusal = undefined;
  readonly path: `/${string}`;

  constructor(
    deadline: Deadline,
    private readonly lookup: Lookup<T>,
    private readonly answers: AnswerRules,
  ) {
    super({ deadline, priority: 'normal', mode: SEND, keep: 0, inFailover: false });
    this.path = lookup.path;
  }

  override encode({ fields = NO_FIELDS }: SmsCredentials) {
    const values = { ...fields, ...this.lookup.form, output: 'json' };
    const contentType = 'application/x-www-form-urlencoded';
    return { body: Buffer.from(new URLSearchParams(values).toString()), contentType };
  }

  override read(answer: GatewayAnswer, request: SentRequest): T | SmsGatewayError {
    const { status } = answer;
    const { what, missing, none, unserved } = this.lookup;
    const fields = readJsonObject(answer.body) ?? {};
    const response = isObject(fields['response']) ? fields['response'] : fields;
    if (this.isAnothers(fields, response)) {
      // Stops the connection from being used again. The caller gets it converted by `asLookupError`.
      const message = `The gateway answered the ${what} with the answer to another request.`;
      return new SmsResponseError('answer-mismatched', message, { httpStatus: status });
    }
    const failed = statusError(answer, what);
    if (failed) return failed;
    const word = textOf(response['status'])?.trim().toLowerCase();
    const isOk = word === SUCCESS_WORD && status < 300;
    const foundValue = isOk ? this.lookup.find(response, fields) : undefined;
    if (foundValue !== undefined) return foundValue;
    const statusCode = response['statusCode'] ?? response['code'];
    const reason = response['reason'] ?? response['msg'];
    const rejectionWords = readRejection(answer, { statusCode, reason }, request.sent);
    if (answer.meaning === 'refused' || this.answers.refusedCodes.has(rejectionWords.statusCode)) {
      return new SmsAuthenticationError(
        'credentials-refused',
        `The gateway refused the credentials of the ${what} (${rejectionWords.summary}). Nothing was sent. Some gateways accept only a user id and password here, and no key.`,
        rejectionWords,
      );
    }
    if (none && rejectionWords.statusCode === none[0]) return none[1];
    const isServed =
      unserved === undefined || (status !== 404 && rejectionWords.statusCode !== unserved);
    if (typeof response['status'] === 'string' && !isOk && isServed) {
      return new SmsRejectedError({ ...rejectionWords, raw: fields, what: `the ${what}` });
    }
    return new SmsTransportError(
      'gateway-failed',
      `The gateway answered the ${what} with HTTP ${status} and ${missing[0]}. Nothing was sent. Check the option ${missing[1]}.`,
      // The gateway does not serve this path; retrying would only use up the budget that sends need.
      { outcome: 'not-sent', retryable: false },
    );
  }

  override judge(error: SmsGatewayError): SmsGatewayError {
    return asLookupError(error, this.lookup.what);
  }

  /** Whether this is the answer to a login, a send or another lookup. */
  private isAnothers(fields: Fields, response: Fields): boolean {
    if (IS_IN[this.lookup.container](response)) return false;
    const hasOther = Object.values(IS_IN).some((isIn) => isIn(response));
    return hasToken(fields) || isOfSend(fields) || hasOther;
  }
}

/** The error of a request that sends nothing: it is always `not-sent`, and the request can be repeated. */
export function asLookupError(error: SmsGatewayError, what = 'lookup'): SmsGatewayError {
  if (error.outcome === 'not-sent') return error;
  const { code, retryAfter } = error;
  if (code === 'aborted' || code === 'closed') return endedError(code, 'not-sent');
  const got =
    code === 'answer-mismatched'
      ? `answered the ${what} with the answer to another request`
      : `gave no usable answer to the ${what}`;
  return new SmsTransportError(
    error instanceof SmsTransportError ? error.code : 'gateway-failed',
    `The gateway ${got}${causeOf(error)}. Nothing was sent. Ask again later.`,
    { outcome: 'not-sent', retryable: code !== 'request-failed', retryAfter },
  );
}
