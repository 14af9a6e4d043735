import { BREAKER, hasOptedOut, type Member, PER_RECIPIENT, type WorldApp } from './app.js';
import { gatewayBy } from './breaker-check.js';
import { isIntercepted } from './interceptors.js';
import { isGoodLogin } from './login-check.js';
import type { Exchange } from './network.js';
import type { Ended, Handed, Result } from './play.js';

/** How long closing waits for handlers, in ms. */
export const PATIENCE = 5000;

/** What is known when the reason of an outcome is looked for. */
interface Failed {
  readonly app: WorldApp;
  readonly results: readonly Result[];
  readonly result: Result;
  readonly ended: Ended;
  readonly handed: Handed | undefined;
  /** The exchanges of its message, and the logins, whose failures are passed on. */
  readonly own: readonly Exchange[];
  /** All sends, and all logins. */
  readonly sends: readonly Exchange[];
  readonly logins: readonly Exchange[];
}

/** Whether every message that was not accepted has a reason: an option, an answer, an abort, a close or a deadline. */
export function checkUse(app: WorldApp, results: readonly Result[]): readonly string[] {
  const exchanges = app.members.flatMap(({ network }) =>
    network.steps.filter(({ step }) => step === 'dispatched').map(({ exchange }) => exchange),
  );
  const sends = exchanges.filter(({ request }) => request.kind === 'send');
  const logins = exchanges.filter(({ request }) => request.kind === 'login');
  return results.flatMap((result) =>
    result.outcomes.flatMap((ended) => {
      if (ended.status === 'accepted') return [];
      const handed = result.handed[ended.index];
      const text = handed?.text ?? '';
      const own = [...sends.filter(({ request }) => request.text.endsWith(text)), ...logins];
      const code = String(Reflect.get(Object(ended.error), 'code'));
      const failed = { app, results, result, ended, handed, own, sends, logins };
      return REASONS[code]?.(failed) ? [] : [`${result.name}: ${code} without a reason`];
    }),
  );
}

const hasStatus =
  (...wanted: readonly number[]) =>
  ({ own }: Failed): boolean =>
    own.some(({ head }) => head && wanted.includes(head.status));

const isRefusal = (status: number | undefined): boolean => status === 401 || status === 403;

const hasAnswer = ({ own }: Failed): boolean => own.some(({ head }) => head !== undefined);

const hadBadLogin = ({ app, logins }: Failed): boolean =>
  mayBreakLogin(app) || (logins.some((login) => !isGoodLogin(login)) && !isFaultless(app));

/** Whether an interceptor may have kept a login from being sent, or delayed it. */
const mayBreakLogin = ({ members }: WorldApp): boolean =>
  members.some(({ plan }) => isIntercepted(plan) && plan.method === 'token');

/** What must have happened before a send may fail with a code. */
const REASONS: Readonly<Record<string, (failed: Failed) => boolean>> = {
  'message-invalid': ({ handed, ended }) =>
    [...(handed?.numbers ?? []), ...ended.numbers].includes('12'),
  'connection-failed': ({ own }) => own.some(({ end }) => end === 'refused'),
  'connection-lost': ({ own }) => own.some(({ end }) => end === 'broken'),
  timeout: (failed) => hasTimedOut(failed),
  'request-failed': ({ app, ended }) =>
    ended.status === 'not-sent' && app.members.some(({ plan }) => plan.http === 'throw'),
  aborted: ({ result }) => result.hasSignal,
  closed: ({ app }) => app.closes.length > 0,
  throttled: ({ sends, logins }) => [...sends, ...logins].some(({ head }) => head?.status === 429),
  redirected: hasStatus(302),
  'gateway-failed': hasStatus(500, 503),
  'credentials-refused': ({ app, own }) =>
    !isFaultless(app) && own.some(({ head }) => head?.refuses || isRefusal(head?.status)),
  'login-refused': hadBadLogin,
  'login-unusable': hadBadLogin,
  'login-failed': hadBadLogin,
  'breaker-open': ({ app }) => app.members.some((member) => mayBeOpen(member)),
  rejected: ({ own }) => own.some(({ head }) => head?.status === 200 && !head.refuses),
  'recipients-rejected': hasStatus(200),
  'answer-unclear': hasAnswer,
  'answer-mismatched': hasAnswer,
  'answer-unreadable': hasAnswer,
  'quiet-hours': ({ app }) => app.program.shared.quiet !== 'none',
  'daily-limit': ({ app }) => app.program.shared.guard !== 'none',
  'credentials-unavailable': ({ app }) => app.members.some(({ plan }) => plan.secret !== 'ready'),
  country: ({ ended }) => ended.numbers.some((number) => number.startsWith('44')),
  'opted-out': ({ ended }) => ended.numbers.some((number) => hasOptedOut(number)),
  'opt-out-unknown': ({ app }) => app.program.shared.optedOut === 'fails',
  'recipient-limit': (failed) => isOverLimit(failed),
};

/** Whether the gateways answered everything soon and well, and knew all credentials. */
function isFaultless({ members, program }: WorldApp): boolean {
  if (members.some(({ plan }) => plan.secret !== 'ready')) return false;
  const { trouble, outages, slowest } = program.weather;
  const changes = program.operations.some(
    ({ kind }) =>
      kind === 'new secret' ||
      kind === 'revoke tokens' ||
      kind === 'clock jump' ||
      kind === 'close',
  );
  return trouble === 0 && outages.length === 0 && slowest === 20 && !changes;
}

/** Whether enough sends in a row may have shown that the gateway is down. */
function mayBeOpen({ plan, network }: Member): boolean {
  if (!plan.breaker) return false;
  if (isIntercepted(plan)) return true;
  let [row, longest, unseen] = [0, 0, 0];
  for (const { step, exchange } of network.steps) {
    if (step !== 'ended' || exchange.request.kind !== 'send') continue;
    row = gatewayBy(exchange, plan.attempt) === 'up' ? 0 : row + 1;
    longest = Math.max(longest, row);
    // It ended earlier, by a deadline.
    if (exchange.startedAt === undefined && exchange.end !== 'refused') unseen += 1;
  }
  return longest + unseen >= BREAKER.failures;
}

function hasTimedOut({ app, result, handed, own, logins }: Failed): boolean {
  const plans = app.members.map(({ plan }) => plan);
  if (plans.some(({ http }) => http === 'slow' || http === 'hang')) return true;
  // A login has deadlines of its own, and those who wait for it share its error.
  if (logins.some((login) => !isGoodLogin(login))) return true;
  if (plans.some(({ method, secret }) => method === 'token' && secret !== 'ready')) return true;
  const attempt = Math.min(...plans.map((plan) => plan.attempt));
  if (own.some(({ startedAt = 0, endedAt = 0 }) => endedAt - startedAt >= attempt - 2)) return true;
  if (app.members.length > 1 || !result.name.startsWith('send ')) return true;
  return (result.endedAt ?? 0) - (handed?.at ?? 0) >= plans[0]!.total - 2;
}

/** Whether a number may have got as many messages as it may. */
function isOverLimit({ app, results, ended, handed }: Failed): boolean {
  const { guard, reach } = app.program.shared;
  if (guard === 'none') return false;
  const isTold = app.members.length === 1 && guard !== 'in a bad store' && reach === 'all';
  if (!isTold || !handed) return true;
  const perMs = PER_RECIPIENT.perMs[app.program.shared.guardWindow];
  return ended.numbers.some((number) => {
    const counted = results
      .map((another) => mayCount(another, number, handed.at, perMs))
      .reduce((sum, count) => sum + count, 0);
    // The message itself is among them.
    return counted > PER_RECIPIENT.count;
  });
}

/** How many messages of a result to a number count, or may count, at a time. */
function mayCount(result: Result, number: string, at: number, perMs: number): number {
  const { endedAt = Infinity, handed, outcomes, seesAll } = result;
  const messages = handed.filter(({ numbers }) => numbers.includes(number)).length;
  if (endedAt + perMs + perMs / 100 < at) return 0;
  // A store takes a moment to give back.
  if (endedAt >= at - 5 || !seesAll) return messages;
  const unsent = outcomes.filter(
    ({ status, numbers }) => status === 'not-sent' && numbers.includes(number),
  ).length;
  return messages - unsent;
}

/** Whether closing took no longer than what was in progress, and ended nothing before `drain` was over. */
export function checkClose(app: WorldApp, results: readonly Result[]): readonly string[] {
  const { closes, members, program } = app;
  const [close] = closes;
  // All accounts of a failover share their sends.
  if (!close || members.length > 1) return [];
  const { drain } = program.shared;
  const ends = [...results, ...app.lookups].flatMap(({ endedAt = Infinity }) =>
    endedAt >= close.at ? [endedAt] : [],
  );
  const last = Math.max(close.at, ...ends);
  const { endedAt = Infinity } = close;
  const handled = Math.max(0, ...app.handlers.calls.map((call) => call.endedAt ?? Infinity));
  const late =
    endedAt > Math.max(last, Math.min(handled, last + PATIENCE)) + 5
      ? [`close took ${endedAt - close.at} ms with nothing to do`]
      : [];
  const early = results.filter(
    ({ name, endedAt: end = Infinity, handed, outcomes }) =>
      name.startsWith('send ') &&
      Reflect.get(Object(outcomes[0]?.error), 'code') === 'closed' &&
      handed[0]!.at < close.at &&
      end < close.at + drain - 2,
  );
  const isHasty = handled > endedAt && endedAt < close.at + PATIENCE - 2;
  return [
    ...late,
    ...early.map(({ name }) => `${name} was ended before drain was over`),
    ...(isHasty ? ['close did not wait for the handlers'] : []),
  ];
}
