import type { Redactor } from '../redaction/redactor.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';

/** The body of a request. */
export interface RequestBody {
  readonly body: Buffer;
  /** The value of its `Content-Type` header. */
  readonly contentType: string;
}

/**
 * One operation of the gateway, as the pipeline carries it out. A further endpoint is a further
 * implementation of this: credentials, retries, deadlines, limits and the breaker come with it.
 */
export interface GatewayCall<T> {
  /** Below the base address, with its leading slash. */
  readonly path: `/${string}`;
  /** What it counts for in `rateLimit`: the recipients of a send. */
  readonly weight: number;
  /** Whether to repeat it even where the gateway may already have carried it out. */
  readonly repeatUnknown: boolean;
  /** The caller's own form fields, which the credentials must not contain. */
  readonly fields: Readonly<Record<string, string>>;

  /**
   * Encodes one attempt. Headers of the credentials are added by the pipeline.
   *
   * @param credentials the form fields of the credentials
   */
  encode(credentials: Readonly<Record<string, string>>): RequestBody;

  /**
   * Reads the answer.
   *
   * @param redactor masks what the gateway repeated; expensive, so ask for it only where needed
   * @param credentials the form fields of the credentials
   * @throws SmsGatewayError; `credentials-refused` where the credentials were refused
   */
  read(
    answer: GatewayAnswer,
    redactor: () => Redactor,
    credentials: Readonly<Record<string, string>>,
  ): T;

  /**
   * Makes what masks the gateway's words.
   *
   * @param secrets those of the credentials; the call adds what it sends itself
   */
  redactor(secrets: readonly string[]): Redactor;
}
