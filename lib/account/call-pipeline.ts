import type { CredentialSource } from '../auth/credential-source.js';
import { isRefusedLogin } from '../auth/login.js';
import type { SmsCredentials } from '../auth/sms-auth-provider.js';
import {
  SmsAuthenticationError,
  SmsRejectedError,
  SmsResponseError,
  SmsTransportError,
} from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import { meaningOf } from '../protocol/gateway-answer.js';
import type { Breaker } from '../transport/breaker.js';
import type { Transport } from '../transport/gateway-transport.js';
import { holdAfter } from '../transport/hold-after.js';
import type { Attempts, RetryPolicy } from '../transport/retry-policy.js';
import { endedError, type SendScope } from '../transport/send-scope.js';
import type { GatewayCall } from './gateway-call.js';
import type { Pass } from './rate-window.js';
import { Refusals } from './refusals.js';
import type { SendGate, Turn } from './send-gate.js';

/** What every call of an account goes through. */
export interface CallPipelineParts {
  readonly source: CredentialSource;
  readonly transport: Pick<Transport, 'post'>;
  readonly retry: RetryPolicy;
  readonly gate: SendGate;
  readonly breaker: Breaker | undefined;
  readonly events: AccountEvents;
}

/** An attempt that failed. */
interface Failed {
  readonly failure: unknown;
  readonly credentials: SmsCredentials;
  /** Those that were refused before. */
  readonly refused: SmsCredentials | undefined;
}

/**
 * Carries out calls. Each attempt gets credentials, waits for its turn, is encoded and sent, and has
 * its answer read.
 */
export class CallPipeline {
  private readonly refusals = new Refusals();

  constructor(private readonly parts: CallPipelineParts) {}

  /**
   * Attempts a call until it is answered, or until no further attempt may be made.
   *
   * @throws SmsGatewayError of the last attempt. Nothing follows one whose outcome is unknown
   */
  async run<T>(call: GatewayCall<T>, scope: SendScope, turn: Turn): Promise<T> {
    const { events, gate, retry, source } = this.parts;
    const { of } = call;
    const attempts = retry.begin(scope, (next) => events.retry({ of, ...next }, call.message));
    let refused: SmsCredentials | undefined;
    try {
      for (;;) {
        if (scope.ended) throw endedError(scope.ended, 'not-sent');
        // Before the turn, because the gate would let calls through during a slow login, and all of
        // them would leave at once when it ends.
        let credentials = source.ready() ?? (await this.obtain(call, scope));
        const atOnce = gate.tryEnter(call.weight);
        const pass = atOnce ?? (await this.enter(call, scope, turn));
        let failure: unknown;
        let isUnused = true;
        try {
          // Credentials may have expired while the call waited.
          if (!atOnce) credentials = source.ready() ?? (await this.obtain(call, scope));
          isUnused = false;
          const value = await this.attempt(call, attempts.current, credentials, scope, pass, turn);
          source.accepted(credentials, refused);
          this.refusals.accepted(credentials);
          attempts.answered();
          return value;
        } catch (error) {
          // The credentials could not be obtained, so there was no attempt.
          if (isUnused) throw error;
          failure = error;
          isUnused = neverLeft(error);
          const hold = holdAfter(error);
          if (hold > 0) gate.hold(hold);
        } finally {
          gate.leave(pass, isUnused);
        }
        const failed = { failure: call.asNotSent?.(failure) ?? failure, credentials, refused };
        refused = await this.recover(call, scope, turn, attempts, failed);
      }
    } catch (error) {
      if (error instanceof SmsRejectedError) attempts.answered();
      throw error;
    }
  }

  /**
   * Waits until the next attempt may be made, after a failed one.
   *
   * @returns the credentials that were refused for this call, if any
   * @throws the failure if there must be no next attempt
   */
  private async recover<T>(
    call: GatewayCall<T>,
    scope: SendScope,
    turn: Turn,
    attempts: Attempts,
    { failure, credentials, refused }: Failed,
  ): Promise<SmsCredentials | undefined> {
    if (isRefusal(failure)) {
      const hasOther = !refused && (await this.hasOther(credentials, scope, turn));
      if (!hasOther || turn.origin === 'claim') {
        this.refusals.refused(failure, call.message?.text ?? '', credentials, refused);
        throw failure;
      }
      attempts.next(failure);
      return credentials;
    }
    // This send is not repeated, but later ones need credentials that are not refused.
    if (!refused && isUnclearRefusal(failure)) {
      this.hasOther(credentials, scope, turn).catch(() => false);
    }
    const hold = holdAfter(failure);
    const isOnly = turn.inFailover || turn.origin === 'claim';
    if (isOnly || (turn.origin === 'send' && hold >= scope.remaining)) throw failure;
    await attempts.again(failure, hold > 0);
    return refused;
  }

  private obtain<T>(call: GatewayCall<T>, scope: SendScope): Promise<SmsCredentials> {
    return scope.wait(this.parts.source.obtain(scope, call.fields));
  }

  private enter<T>(call: GatewayCall<T>, scope: SendScope, turn: Turn): Promise<Pass> {
    const { events, gate } = this.parts;
    return events.wait(call.weight, turn.priority, () => gate.enter(call.weight, turn, scope));
  }

  private attempt<T>(
    call: GatewayCall<T>,
    attempt: number,
    credentials: SmsCredentials,
    scope: SendScope,
    pass: Pass,
    { inFailover }: Turn,
  ): Promise<T> {
    const { breaker, events, transport } = this.parts;
    const fields = credentials.fields ?? {};
    const { body, contentType } = call.encode(fields);
    const request = {
      path: call.path,
      headers: { ...credentials.headers, 'Content-Type': contentType },
      body,
      started: () => pass.started(),
    };
    const redactor = () => call.redactor([...secretsOf(credentials), ...this.parts.source.secrets]);
    const post = async (): Promise<T> => {
      const answer = await transport.post(request, scope);
      try {
        return call.read(answer, redactor, fields);
      } catch (error) {
        if (error instanceof SmsResponseError) {
          answer.connection?.close(error.code === 'answer-mismatched');
        }
        throw error;
      }
    };
    if (!breaker) return events.attempt(attempt, call.weight, post);
    const exchange = (): Promise<T> => events.attempt(attempt, call.weight, post);
    return breaker.run(exchange, scope, !inFailover);
  }

  private async hasOther(
    credentials: SmsCredentials,
    scope: SendScope,
    { inFailover }: Turn,
  ): Promise<boolean> {
    try {
      return await scope.wait(this.parts.source.refused(credentials));
    } catch (error) {
      // The refusal says more than that the wait ended. For another account, it alone decides, unless
      // the login was refused as well.
      if (scope.ended || (inFailover && !isRefusedLogin(error))) return false;
      throw error;
    }
  }
}

// Whether nothing left for the gateway, so that it does not count for the rate.
function neverLeft(error: unknown): boolean {
  return (
    error instanceof SmsTransportError && error.outcome === 'not-sent' && error.code !== 'throttled'
  );
}

function isRefusal(error: unknown): error is SmsAuthenticationError {
  return error instanceof SmsAuthenticationError && error.code === 'credentials-refused';
}

// The send may have been taken, and the credentials may have been refused.
function isUnclearRefusal(error: unknown): boolean {
  if (!(error instanceof SmsResponseError) || error.code !== 'answer-unclear') return false;
  return meaningOf(error.httpStatus) === 'refused';
}

// Also by word: a gateway may repeat a token without the scheme that precedes it in the header.
function secretsOf({ headers, fields }: SmsCredentials): readonly string[] {
  const values = [...Object.values(headers ?? {}), ...Object.values(fields ?? {})];
  return values.flatMap((value) => [value, ...value.split(' ')]);
}
