import type { Member, WorldApp } from './app.js';
import { checkBreaker } from './breaker-check.js';
import { checkLogins } from './login-check.js';
import { type Exchange, retryAfterOf } from './network.js';
import type { Result } from './play.js';

/** Whether the accounts did what their options and their gateways asked for, by the log of the network alone. */
export function checkObedience(app: WorldApp, results: readonly Result[]): readonly string[] {
  return app.members.flatMap((member) => [
    ...inPause(member),
    ...tooManyAttempts(app, member),
    ...longPauses(app, member),
    ...overBudget(app, member),
    ...overAttemptTime(app, member),
    ...overConcurrency(member),
    ...overtaken(app, member, results),
    ...checkLogins(app, member),
    ...checkBreaker(app, member),
  ]);
}

/** The sends of an account, in the order in which they were dispatched. */
function sendsOf({ network }: Member): readonly Exchange[] {
  return network.steps
    .filter(({ step, exchange }) => step === 'dispatched' && exchange.request.kind === 'send')
    .map(({ exchange }) => exchange);
}

/** Sends that left although the gateway had asked for a pause. */
function inPause(member: Member): readonly string[] {
  // A send that has its turn may still wait for a login or the breaker.
  if (member.plan.method === 'token' || member.plan.breaker) return [];
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

/** Whether an attempt is repeated with other credentials, which counts neither as a retry nor as an attempt. */
function isRefused({ head }: Exchange): boolean {
  return head?.status === 401 || head?.status === 403;
}

/** The attempts of each message that is sent alone. The numbers of a broadcast may be in several batches. */
function attemptsByMessage(
  app: WorldApp,
  member: Member,
): ReadonlyMap<string, readonly Exchange[]> {
  const { program } = app;
  const isTold = program.shared.reach !== 'redirect' && program.shared.quiet === 'none';
  if (!isTold || program.operations.some(({ kind }) => kind === 'broadcast')) return new Map();
  const attempts = new Map<string, Exchange[]>();
  for (const send of sendsOf(member)) {
    const { id } = send.request;
    attempts.set(id, [...(attempts.get(id) ?? []), send]);
  }
  return attempts;
}

function tooManyAttempts(app: WorldApp, member: Member): readonly string[] {
  const isAlone = app.members.length === 1;
  return [...attemptsByMessage(app, member)].flatMap(([id, attempts]) => {
    const count = attempts.filter((attempt) => !isRefused(attempt)).length;
    const most = isAlone || id.includes('CALM') ? member.plan.attempts : 1;
    return count > most ? [`${id} had ${count} attempts, but retry.attempts is ${most}`] : [];
  });
}

/** Retries that came later than the longest pause, in accounts in which nothing else makes a send wait. */
function longPauses(app: WorldApp, member: Member): readonly string[] {
  const { plan } = member;
  const waits = plan.rateLimit || plan.maxConcurrency || plan.method === 'token' || plan.breaker;
  if (waits || app.members.length > 1 || sendsOf(member).some((send) => retryAfterOf(send) > 0))
    return [];
  return [...attemptsByMessage(app, member)].flatMap(([id, attempts]) =>
    attempts.slice(1).flatMap(({ dispatchedAt }, index) => {
      const pause = dispatchedAt - (attempts[index]!.endedAt ?? dispatchedAt);
      const longest = Math.min(1000, plan.base * 2 ** index);
      return pause > longest + 3
        ? [`${id} was retried after ${pause.toFixed(1)} ms, but the longest pause is ${longest} ms`]
        : [];
    }),
  );
}

/** Retries beyond the points of `retry.budget`, if every answer returned one. */
function overBudget(app: WorldApp, member: Member): readonly string[] {
  const { budget } = member.plan;
  // Their points are taken when their pause begins.
  const retries = [...attemptsByMessage(app, member).values()].flatMap((attempts) =>
    attempts.slice(1).flatMap((_retry, index) => {
      const failed = attempts[index]!;
      return isRefused(failed) ? [] : [failed.endedAt ?? 0];
    }),
  );
  const answers = member.network.steps.flatMap(({ step, at, exchange }) =>
    step === 'ended' && exchange.head ? [at] : [],
  );
  let [spent, answer, excess] = [0, 0, 0];
  for (const at of retries.toSorted((one, another) => one - another)) {
    for (; answer < answers.length && answers[answer]! <= at; answer += 1)
      spent = Math.max(0, spent - 1);
    spent += 5;
    if (spent > budget) excess += 1;
  }
  return excess === 0 ? [] : [`${excess} retries more than the points of retry.budget`];
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
  const { plan } = member;
  const { guard, reach } = program.shared;
  const isTold = members.length === 1 && guard === 'none' && reach === 'all';
  if (!isTold || plan.method === 'token' || plan.breaker) return [];
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
