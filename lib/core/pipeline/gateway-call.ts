import type { CredentialSource } from '../auth/credential-source.js';
import type { SmsCredentials } from '../auth/sms-auth-provider.js';
import type { Deadline, Outgoing } from '../deadline/deadline.js';
import type { CallContext } from '../deadline/mode.js';
import type { SmsGatewayError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SentRequest } from '../protocol/answer-error.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import type { SendForm } from '../protocol/send-form.js';
import type { Pass, PassEnd } from './rate-window.js';

type Fields = Readonly<Record<string, string>>;

export const NO_FIELDS: Fields = Object.freeze({});

/**
 * One operation of the gateway through one account. To call another endpoint, extend this: the pipeline adds
 * credentials, retries, limits and the breaker.
 */
export abstract class GatewayCall<T> {
  /** Below the base address. */
  abstract readonly path: `/${string}`;
  /** What its retries are called in events. */
  abstract readonly of: 'send' | 'lookup';
  /** What no error may show, in addition to secrets. */
  abstract readonly content: readonly string[];
  /** Checked after the call has waited for its turn: why it may no longer be made. */
  abstract readonly refusal: SmsGatewayError | undefined;
  /** The message, if the call is a send. */
  abstract readonly message: CheckedMessage | undefined;

  /** How long it has waited for its turn, in ms, all its waits together. */
  waited = 0;

  constructor(readonly context: CallContext) {}

  /** What it counts for in `rateLimit`: the recipients of a send. */
  get weight(): number {
    return this.message?.recipients.length ?? 1;
  }

  /** The caller's own form fields, which the credentials must not contain. */
  get fields(): Fields {
    return this.message?.fields ?? NO_FIELDS;
  }

  /** Encodes one attempt. The pipeline adds the headers of the credentials. */
  abstract encode(credentials: SmsCredentials): SendForm | Promise<SendForm>;

  /** Reads an answer: what the caller gets, or how it ended. Never throws. */
  abstract read(answer: GatewayAnswer, attempt: SentRequest): T | SmsGatewayError;

  /** The error of an attempt, as this operation sees it: a lookup sends nothing. */
  judge(error: SmsGatewayError): SmsGatewayError {
    return error;
  }
}

/** What is known of the attempts of a call before one is made. */
export interface Tries {
  /** Its number: 1 for the first one. */
  readonly number: number;
  /** How many of them were retries. */
  readonly retries: number;
  /** The credentials that were refused, the earliest first. */
  readonly refused: readonly SmsCredentials[];
}

/** One attempt of a call: it has its credentials and its turn. */
export class Attempt<T> implements Outgoing, SentRequest {
  /** What its end proves about its request. */
  proved: PassEnd = 'unused';

  constructor(
    readonly call: GatewayCall<T>,
    readonly tries: Tries,
    readonly credentials: SmsCredentials,
    readonly pass: Pass,
    private readonly source: Pick<CredentialSource, 'secrets'>,
  ) {}

  get deadline(): Deadline {
    return this.call.context.deadline;
  }

  get keep(): number {
    return this.call.context.keep;
  }

  started(): void {
    this.pass.started();
  }

  /** What no error may show; see `shown`. Expensive, so it is read only if needed. */
  get sent(): readonly string[] {
    const { headers, fields } = this.credentials;
    return [
      // The source also knows earlier secrets.
      ...this.source.secrets,
      ...Object.values(headers ?? {}),
      ...Object.values(fields ?? {}),
      ...this.call.content,
    ];
  }
}

/** What an answer, or the error for a missing answer, proves about its request, whatever the body says. */
export function provedBy(answer: GatewayAnswer | SmsGatewayError): PassEnd {
  if (isFailed(answer)) return answer.outcome === 'unknown' ? 'lost' : 'unused';
  const { meaning } = answer;
  // A proxy may answer this while the request is still on its way.
  return meaning === 'failed' || meaning === 'timed-out' ? 'lost' : 'answered';
}

// Cheaper than a check of the class, which has to know that of another copy of the package.
export function isFailed<T>(callEnd: T | SmsGatewayError): callEnd is SmsGatewayError {
  return callEnd instanceof Error;
}
