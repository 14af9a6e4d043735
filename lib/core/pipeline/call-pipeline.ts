import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CredentialSource } from '../auth/credential-source.js';
import { isRefusedLogin } from '../auth/login.js';
import type { SmsCredentials } from '../auth/sms-auth-provider.js';
import type { Breaker } from '../deadline/breaker.js';
import { CallFailure, type Failure, readFailure, type RetryPolicy } from '../deadline/failure.js';
import type { CallContext } from '../deadline/mode.js';
import { SmsGatewayError, SmsResponseError } from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import { tellStatus } from '../events/hook.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import type { Transport } from '../transport/gateway-transport.js';
import { Attempt, type GatewayCall, isFailed, provedBy, type Tries } from './gateway-call.js';
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

const FIRST: Tries = { number: 1, retries: 0, refused: [] };

/**
 * Carries out calls. Each attempt gets credentials, waits for its turn, is encoded and sent, and has
 * its answer read. How an attempt ended is a value, whose meaning {@link readFailure} says.
 */
export class CallPipeline {
  private readonly refusals = new Refusals();

  constructor(private readonly parts: CallPipelineParts) {}

  /**
   * Attempts a call until it is answered, or until no further attempt may be made.
   *
   * @returns the answer, or how the last attempt failed. Nothing follows one whose outcome is unknown
   */
  async run<T>(call: GatewayCall<T>): Promise<T | CallFailure> {
    const { breaker, events, gate, retry, source } = this.parts;
    const { deadline, inFailover } = call.context;
    let tries = FIRST;
    try {
      for (;;) {
        if (deadline.ended) return new CallFailure(deadline.error(deadline.ended));
        // Before the turn, because the gate would let calls through during a slow login, and all of
        // them would leave at once when it ends.
        const early = source.ready() ?? (await this.obtain(call));
        const free = gate.tryEnter(call.weight);
        const attempt = free
          ? new Attempt(call, tries, early, free, source)
          : await this.enter(call, tries);
        const { credentials, pass } = attempt;
        let attemptEnd: T | SmsGatewayError;
        try {
          attemptEnd =
            breaker || events.isTraced
              ? await this.watched(attempt)
              : this.read(attempt, await this.post(attempt));
        } catch (error) {
          gate.leave(pass, 'lost');
          throw error;
        }
        if (!isFailed(attemptEnd)) {
          gate.leave(pass, attempt.proved);
          source.accepted(credentials, tries.refused[0]);
          this.refusals.accepted(credentials, inFailover ? call.message?.text : undefined);
          retry.refund();
          return attemptEnd;
        }
        const failure = readFailure(attemptEnd);
        if (failure.hold > 0) gate.hold(failure.hold);
        gate.leave(pass, attempt.proved);
        const next = await this.recover(attempt, attemptEnd, failure);
        if (next instanceof CallFailure) return next;
        tries = next;
      }
    } catch (error) {
      if (error instanceof SmsGatewayError) return new CallFailure(error);
      throw error;
    }
  }

  /** Waits until the next attempt may be made, after a failed one, if there may be one. */
  private async recover<T>(
    { call, credentials, tries }: Attempt<T>,
    error: SmsGatewayError,
    { about, gateway, hold }: Failure,
  ): Promise<Tries | CallFailure> {
    const { events, retry, source } = this.parts;
    const { context, message, of } = call;
    const { deadline, inFailover, keep, mode } = context;
    const { refused, retries } = tries;
    const number = tries.number + 1;
    const report = (pause: number): void =>
      events.retry({ of, attempt: number, pause, error }, message);
    const isOne = mode.attempts === 'one';
    if (about === 'credentials') {
      this.refusals.begin();
      const again = refused.length > 0;
      const madeAt = source.madeAt(credentials);
      const mayRepeat = !again || (refused.length === 1 && madeAt === -Infinity);
      const hasOther = mayRepeat ? this.hasOther(context, credentials, again) : undefined;
      // They may also have been accepted: the source is told, and nothing is repeated.
      if (error.outcome === 'unknown') {
        hasOther?.catch(() => undefined);
        return new CallFailure(error);
      }
      if (!(await hasOther) || isOne) {
        const text = message?.text ?? '';
        return new CallFailure(error, this.refusals.refused(text, credentials, refused[0], madeAt));
      }
      report(0);
      return { number, retries, refused: [...refused, credentials] };
    }
    if (about === 'message' && gateway === 'up') retry.refund();
    const { remaining } = deadline;
    const isLast = inFailover || isOne || (mode.waitCounts && hold >= remaining);
    const pause = isLast ? undefined : retry.pauseBefore(error, retries, remaining, hold > 0);
    if (pause === undefined) return new CallFailure(error);
    retry.spend();
    report(pause);
    if (pause > 0) await deadline.pause(pause, keep);
    return { number, retries: retries + 1, refused };
  }

  private obtain<T>({ context, fields }: GatewayCall<T>): Promise<SmsCredentials> {
    const { deadline, keep } = context;
    return deadline.wait(this.parts.source.obtain(deadline, fields), keep);
  }

  /** Waits for a turn. */
  private async enter<T>(call: GatewayCall<T>, tries: Tries): Promise<Attempt<T>> {
    const { events, gate, source } = this.parts;
    const { context, weight } = call;
    const began = performance.now();
    const pass = await gate.enter(context, weight).finally(() => {
      const waited = performance.now() - began;
      call.waited += waited;
      events.waited(context.priority, waited);
    });
    try {
      // Credentials may have expired while the call waited.
      const credentials = source.ready() ?? (await this.obtain(call));
      // In a run, that can take hours.
      const { refusal } = call;
      if (refusal) throw refusal;
      return new Attempt(call, tries, credentials, pass, source);
    } catch (error) {
      gate.leave(pass, 'unused');
      throw error;
    }
  }

  /** Makes an attempt through the breaker, and within its span. */
  private watched<T>(attempt: Attempt<T>): Promise<T | SmsGatewayError> {
    const { breaker, events } = this.parts;
    const { context, of, weight } = attempt.call;
    const work = () =>
      events.attempt({ of, attempt: attempt.tries.number, weight }, async (answered) => {
        const answer = await this.post(attempt);
        if (answered) tellStatus(answer, answered);
        return this.read(attempt, answer);
      });
    return breaker ? breaker.run(work, context.deadline, !context.inFailover) : work();
  }

  private post<T>(
    attempt: Attempt<T>,
    form = attempt.call.encode(attempt.credentials),
  ): Promise<GatewayAnswer | SmsGatewayError> {
    if (form instanceof Promise) return form.then((encoded) => this.post(attempt, encoded));
    const { body, contentType } = form;
    // In this order, because it takes a twentieth of the time. Credentials have no Content-Type.
    const headers = { 'Content-Type': contentType, ...attempt.credentials.headers };
    return this.parts.transport.post({ path: attempt.call.path, headers, body }, attempt);
  }

  private read<T>(attempt: Attempt<T>, answer: GatewayAnswer | SmsGatewayError) {
    attempt.proved = provedBy(answer);
    const answerEnd = isFailed(answer) ? answer : attempt.call.read(answer, attempt);
    if (!isFailed(answerEnd)) return answerEnd;
    if (answerEnd instanceof SmsResponseError) {
      // It may belong to another request, and this one may still be on its way.
      attempt.proved = 'lost';
      this.parts.transport.distrust(attempt, answerEnd.code === 'answer-mismatched');
    }
    return attempt.call.judge(answerEnd);
  }

  private async hasOther(
    { deadline, inFailover, keep }: CallContext,
    credentials: SmsCredentials,
    again: boolean,
  ): Promise<boolean> {
    try {
      return await deadline.wait(this.parts.source.refused(credentials, again), keep);
    } catch (error) {
      // The refusal says more than that the wait ended. For another account, it alone decides, unless
      // the login was refused as well.
      if (deadline.ended || (inFailover && !isRefusedLogin(error))) return false;
      throw error;
    }
  }
}

/** How many texts an account of a failover remembers. */
const REMEMBERED = 1000;
/** How long after an accepted send a refused new token is not taken for a blocked account, in ms. */
const RECENT = 60_000;

/**
 * Distinguishes refusals of one message, for example by a firewall that objects to its text, from those of an
 * account. A refusal counts as being about the message if the account's last accepted send used the same
 * credentials and no other text has been refused since. If the text was accepted before, its refusal is about the
 * account: otherwise, every send of a broadcast of one text would fail.
 *
 * A token that was made after the first refusal since the last accepted send cannot have been revoked before, so its
 * refusal counts as being about the message too, for a minute: after that, the account itself may be blocked.
 */
export class Refusals {
  // `#private`, so that printing an account does not show them.
  #proved: SmsCredentials | undefined;
  #text: string | undefined;
  /** When a text to remember was last accepted, and the first refusal since then, by `performance.now()`. */
  #acceptedAt = -Infinity;
  #refusedAt = Infinity;
  /** Digests of the last accepted texts, ordered by when each was last accepted. */
  readonly #wanted = new Set<string>();

  /** @param text undefined if it does not have to be remembered, because no other account may send it */
  accepted(credentials: SmsCredentials, text?: string): void {
    this.#proved = credentials;
    this.#text = undefined;
    this.#refusedAt = Infinity;
    if (text !== undefined) this.remember(digestOf(text, credentials));
  }

  /** Notes that a send was refused, before other credentials are obtained. */
  begin(): void {
    this.#refusedAt = Math.min(this.#refusedAt, performance.now());
  }

  /**
   * Notes a send that was refused permanently.
   *
   * @param earlier the credentials that were refused first, if the send was repeated with others
   * @param madeAt when they were made, if they are a token, by `performance.now()`
   * @returns whether the refusal is about the message, and says nothing of the account
   */
  refused(
    text: string,
    credentials: SmsCredentials,
    earlier: SmsCredentials = credentials,
    madeAt = -Infinity,
  ): boolean {
    const proved = this.#proved;
    this.#text ??= text;
    const isWanted = this.#wanted.has(digestOf(text, credentials));
    // It is the account that is refused, until it accepts a text again.
    if (isWanted) this.#acceptedAt = -Infinity;
    const isNew = madeAt >= this.#refusedAt && performance.now() - this.#acceptedAt <= RECENT;
    if (proved && this.#text === text && !isWanted) {
      const isProved = [earlier, credentials].some((candidate) =>
        isDeepStrictEqual(proved, candidate),
      );
      // They replaced the proved ones only for this message, and nothing else was refused with them.
      if (isProved) this.#proved = credentials;
      return isProved || isNew;
    }
    if (!isNew) this.#proved = undefined;
    return isNew;
  }

  private remember(digest: string): void {
    this.#acceptedAt = performance.now();
    this.#wanted.delete(digest);
    this.#wanted.add(digest);
    for (const oldest of this.#wanted) {
      if (this.#wanted.size <= REMEMBERED) break;
      this.#wanted.delete(oldest);
    }
  }
}

// Includes the user, because a strategy of the app may send for several users. New credentials of a user count
// like earlier ones.
function digestOf(text: string, { fields }: SmsCredentials): string {
  const pair = JSON.stringify([fields?.['userid'], text]);
  return createHash('sha256').update(pair).digest('base64');
}
