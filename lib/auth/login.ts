import { SmsAuthenticationError, SmsResponseError, SmsTransportError } from '../errors/index.js';
import { headerOf } from '../protocol/gateway-answer.js';
import { readLoginAnswer } from '../protocol/login-answer.js';
import { createRedactor } from '../redaction/redactor.js';
import type { Transport } from '../transport/gateway-transport.js';
import type { RetryPolicy } from '../transport/retry-policy.js';
import type { SendScope } from '../transport/send-scope.js';
import type { ExpiryEvidence } from './access-token.js';

/** A login's yes, with what its answer tells of the token's life. */
export interface LoginResult extends Omit<ExpiryEvidence, 'timeZone'> {
  readonly token: string;
}

/** Obtains access tokens from the token endpoint (document, section 4.1). */
export class Login {
  /** What no error may say. */
  readonly secrets: readonly string[];

  private readonly authorization: string;

  constructor(
    private readonly transport: Pick<Transport, 'post'>,
    private readonly retry: RetryPolicy,
    private readonly failureWords: ReadonlySet<string>,
    userId: string,
    password: string,
  ) {
    const basic = Buffer.from(`${userId}:${password}`, 'utf8').toString('base64');
    this.authorization = `Basic ${basic}`;
    this.secrets = [userId, password, basic];
  }

  /**
   * Logs in. A login sends no message, so it is tried again whatever became of the one before.
   *
   * @param tokens those that are in use or were: a gateway may name one in its no
   * @throws SmsAuthenticationError where the gateway said no, or gave no usable token
   * @throws SmsTransportError, always `not-sent`, where it gave no answer
   */
  async run(scope: SendScope, tokens: readonly string[]): Promise<LoginResult> {
    const tries = this.retry.begin(scope);
    for (;;) {
      try {
        const result = await this.once(scope, tokens);
        tries.answered();
        return result;
      } catch (error) {
        await tries.again(error);
      }
    }
  }

  private async once(scope: SendScope, tokens: readonly string[]): Promise<LoginResult> {
    const sentAt = Date.now();
    try {
      const answer = await this.transport.post(
        {
          path: '/me/',
          headers: { Authorization: this.authorization, 'Content-Type': 'application/json' },
        },
        scope,
      );
      const answeredAt = Date.now();
      const { token, expiresAfter } = readLoginAnswer(answer, this.failureWords, () =>
        createRedactor({ secrets: [...this.secrets, ...tokens] }),
      );
      return { token, expiresAfter, date: headerOf(answer, 'date'), sentAt, answeredAt };
    } catch (error) {
      throw asLoginError(error);
    }
  }
}

// What is unknown of a login is whether there was one: no message has been sent.
function asLoginError(error: unknown): unknown {
  if (error instanceof SmsResponseError) {
    return new SmsAuthenticationError(
      'login-unusable',
      `The gateway answered the login with HTTP ${error.httpStatus} and a body that could not be read, so there is no token to send with. Nothing was sent. Check that baseUrl is the gateway's.`,
    );
  }
  if (error instanceof SmsTransportError && error.outcome === 'unknown') {
    return new SmsTransportError(
      'login-failed',
      `The gateway did not answer the login (${error.code}). Nothing was sent. Check baseUrl and that the gateway is up.`,
      { outcome: 'not-sent' },
    );
  }
  return error;
}
