import { isObject } from '../message/value-checks.js';
import {
  SmsAuthenticationError,
  type SmsGatewayError,
  SmsRejectedError,
  SmsTransportError,
} from '../errors/index.js';
import { readRejection, statusError } from '../protocol/answer-error.js';
import { type GatewayAnswer, meaningOf } from '../protocol/gateway-answer.js';
import { readJsonObject } from '../protocol/read-json.js';
import type { CallTimeout } from '../transport/call.js';
import { GatewayCall } from './gateway-call.js';

/** Asks for the delivery reports of a send. The answer is not specified: it is read as real gateways send it. */
export class LookupCall extends GatewayCall<readonly unknown[]> {
  readonly of = 'lookup';

  constructor(
    timeout: CallTimeout,
    signal: AbortSignal | undefined,
    readonly path: `/${string}`,
    private readonly uuid: string,
    private readonly refusedCodes: ReadonlySet<string>,
  ) {
    super(timeout, signal, 'normal', 'send');
  }

  override encode() {
    const values = { ...this.credentialFields, uuid: this.uuid, output: 'json' };
    const contentType = 'application/x-www-form-urlencoded';
    return { body: Buffer.from(new URLSearchParams(values).toString()), contentType };
  }

  /** @returns the list of the answer; empty if the gateway has no report yet */
  override read(answer: GatewayAnswer): readonly unknown[] | SmsGatewayError {
    const { status } = answer;
    const failed = statusError(answer, 'lookup');
    if (failed) return failed;
    const fields = readJsonObject(answer.body) ?? {};
    const response = isObject(fields['response']) ? fields['response'] : fields;
    const { report_statusList, reports_statusList } = response;
    const list = report_statusList ?? reports_statusList ?? [];
    const isOk = String(response['status']).toLowerCase() === 'success' && status < 300;
    if (isOk && Array.isArray(list)) return list;
    const statusCode = response['statusCode'] ?? response['code'];
    const reason = response['reason'] ?? response['msg'];
    const said = readRejection(status, { statusCode, reason }, this.sent);
    if (meaningOf(status) === 'refused' || this.refusedCodes.has(said.statusCode)) {
      return new SmsAuthenticationError(
        'credentials-refused',
        `The gateway refused the credentials of the lookup (${said.summary}). Nothing was sent. Some gateways accept only a user id and password for lookups, and no key.`,
        said,
      );
    }
    if (typeof response['status'] === 'string' && !isOk) {
      return new SmsRejectedError({ ...said, raw: fields, what: 'the lookup' });
    }
    return new SmsTransportError(
      'gateway-failed',
      `The gateway answered the lookup with HTTP ${status} and no list of reports. Nothing was sent. Check the option lookup.path.`,
      { outcome: 'not-sent' },
    );
  }

  override judge(error: SmsGatewayError): SmsGatewayError {
    return asLookupError(error);
  }
}

/** The error of a request that sends nothing, so that it is never in doubt and can be made again. */
export function asLookupError(error: SmsGatewayError): SmsGatewayError {
  if (error.outcome === 'not-sent') return error;
  const { code, retryAfter } = error;
  return new SmsTransportError(
    error instanceof SmsTransportError ? error.code : 'gateway-failed',
    `The gateway did not answer the lookup (${code}). Nothing was sent. Ask again later.`,
    { outcome: 'not-sent', retryable: code !== 'request-failed', retryAfter },
  );
}
