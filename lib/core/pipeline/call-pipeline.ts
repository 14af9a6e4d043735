import type { CredentialSource } from '../auth/credential-source.js';
import { isRefusedLogin } from '../auth/login.js';
import type { SmsCredentials } from '../auth/sms-auth-provider.js';
import { type SmsGatewayError, SmsResponseError } from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import { tellStatus } from '../events/hook.js';
import { type GatewayAnswer, meaningOf } from '../protocol/gateway-answer.js';
import type { Breaker } from '../deadline/breaker.js';
import { endedError } from '../deadline/call.js';
import { type Failure, readFailure } from '../deadline/failure.js';
import type { Transport } from '../transport/gateway-transport.js';
import type { RetryPolicy } from '../deadline/retry-policy.js';
import type { GatewayCall } from './gateway-call.js';
import type { Pass, PassEnd } from './rate-window.js';
import { Refusals } from './refusals.js';
import type { SendGate } from './send-gate.js';

/** What every call of an account goes through. */
export interface CallPipelineParts {
  readonly source: CredentialSource;
  readonly transport: Pick<Transport, 'post' | 'distrust'>;
  readonly retry: RetryPolicy;
  readonly gate: SendGate;
  readonly breaker: Breaker | undefined;
  readonly events: AccountEvents;
}

/**
 * Carries out calls. Each attempt gets credentials, waits for its turn, is encoded and sent, and has
 * its answer read. How an attempt ended is a value, whose meaning {@link readFailure} says; only the end of
 * the call throws.
 */
export class CallPipeline {
  private readonly refusals = new Refusals();

  constructor(private readonly parts: CallPipelineParts) {}

  /**
   * Attempts a call until it is answered, or until no further attempt may be made.
   *
   * @throws SmsGatewayError of the last attempt. Nothing follows one whose outcome is unknown
   */
  async run<T>(call: GatewayCall<T>): Promise<T> {
    const { breaker, events, gate, retry, source } = this.parts;
    call.source = source;
    let refused: readonly SmsCredentials[] | undefined;
    for (;;) {
      if (call.ended) throw endedError(call.ended, 'not-sent');
      // Before the turn, because the gate would let calls through during a slow login, and all of
      // them would leave at once when it ends.
      call.credentials = source.ready() ?? (await this.obtain(call));
      const pass = gate.tryEnter(call.weight) ?? (await this.enter(call));
      call.pass = pass;
      call.proved = 'unused';
      let ended: T | SmsGatewayError;
      try {
        ended =
          breaker || events.isTraced
            ? await this.watched(call)
            : this.read(call, await this.post(call));
      } catch (error) {
        gate.leave(pass, 'lost');
        throw error;
      }
      const { credentials } = call;
      if (!isFailed(ended)) {
        gate.leave(pass, call.proved);
        source.accepted(credentials, refused?.[0]);
        this.refusals.accepted(credentials, call.inFailover ? call.message?.text : undefined);
        retry.refund();
        return ended;
      }
      const failure = readFailure(ended);
      if (failure.hold > 0) gate.hold(failure.hold);
      gate.leave(pass, call.proved);
      refused = await this.recover(call, ended, failure, refused);
    }
  }

  /**
   * Waits until the next attempt may be made, after a failed one.
   *
   * @param refused the credentials that were refused for this call before, if any
   * @returns all credentials that have been refused so far, the earliest first
   * @throws the error if there must be no next attempt
   */
  private async recover<T>(
    call: GatewayCall<T>,
    error: SmsGatewayError,
    { about, gateway, hold }: Failure,
    refused: readonly SmsCredentials[] | undefined,
  ): Promise<readonly SmsCredentials[] | undefined> {
    const { retry, source } = this.parts;
    const { credentials } = call;
    if (credentials && about === 'credentials') {
      const again = refused !== undefined;
      const mayRepeat = !again || (refused.length === 1 && source.isShared(credentials));
      const hasOther = mayRepeat ? this.hasOther(call, credentials, again) : undefined;
      // They may also have been accepted: the source is told, and nothing is repeated.
      if (error.outcome === 'unknown') {
        hasOther?.catch(() => undefined);
        throw error;
      }
      if (!(await hasOther) || call.origin === 'claim') {
        this.refusals.refused(error, call.message?.text ?? '', credentials, refused?.[0]);
        throw error;
      }
      this.next(call, error, 0);
      return [...(refused ?? []), credentials];
    }
    if (about === 'message' && gateway === 'up') retry.refund();
    const isOnly = call.inFailover || call.origin === 'claim';
    if (isOnly || (call.origin === 'send' && hold >= call.remaining)) throw error;
    const pause = retry.pauseBefore(call, error, hold > 0);
    if (pause === undefined) throw error;
    this.next(call, error, pause);
    if (pause > 0) await call.pause(pause);
    return refused;
  }

  private next<T>(call: GatewayCall<T>, error: SmsGatewayError, pause: number): void {
    call.attempt += 1;
    this.parts.events.retry({ of: call.of, attempt: call.attempt, pause, error }, call.message);
  }

  private obtain<T>(call: GatewayCall<T>): Promise<SmsCredentials> {
    return call.wait(this.parts.source.obtain(call, call.fields));
  }

  /** Waits for a turn. */
  private async enter<T>(call: GatewayCall<T>): Promise<Pass> {
    const { events, gate, source } = this.parts;
    const pass = await events.wait(call.priority, () => gate.enter(call));
    try {
      // Credentials may have expired while the call waited.
      call.credentials = source.ready() ?? (await this.obtain(call));
      // In a run, that can take hours.
      const { refusal } = call;
      if (refusal) throw refusal;
      return pass;
    } catch (error) {
      gate.leave(pass, 'unused');
      throw error;
    }
  }

  /** Makes an attempt through the breaker, and within its span. */
  private watched<T>(call: GatewayCall<T>): Promise<T | SmsGatewayError> {
    const { breaker, events } = this.parts;
    const attempt = () =>
      events.attempt(call, async (answered) => {
        const answer = await this.post(call);
        if (answered) tellStatus(answer, answered);
        return this.read(call, answer);
      });
    return breaker ? breaker.run(attempt, call, !call.inFailover) : attempt();
  }

  private post<T>(
    call: GatewayCall<T>,
    form = call.encode(),
  ): Promise<GatewayAnswer | SmsGatewayError> {
    if (form instanceof Promise) return form.then((encoded) => this.post(call, encoded));
    const { body, contentType } = form;
    // In this order, because it takes a twentieth of the time. Credentials have no Content-Type.
    const headers = { 'Content-Type': contentType, ...call.credentials?.headers };
    return this.parts.transport.post({ path: call.path, headers, body }, call);
  }

  private read<T>(call: GatewayCall<T>, answer: GatewayAnswer | SmsGatewayError) {
    call.proved = provedBy(answer);
    const ended = isFailed(answer) ? answer : call.read(answer);
    if (!isFailed(ended)) return ended;
    if (ended instanceof SmsResponseError) {
      // It may belong to another request, and this one may still be on its way.
      call.proved = 'lost';
      this.parts.transport.distrust(call, ended.code === 'answer-mismatched');
    }
    return call.judge(ended);
  }

  private async hasOther<T>(
    call: GatewayCall<T>,
    credentials: SmsCredentials,
    again: boolean,
  ): Promise<boolean> {
    try {
      return await call.wait(this.parts.source.refused(credentials, again));
    } catch (error) {
      // The refusal says more than that the wait ended. For another account, it alone decides, unless
      // the login was refused as well.
      if (call.ended || (call.inFailover && !isRefusedLogin(error))) return false;
      throw error;
    }
  }
}

/** What an answer, or the error for a missing answer, proves about its request, whatever the body says. */
function provedBy(answer: GatewayAnswer | SmsGatewayError): PassEnd {
  if (isFailed(answer)) return answer.outcome === 'unknown' ? 'lost' : 'unused';
  const meaning = meaningOf(answer.status);
  // A proxy may answer this while the request is still on its way.
  return meaning === 'failed' || meaning === 'timed-out' ? 'lost' : 'answered';
}

// Cheaper than a check of the class, which has to know that of another copy of the package.
function isFailed<T>(ended: T | SmsGatewayError): ended is SmsGatewayError {
  return ended instanceof Error;
}
