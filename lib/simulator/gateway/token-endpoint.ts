import type { Fault, FaultName } from '../faults/fault.js';
import { handlesRequest } from '../faults/fault-table.js';
import { faultAnswer, writeAnswer, type AnswerContext } from '../faults/fault-answer.js';
import { readBody } from '../http/read-body.js';
import type { Handler } from '../http/server.js';
import type { ResolvedOptions } from '../simulator.options.js';
import type { AccessTokens } from './access-tokens.js';
import { sameSecret } from './check-credentials.js';
import { REFUSED, jsonAnswer, refusal, type GatewayAnswer } from './gateway-answer.js';
import { wallClock, wrongZoneFor } from './wall-clock.js';

/** One request for a token. */
export interface Login {
  /** When it came: ISO 8601, UTC. */
  readonly at: string;
  /** `accepted` if a token was issued, even if the answer was lost. */
  readonly status: 'accepted' | 'refused';
  /** What was wrong or unusual. */
  readonly notes: readonly string[];
  /** The fault that struck, or null. */
  readonly fault: FaultName | null;
}

/** What the endpoint needs. */
export interface LoginContext extends AnswerContext {
  readonly options: ResolvedOptions;
  readonly tokens: AccessTokens;
  /** Called for every login. */
  log(login: Login): void;
}

/** `POST /me/` (document, section 4.1): exchanges Basic credentials for a token. */
export function makeTokenEndpoint(context: LoginContext): Handler {
  const { options, faults } = context;
  return async (request, response) => {
    const at = new Date(options.now()).toISOString();
    const body = await readBody(request, options.maxBodyBytes);
    const fault = faults.take('login', []);
    const handles = fault === undefined || handlesRequest(fault);
    const problem = handles ? checkBasic(request.headers.authorization, options) : undefined;
    const accepted = handles && problem === undefined;
    const own = accepted
      ? issueToken(fault, context)
      : refusal(REFUSED.credentials, 'Invalid credentials');
    const notes = body.length > 0 ? ['The request has a body; the document shows none.'] : [];
    context.log({
      at,
      status: accepted ? 'accepted' : 'refused',
      notes: problem === undefined ? notes : [...notes, problem],
      fault: fault?.fault ?? null,
    });
    const answer = fault === undefined ? own : faultAnswer(fault, handles ? own : undefined);
    await writeAnswer(response, answer, fault, context);
  };
}

function issueToken(
  fault: Fault | undefined,
  { options: { userId, timeZone }, tokens }: LoginContext,
): GatewayAnswer {
  const { token, expiresAt } = tokens.issue(userId);
  if (fault?.fault === 'expire-token') tokens.expire(token);
  const isWrong = fault?.fault === 'wrong-zone';
  const zone = isWrong ? (fault.timeZone ?? wrongZoneFor(timeZone)) : timeZone;
  return jsonAnswer({
    status: 'success',
    token,
    expires_after: wallClock(expiresAt, zone),
    statusCode: '200',
    reason: 'success',
  });
}

/** What is wrong with Basic credentials; undefined if they are valid. */
function checkBasic(
  header: string | undefined,
  { userId, password }: ResolvedOptions,
): string | undefined {
  if (header === undefined) return 'Authorization is missing.';
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (encoded === undefined) return 'Authorization must be the word Basic, a space and base64.';
  const [user, ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  if (rest.length === 0) return 'The credentials have no colon.';
  if (user !== userId) return 'The user name is unknown.';
  return sameSecret(rest.join(':'), password) ? undefined : 'The password is wrong.';
}
