import { SmsAuthenticationError, SmsResponseError, SmsTransportError } from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import { headerOf } from '../protocol/gateway-answer.js';
import {
  isSendAnswer,
  type LoginAnswer,
  readLoginAnswer,
  unusableLogin,
} from '../protocol/login-answer.js';
import { createRedactor } from '../protocol/redactor.js';
import type { ReceivedAnswer } from '../transport/exchange.js';
import type { Transport } from '../transport/gateway-transport.js';
import type { Retry, RetryPolicy } from '../transport/retry-policy.js';
import type { SendScope } from '../transport/send-scope.js';
import type { Secret } from './secret.js';

/** A successful login, with the gateway's time. Times in ms since 1970, by this host's clock. */
export interface LoginResult extends LoginAnswer {
  /** The answer's `Date` header. */
  readonly date: string | undefined;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Obtains access tokens from the token endpoint (section 4.1 of the gateway specification). */
export class Login {
  constructor(
    private readonly transport: Pick<Transport, 'post'>,
    private readonly retry: RetryPolicy,
    private readonly failureWords: ReadonlySet<string>,
    private readonly userId: string,
    private readonly password: Secret,
    private readonly events: AccountEvents,
  ) {}

  /** What no error may show. */
  get secrets(): readonly string[] {
    const passwords = this.password.seen;
    return [this.userId, ...passwords, ...passwords.map((each) => this.basic(each))];
  }

  /**
   * Logs in. A login sends no message, so it is retried even if its outcome is unknown.
   *
   * @param tokens the current and the previous one, to mask: a gateway may repeat one in its answer
   * @throws SmsAuthenticationError if the gateway refused it or gave no usable token, or if there is no password
   * @throws SmsTransportError, always `not-sent`, if it did not answer
   */
  run(scope: SendScope, tokens: readonly string[]): Promise<LoginResult> {
    return this.events.login(() => this.untilAnswered(scope, tokens));
  }

  private async untilAnswered(scope: SendScope, tokens: readonly string[]): Promise<LoginResult> {
    const retried = (next: Retry): void => this.events.retry({ of: 'login', ...next });
    const attempts = this.retry.begin(scope, retried);
    let password = await scope.wait(this.password.read());
    let isChanged = false;
    for (;;) {
      try {
        const result = await this.once(password, scope, tokens);
        attempts.answered();
        return result;
      } catch (error) {
        const current = isRefusedLogin(error) ? await scope.wait(this.password.read()) : password;
        if (current === password || isChanged) await attempts.again(error);
        else isChanged = true;
        password = current;
      }
    }
  }

  private async once(
    password: string,
    scope: SendScope,
    tokens: readonly string[],
  ): Promise<LoginResult> {
    const sentAt = Date.now();
    try {
      const answer = await this.transport.post(
        {
          path: '/me/',
          headers: {
            Authorization: `Basic ${this.basic(password)}`,
            'Content-Type': 'application/json',
          },
        },
        scope,
      );
      const answeredAt = Date.now();
      const login = this.read(answer, tokens);
      return { ...login, date: headerOf(answer, 'date'), sentAt, answeredAt };
    } catch (error) {
      throw asLoginError(error);
    }
  }

  private read(answer: ReceivedAnswer, tokens: readonly string[]): LoginAnswer {
    try {
      return readLoginAnswer(answer, this.failureWords, () =>
        createRedactor({ secrets: [...this.secrets, ...tokens] }),
      );
    } catch (error) {
      if (error instanceof SmsAuthenticationError && error.code === 'login-unusable') {
        answer.connection?.close(isSendAnswer(answer));
      }
      throw error;
    }
  }

  private basic(password: string): string {
    return Buffer.from(`${this.userId}:${password}`, 'utf8').toString('base64');
  }
}

/** Whether the token endpoint refused the user id and password. */
export function isRefusedLogin(error: unknown): boolean {
  return error instanceof SmsAuthenticationError && error.code === 'login-refused';
}

// Whatever happened to the login, no message was sent.
function asLoginError(error: unknown): unknown {
  if (error instanceof SmsResponseError) {
    return unusableLogin(`HTTP ${error.httpStatus} and a body that could not be read`);
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
