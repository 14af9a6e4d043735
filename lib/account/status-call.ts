import { isObject } from '../message/value-checks.js';
import {
  SmsAuthenticationError,
  SmsGatewayError,
  SmsRejectedError,
  SmsTransportError,
} from '../errors/index.js';
import { readRejection, statusError } from '../protocol/answer-error.js';
import { type GatewayAnswer, meaningOf } from '../protocol/gateway-answer.js';
import { readJsonObject } from '../protocol/read-json.js';
import { createRedactor, type Redactor } from '../protocol/redactor.js';
import type { GatewayCall } from './gateway-call.js';

type Fields = Readonly<Record<string, string>>;

/** Asks for the delivery reports of a send. The answer is not specified: it is read as real gateways send it. */
export class StatusCall implements GatewayCall<readonly unknown[]> {
  readonly of = 'lookup';
  readonly weight = 1;
  readonly fields = {};

  constructor(
    readonly path: `/${string}`,
    private readonly uuid: string,
    private readonly refusedCodes: ReadonlySet<string>,
  ) {}

  encode(credentials: Fields) {
    const form = new URLSearchParams({ ...credentials, uuid: this.uuid, output: 'json' });
    const contentType = 'application/x-www-form-urlencoded';
    return { body: Buffer.from(form.toString()), contentType };
  }

  /** @returns the list of the answer; empty if the gateway has no report yet */
  read(answer: GatewayAnswer, redactor: () => Redactor): readonly unknown[] {
    const { status } = answer;
    const failed = statusError(answer, 'lookup');
    if (failed) throw failed;
    const fields = readJsonObject(answer.body) ?? {};
    const response = isObject(fields['response']) ? fields['response'] : fields;
    const { report_statusList, reports_statusList } = response;
    const list = report_statusList ?? reports_statusList ?? [];
    const isOk = String(response['status']).toLowerCase() === 'success' && status < 300;
    if (isOk && Array.isArray(list)) return list;
    const statusCode = response['statusCode'] ?? response['code'];
    const reason = response['reason'] ?? response['msg'];
    const said = readRejection(status, { statusCode, reason }, redactor());
    if (meaningOf(status) === 'refused' || this.refusedCodes.has(said.statusCode)) {
      throw new SmsAuthenticationError(
        'credentials-refused',
        `The gateway refused the credentials of the lookup (${said.summary}). Nothing was sent. Some gateways accept only a user id and password for lookups, and no key.`,
        said,
      );
    }
    if (typeof response['status'] === 'string' && !isOk) {
      throw new SmsRejectedError({ ...said, raw: fields, what: 'the lookup' });
    }
    throw new SmsTransportError(
      'gateway-failed',
      `The gateway answered the lookup with HTTP ${status} and no list of reports. Nothing was sent. Check the option lookup.path.`,
      { outcome: 'not-sent' },
    );
  }

  asNotSent(error: unknown): unknown {
    return asLookupError(error);
  }

  redactor(secrets: readonly string[]): Redactor {
    return createRedactor({ secrets });
  }
}

/** The error of a lookup: always `not-sent`, because a lookup sends nothing. */
export function asLookupError(error: unknown): unknown {
  if (!(error instanceof SmsGatewayError) || error.outcome === 'not-sent') return error;
  const { code, retryAfter } = error;
  return new SmsTransportError(
    error instanceof SmsTransportError ? error.code : 'gateway-failed',
    `The gateway did not answer the lookup (${code}). Nothing was sent. Ask again later.`,
    { outcome: 'not-sent', retryable: code !== 'request-failed', retryAfter },
  );
}
