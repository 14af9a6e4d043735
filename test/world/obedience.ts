import { type Member, SENDER, type WorldApp } from './app.js';
import { checkBreaker } from './breaker-check.js';
import { isIntercepted } from './interceptors.js';
import { checkLogins } from './login-check.js';
import { type Exchange, retryAfterOf } from './network.js';
import type { Result } from './play.js';
import { checkRetries } from './retry-check.js';

/** Whether the accounts did what their options and their gateways asked for, by the log of the network alone. */
export function checkObedience(app: WorldApp, results: readonly Result[]): readonly string[] {
  return app.members.flatMap((member) => [
    ...inPause(member),
    ...checkRetries(app, member, attemptsByMessage(app, member, results), results),
    ...overAttemptTime(app, member),
    ...overConcurrency(member),
    ...overtaken(app, member, results),
    ...wrongFields(app, member, results),
    ...unmarked(member),
    ...withOldToken(app, member),
    ...checkLogins(app, member),
    ...checkBreaker(app, member, results),
  ]);
}

/** The sends of an account, in the order in which they were dispatched. */
function sendsOf({ network }: Member): readonly Exchange[] {
  return network.steps
    .filter(({ step, exchange }) => step === 'dispatched' && exchange.request.kind === 'send')
    .map(({ exchange }) => exchange);
}

/** Whether a send that has its turn may still wait, for a login, a secret, the breaker or an interceptor. */
function waitsInTurn({ plan }: Member): boolean {
  return plan.method === 'token' || plan.breaker || plan.secret !== 'ready' || isIntercepted(plan);
}

/** Sends that left although the gateway had asked for a pause. */
function inPause(member: Member): readonly string[] {
  if (waitsInTurn(member)) return [];
  let until = 0;
  const problems: string[] = [];
  for (const { step, at, exchange } of member.network.steps) {
    if (exchange.request.kind !== 'send') continue;
    if (step === 'ended' && exchange.head?.status === 429 && exchange.end !== 'given up')
      until = Math.max(until, at + retryAfterOf(exchange));
    if (step === 'dispatched' && at < until - 2)
      problems.push(
        `${exchange.request.id} left ${(until - at).toFixed(1)} ms before the end of a Retry-After`,
      );
  }
  return problems;
}

/** The attempts of each message that is sent alone. The numbers of a broadcast may be in several batches. */
function attemptsByMessage(
  { program }: WorldApp,
  member: Member,
  results: readonly Result[],
): ReadonlyMap<string, readonly Exchange[]> {
  const attempts = new Map<string, Exchange[]>();
  if (program.shared.reach === 'redirect' || program.shared.quiet !== 'none') return attempts;
  const texts = new Set(
    results.flatMap(({ handed, isBroadcast }) =>
      isBroadcast ? handed.map(({ text }) => text) : [],
    ),
  );
  for (const send of sendsOf(member)) {
    const { id, text } = send.request;
    if (!texts.has(text)) attempts.set(id, [...(attempts.get(id) ?? []), send]);
  }
  return attempts;
}

function overAttemptTime({ members }: WorldApp, { plan, network }: Member): readonly string[] {
  // A failover has the deadlines of its first account.
  const longest = Math.max(plan.attempt, members[0]!.plan.attempt);
  return network.steps.flatMap(({ step, exchange }) => {
    const { startedAt = 0, endedAt = Infinity, request } = exchange;
    const took = endedAt - startedAt;
    return step === 'started' && took > longest + 3
      ? [`${request.id} took ${took.toFixed(1)} ms, but timeout.attempt is ${longest}`]
      : [];
  });
}

function overConcurrency({ plan, network }: Member): readonly string[] {
  const { maxConcurrency = Infinity } = plan;
  let [inside, most] = [0, 0];
  for (const { step, exchange } of network.steps) {
    // One that is not started may have been given up already.
    if (exchange.request.kind !== 'send' || exchange.startedAt === undefined) continue;
    if (step === 'started') inside += 1;
    if (step === 'ended') inside -= 1;
    most = Math.max(most, inside);
  }
  return most > maxConcurrency ? [`${most} at once, but maxConcurrency is ${maxConcurrency}`] : [];
}

/** Sends of high priority that others overtook. */
function overtaken(
  { members, program }: WorldApp,
  member: Member,
  results: readonly Result[],
): readonly string[] {
  const { guard, optedOut, reach } = program.shared;
  const isTold = members.length === 1 && guard === 'none' && optedOut === 'none' && reach === 'all';
  if (!isTold || waitsInTurn(member)) return [];
  const handed = results.flatMap((result) =>
    result.handed.map((message) => ({ ...message, result })),
  );
  const high = new Set(handed.filter(({ isHigh }) => isHigh).map(({ text }) => text));
  const sends = sendsOf(member);
  return handed
    .filter(({ isHigh, result }) => isHigh && result.name.startsWith('send '))
    .flatMap(({ text, at, result }) => {
      const own = sends.find(({ request }) => request.text === text);
      const until = Math.min(own?.dispatchedAt ?? Infinity, result.endedAt ?? Infinity);
      const ahead = sends.find(
        ({ request, dispatchedAt }) =>
          dispatchedAt > at &&
          dispatchedAt < until &&
          !high.has(request.text) &&
          !request.text.includes('CALM'),
      );
      return ahead ? [`${ahead.request.id} left before ${text}, whose priority is high`] : [];
    });
}

/** Sends whose fields are neither their own nor the defaults of the account. */
function wrongFields(
  { program }: WorldApp,
  member: Member,
  results: readonly Result[],
): readonly string[] {
  const { defaults } = program.shared;
  const own = new Set(
    results.flatMap(({ handed }) =>
      handed.flatMap(({ hasFields, text }) => (hasFields ? [text] : [])),
    ),
  );
  return sendsOf(member).flatMap(({ request }) => {
    const { fields, id, text } = request;
    // A redirect writes the number before the text.
    const isOwn = own.has(text.split(' ').at(-1) ?? '');
    const trackLink = isOwn ? 'yes' : defaults ? 'no' : undefined;
    const isRight =
      fields['trackLink'] === trackLink &&
      fields['tag'] === (defaults ? member.account.name : undefined) &&
      fields['senderid'] === (defaults ? SENDER : undefined);
    return isRight ? [] : [`${id} has other fields: ${JSON.stringify(fields)}`];
  });
}

/** Requests that went past the app's interceptors. */
function unmarked({ network, plan }: Member): readonly string[] {
  if (plan.http === 'none') return [];
  const missing = network.steps.find(({ exchange }) => !exchange.request.isMarked);
  return missing ? [`${missing.exchange.request.id} lacks the header of an interceptor`] : [];
}

/** Sends with a token that had expired by the clocks of both sides, unless the clock was set during a login. */
function withOldToken({ clock }: WorldApp, { network, plan }: Member): readonly string[] {
  const { oldTokens, steps } = network;
  const isDoubtful = clock.jumps.some((jump) =>
    steps.some(
      ({ exchange: { dispatchedAt, endedAt = Infinity, request } }) =>
        request.kind === 'login' && dispatchedAt <= jump && endedAt >= jump,
    ),
  );
  if (oldTokens === 0 || isDoubtful || plan.hasStore || plan.breaker || isIntercepted(plan))
    return [];
  return [`${oldTokens} sends left with a token that had expired`];
}
