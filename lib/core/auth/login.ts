import { ADVICE } from '../errors/advice.js';
import {
  SmsAuthenticationError,
  SmsGatewayError,
  SmsResponseError,
  SmsTransportError,
} from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import { type Answered, tellStatus } from '../events/hook.js';
import { headerOf } from '../protocol/gateway-answer.js';
import {
  isSendAnswer,
  type LoginAnswer,
  readLoginAnswer,
  unusableLogin,
} from '../protocol/login-answer.js';
import type { AnswerRules } from '../protocol/verdict.js';
import type { Transport } from '../transport/gateway-transport.js';
import type { RetryPolicy } from '../deadline/failure.js';
import { causeOf, type Deadline, type Outgoing, outgoing } from '../deadline/deadline.js';
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
    private readonly transport: Pick<Transport, 'post' | 'distrust'>,
    private readonly retry: RetryPolicy,
    private readonly answers: AnswerRules,
    private readonly userId: string,
    private readonly password: Secret,
    private readonly events: AccountEvents,
  ) {}

  /** What no error may show. */
  get secrets(): readonly string[] {
    const passwords = this.password.seen;
    return [this.userId, ...passwords, ...passwords.map((password) => this.basic(password))];
  }

  /**
   * Logs in. A login sends no message, so it is retried even if its outcome is unknown.
   *
   * @param tokens the current and the previous one, to mask: a gateway may repeat one in its answer
   * @throws SmsAuthenticationError if the gateway refused it or gave no usable token, or if there is no password
   * @throws SmsTransportError, always `not-sent`, if it did not answer
   */
  run(deadline: Deadline, tokens: readonly string[]): Promise<LoginResult> {
    const { events, retry } = this;
    const request = outgoing(deadline);
    return events.login(async (answered) => {
      let password = await deadline.wait(this.password.read());
      let isChanged = false;
      let retries = 0;
      for (;;) {
        const loginEnd = await this.once(password, request, tokens, answered);
        if (!(loginEnd instanceof SmsGatewayError)) {
          retry.refund();
          return loginEnd;
        }
        const last = password;
        if (isRefusedLogin(loginEnd)) password = await deadline.wait(this.password.read());
        const isOther: boolean = password !== last && !isChanged;
        isChanged ||= isOther;
        // Trying a changed password neither uses up a retry nor is reported as one.
        if (isOther) continue;
        const pause = retry.pauseBefore(loginEnd, retries, deadline.remaining);
        if (pause === undefined) throw loginEnd;
        retries += 1;
        retry.spend();
        events.retry({ of: 'login', attempt: retries + 1, pause, error: loginEnd });
        if (pause > 0) await deadline.pause(pause);
      }
    });
  }

  private async once(
    password: string,
    request: Outgoing,
    tokens: readonly string[],
    answered: Answered | undefined,
  ): Promise<LoginResult | SmsGatewayError> {
    const sentAt = Date.now();
    const headers = {
      Authorization: `Basic ${this.basic(password)}`,
      'Content-Type': 'application/json',
    };
    const answer = await this.transport.post({ path: '/me/', headers }, request);
    if (answered) tellStatus(answer, answered);
    if (answer instanceof Error) return asLoginError(answer);
    const login = readLoginAnswer(answer, this.answers, () => [...this.secrets, ...tokens]);
    if (login instanceof SmsGatewayError) {
      if (login.code === 'login-unusable') this.transport.distrust(request, isSendAnswer(answer));
      return login;
    }
    return { ...login, date: headerOf(answer, 'date'), sentAt, answeredAt: Date.now() };
  }

  private basic(password: string): string {
    return Buffer.from(`${this.userId}:${password}`, 'utf8').toString('base64');
  }
}

/** Whether the token endpoint refused the user id and password. */
export function isRefusedLogin(error: unknown): boolean {
  return error instanceof SmsAuthenticationError && error.code === 'login-refused';
}

/**
 * A copy of a login's error for one of the sends that waited for it, so that changing it affects no other send.
 */
export function ownError(error: unknown): unknown {
  if (error instanceof SmsAuthenticationError) {
    return new SmsAuthenticationError(error.code, error.message, error);
  }
  if (error instanceof SmsTransportError) {
    return new SmsTransportError(error.code, error.message, error);
  }
  return error;
}

// Whatever happened to the login, no message was sent.
function asLoginError(error: SmsGatewayError): SmsGatewayError {
  if (error instanceof SmsResponseError) {
    return unusableLogin(`HTTP ${error.httpStatus} and a body that could not be read`);
  }
  if (error.outcome === 'not-sent') return error;
  return new SmsTransportError(
    'login-failed',
    `The gateway did not answer the login${causeOf(error)}. ${ADVICE.gateway}`,
    { outcome: 'not-sent' },
  );
}
