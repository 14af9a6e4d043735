import type { SmsRetryNote } from '../events/channels.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { Redactor } from '../protocol/redactor.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';

type Fields = Readonly<Record<string, string>>;

/**
 * One operation of the gateway. To call another endpoint, implement this: the pipeline adds
 * credentials, retries, deadlines, limits and the breaker.
 */
export interface GatewayCall<T> {
  /** Below the base address. */
  readonly path: `/${string}`;
  /** What channels call it. */
  readonly of: Exclude<SmsRetryNote['of'], 'login'>;
  /** What it counts for in `rateLimit`: the recipients of a send. */
  readonly weight: number;
  /** The message that it sends, if it is a send. */
  readonly message?: CheckedMessage | undefined;
  /** The caller's own form fields, which the credentials must not contain. */
  readonly fields: Fields;

  /** Encodes one attempt. The pipeline adds the headers of the credentials. */
  encode(credentialFields: Fields): { readonly body: Buffer; readonly contentType: string };

  /**
   * @param redactor masks what the gateway repeated; expensive, so call it only if needed
   * @throws SmsGatewayError; `credentials-refused` if the credentials were refused
   */
  read(answer: GatewayAnswer, redactor: () => Redactor, credentialFields: Fields): T;

  /**
   * For a call that sends nothing: what a failed attempt means, as an error that is `not-sent`. Only such
   * an error is retried.
   */
  asNotSent?(error: unknown): unknown;

  /** @param secrets those of the credentials; the call adds what it sends itself */
  redactor(secrets: readonly string[]): Redactor;
}
