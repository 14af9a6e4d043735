import type { Fault } from '../common/fault.js';
import { refusalOf } from '../faults/behaviours.js';
import { behaviourOf } from '../faults/fault-table.js';
import { faultAnswer, handlesRequest, writeAnswer } from './fault-answer.js';
import { readBody } from '../http/read-body.js';
import type { Handler } from '../http/server.js';
import type { SimulatorContext } from '../simulator-context.js';
import type { ResolvedOptions } from '../options/check-options.js';
import { checkLogin } from './check-credentials.js';
import { keepOther } from './request-record.js';
import { REFUSED, jsonAnswer, refusal, type SimulatedAnswer } from '../common/simulated-answer.js';
import { wallClock } from '../common/wall-clock.js';

/** `POST /me/` (specification, section 4.1): exchanges Basic credentials for a token. */
export function makeTokenEndpoint(context: SimulatorContext): Handler {
  const { options, faults } = context;
  return async (request, response, url) => {
    const at = new Date(options.now()).toISOString();
    const body = await readBody(request, options.maxBodyBytes);
    const { userId = '', problem } = checkBasic(request.headers.authorization, options);
    const fault = faults.take({ on: 'login', account: userId, recipients: [] });
    const prevented = fault !== undefined && !handlesRequest(fault) ? refusalOf(fault) : undefined;
    const wrong = problem && { statusCode: REFUSED.credentials, reason: problem };
    const refused = prevented ?? wrong;
    const usualAnswer = refused
      ? refusal(REFUSED.credentials, 'Invalid credentials')
      : issueToken(userId, fault, context);
    const answer =
      fault === undefined ? usualAnswer : faultAnswer(fault, prevented ? undefined : usualAnswer);
    const notes = [
      fault !== undefined && `The fault ${fault.fault} was used.`,
      !prevented && problem,
      body.length > 0 && 'The request has a body; the specification shows none.',
    ];
    const done = keepOther(context, request, url, undefined, answer, {
      at,
      kind: 'login',
      account: userId,
      auth: refused ? null : 'password',
      ...(refused && { refusal: refused }),
      notes: notes.filter((note) => typeof note === 'string'),
      fault: fault?.fault ?? null,
    });
    done(await writeAnswer(response, answer, fault, context));
  };
}

function issueToken(
  userId: string,
  fault: Fault | undefined,
  { options: { timeZone }, tokens }: SimulatorContext,
): SimulatedAnswer {
  const { token, expiresAt } = tokens.issue(userId);
  if (behaviourOf(fault).expiresToken) tokens.expire(token);
  const zone = fault && behaviourOf(fault).zone?.(fault, timeZone);
  return jsonAnswer({
    status: 'success',
    token,
    expires_after: wallClock(expiresAt, zone ?? timeZone),
    statusCode: '200',
    reason: 'success',
  });
}

/** The user of Basic credentials, and what is wrong with them if they are not valid. */
function checkBasic(
  header: string | undefined,
  options: ResolvedOptions,
): { userId?: string; problem?: string | undefined } {
  if (header === undefined) return { problem: 'Authorization is missing.' };
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (encoded === undefined) {
    return { problem: 'Authorization must be the word Basic, a space and base64.' };
  }
  const [userId = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  if (rest.length === 0) return { problem: 'The credentials have no colon.' };
  return { userId, problem: checkLogin(userId, rest.join(':'), options) };
}
