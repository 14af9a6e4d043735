import type { CredentialSource } from '../auth/credential-source.js';
import type { SmsCredentials } from '../auth/sms-auth-provider.js';
import type { SmsGatewayError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { Priority } from '../message/priority.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import type { SendForm } from '../protocol/send-form.js';
import { Call, type CallTimeout } from '../deadline/call.js';
import type { PassEnd } from './rate-window.js';
import type { Turn } from './send-gate.js';

type Fields = Readonly<Record<string, string>>;

const NO_FIELDS: Fields = Object.freeze({});

/**
 * One operation of the gateway, in progress. To call another endpoint, extend this: the pipeline adds
 * credentials, retries, limits and the breaker.
 */
export abstract class GatewayCall<T> extends Call implements Turn {
  /** Below the base address. */
  abstract readonly path: `/${string}`;
  /** What its retries are called in events. */
  abstract readonly of: 'send' | 'lookup';
  /** The credentials of the current attempt. */
  credentials: SmsCredentials | undefined;
  /** Where they came from, which also knows earlier secrets. */
  source: Pick<CredentialSource, 'secrets'> | undefined;
  /** What the end of the current attempt proves about its request. */
  proved: PassEnd = 'unused';
  /**
   * Whether a failover makes the call, so that another account may take the message. It is attempted
   * once, and fails instead of waiting for the end of a pause, or of an open breaker.
   */
  inFailover = false;
  /** The message that it sends, if it is a send. */
  message: CheckedMessage | undefined;

  constructor(
    timeout: CallTimeout,
    signal: AbortSignal | undefined,
    readonly priority: Priority,
    readonly origin: Turn['origin'],
  ) {
    super(timeout, signal);
  }

  /** What it counts for in `rateLimit`: the recipients of a send. */
  get weight(): number {
    return this.message?.recipients.length ?? 1;
  }

  /** The caller's own form fields, which the credentials must not contain. */
  get fields(): Fields {
    return this.message?.fields ?? NO_FIELDS;
  }

  /** The form fields of the credentials. */
  get credentialFields(): Fields {
    return this.credentials?.fields ?? NO_FIELDS;
  }

  /** Checked after the call has waited for its turn: why it may no longer be made. */
  get refusal(): SmsGatewayError | undefined {
    return undefined;
  }

  /** Encodes one attempt. The pipeline adds the headers of the credentials. */
  abstract encode(): SendForm | Promise<SendForm>;

  /** Reads an answer: what the caller gets, or how it ended. Never throws. */
  abstract read(answer: GatewayAnswer): T | SmsGatewayError;

  /** The error of an attempt, as this operation sees it: a lookup sends nothing. */
  judge(error: SmsGatewayError): SmsGatewayError {
    return error;
  }

  /** What no error may show; see `shown`. Expensive, so it is read only if needed. */
  get sent(): readonly string[] {
    const { headers, fields } = this.credentials ?? {};
    return [
      ...(this.source?.secrets ?? []),
      ...Object.values(headers ?? {}),
      ...Object.values(fields ?? {}),
    ];
  }
}
