import type { IncomingMessage, ServerResponse } from 'node:http';
import { deliverAnswer } from '../faults/deliver-answer.js';
import { faultAnswer } from '../faults/fault-answer.js';
import { takesRequest, type Fault, type FaultName } from '../faults/fault.js';
import type { FaultPlan } from '../faults/fault-plan.js';
import { readBody } from '../http/read-body.js';
import type { ResolvedOptions } from '../simulator.options.js';
import type { AccessTokens } from './access-tokens.js';
import { sameSecret } from './check-credentials.js';
import { REFUSED, jsonAnswer, refusal, type GatewayAnswer } from './gateway-answer.js';
import { wallClock, wrongZoneFor } from './wall-clock.js';

/** One request for a token. */
export interface Login {
  /** When it came: ISO 8601, UTC. */
  readonly at: string;
  /** `accepted` where a token was made, whether or not it arrived. */
  readonly status: 'accepted' | 'refused';
  /** What was wrong or assumed. */
  readonly notes: readonly string[];
  /** The fault that struck, or null. */
  readonly fault: FaultName | null;
}

/** What the endpoint works with. */
export interface LoginMeans {
  readonly options: ResolvedOptions;
  readonly tokens: AccessTokens;
  readonly faults: FaultPlan;
  /** Ends every wait. */
  readonly closing: AbortSignal;
  /** Is told of every login. */
  log(login: Login): void;
}

/** `POST /me/`: Basic credentials for a token (document, section 4.1). */
export class TokenEndpoint {
  readonly #options: ResolvedOptions;
  readonly #tokens: AccessTokens;
  readonly #faults: FaultPlan;
  readonly #closing: AbortSignal;
  readonly #log: LoginMeans['log'];

  constructor({ options, tokens, faults, closing, log }: LoginMeans) {
    this.#options = options;
    this.#tokens = tokens;
    this.#faults = faults;
    this.#closing = closing;
    this.#log = log;
  }

  /** Answers one request for a token. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = new Date(this.#options.now()).toISOString();
    const body = await readBody(request, this.#options.maxBodyBytes);
    const fault = this.#faults.take('login', []);
    const notes = body.length > 0 ? ['A body came; the document shows none.'] : [];
    const looked = fault === undefined || takesRequest(fault);
    const own = looked ? this.#login(request, fault, notes) : undefined;
    this.#log({
      at,
      status: own?.accepted === true ? 'accepted' : 'refused',
      notes,
      fault: fault?.fault ?? null,
    });
    const answer = fault === undefined ? own?.answer : faultAnswer(fault, own?.answer);
    await deliverAnswer(response, answer ?? null, fault, {
      closing: this.#closing,
      random: () => this.#faults.random(),
    });
  }

  #login(
    request: IncomingMessage,
    fault: Fault | undefined,
    notes: string[],
  ): { accepted: boolean; answer: GatewayAnswer } {
    const { userId, password, timeZone } = this.#options;
    const problem = checkBasic(request.headers.authorization, userId, password);
    if (problem !== undefined) {
      notes.push(problem);
      return { accepted: false, answer: refusal(REFUSED.credentials, 'Invalid credentials') };
    }
    const { token, expiresAt } = this.#tokens.issue(userId);
    if (fault?.fault === 'expire-token') this.#tokens.expire(token);
    const zone =
      fault?.fault === 'wrong-zone' ? (fault.timeZone ?? wrongZoneFor(timeZone)) : timeZone;
    return {
      accepted: true,
      answer: jsonAnswer({
        status: 'success',
        token,
        expires_after: wallClock(expiresAt, zone),
        statusCode: '200',
        reason: 'success',
      }),
    };
  }
}

function checkBasic(
  header: string | undefined,
  userId: string,
  password: string,
): string | undefined {
  if (header === undefined) return 'Authorization is missing.';
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (encoded === undefined) return 'Authorization is not the word Basic, a space and base64.';
  const [, user, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (user === undefined || secret === undefined) return 'The credentials hold no colon.';
  if (user !== userId) return 'The user name is unknown.';
  return sameSecret(secret, password) ? undefined : 'The password is wrong.';
}
