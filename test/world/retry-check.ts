import type { Member, WorldApp } from './app.js';
import { secretOf } from './gateway.js';
import { isIntercepted } from './interceptors.js';
import { type Exchange, retryAfterOf, type WireStep } from './network.js';
import type { Result } from './play.js';

/** The attempts of each message, by its id. */
type Attempts = ReadonlyMap<string, readonly Exchange[]>;

/** Whether an account retries as often and as soon as its options say. */
export function checkRetries(
  app: WorldApp,
  member: Member,
  attemptsById: Attempts,
  results: readonly Result[],
): readonly string[] {
  return [
    ...tooManyAttempts(app, member, attemptsById),
    ...sameCredentials(member, attemptsById),
    ...longPauses(app, member, attemptsById),
    ...overBudget(member, attemptsById),
    ...unretried(app, member, attemptsById, results),
  ];
}

/** Whether an attempt is repeated with other credentials, which counts neither as a retry nor as an attempt. */
function isRefused({ head }: Exchange): boolean {
  return head?.status === 401 || head?.status === 403 || head?.refuses === true;
}

/** Attempts that repeat one whose credentials were refused, with the same ones. */
function sameCredentials({ plan }: Member, attemptsById: Attempts): readonly string[] {
  // A slow store may bring an earlier token back.
  if (plan.hasStore) return [];
  return [...attemptsById].flatMap(([id, attempts]) =>
    attempts.some((attempt, index) => {
      const next = attempts[index + 1];
      return next && isRefused(attempt) && secretOf(next.request) === secretOf(attempt.request);
    })
      ? [`${id} was repeated with the credentials that had been refused`]
      : [],
  );
}

function tooManyAttempts(app: WorldApp, member: Member, attemptsById: Attempts): readonly string[] {
  const isAlone = app.members.length === 1;
  return [...attemptsById].flatMap(([id, attempts]) => {
    const count = attempts.filter((attempt) => !isRefused(attempt)).length;
    const most = isAlone || id.includes('CALM') ? member.plan.attempts : 1;
    return count > most ? [`${id} had ${count} attempts, but retry.attempts is ${most}`] : [];
  });
}

/** Retries that came later than the longest pause, in accounts in which nothing else makes a send wait. */
function longPauses(app: WorldApp, member: Member, attemptsById: Attempts): readonly string[] {
  const { plan } = member;
  const waits =
    plan.rateLimit ||
    plan.maxConcurrency ||
    plan.method === 'token' ||
    plan.breaker ||
    plan.secret !== 'ready' ||
    isIntercepted(plan);
  const isPaused = member.network.steps.some(({ exchange }) => retryAfterOf(exchange) > 0);
  if (waits || app.members.length > 1 || isPaused) return [];
  return [...attemptsById].flatMap(([id, attempts]) =>
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
function overBudget(member: Member, attemptsById: Attempts): readonly string[] {
  const { budget } = member.plan;
  // The package takes points only once an interceptor has ended.
  if (isIntercepted(member.plan)) return [];
  // Their points are taken when their pause begins.
  const retries = [...attemptsById.values()].flatMap((attempts) =>
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

/** Sends that failed for good although they had attempts, time and points of `retry.budget` left. */
function unretried(
  { members }: WorldApp,
  { plan, network }: Member,
  attemptsById: Attempts,
  results: readonly Result[],
): readonly string[] {
  if (members.length > 1) return [];
  return results.flatMap(({ name, handed, outcomes, endedAt = 0 }) => {
    const [message] = handed;
    const code: unknown = Reflect.get(Object(outcomes[0]?.error), 'code');
    if (!message || !name.startsWith('send ') || code !== 'connection-failed') return [];
    const attempts = attemptsById.get(`${message.text} to ${message.numbers[0]}`) ?? [];
    const last = attempts.at(-1);
    if (last?.end !== 'refused' || last.endedAt !== endedAt) return [];
    const count = attempts.filter((attempt) => !isRefused(attempt)).length;
    const hasTime = endedAt + 1000 < message.at + plan.total;
    const hasPoints = mostSpent(network.steps, last) + 5 <= plan.budget;
    return count < plan.attempts && hasTime && hasPoints
      ? [`${name} failed after ${count} attempts, but retry.attempts is ${plan.attempts}`]
      : [];
  });
}

/** The points that may have been spent until an exchange failed, if every other failure was retried. */
function mostSpent(steps: readonly WireStep[], until: Exchange): number {
  let spent = 0;
  for (const { step, exchange } of steps) {
    if (exchange === until && step === 'ended') break;
    if (step !== 'ended' || exchange.request.kind === 'balance') continue;
    const isAccepted = exchange.end === 'answered' && exchange.head?.accepts;
    spent = isAccepted ? Math.max(0, spent - 1) : spent + 5;
  }
  return spent;
}
