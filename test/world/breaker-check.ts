import { BREAKER, type Member, type WorldApp } from './app.js';
import { isIntercepted } from './interceptors.js';
import type { Exchange } from './network.js';
import type { Result } from './play.js';

/** How much earlier than its connection failed a send may have ended by a deadline, in ms. */
const UNSEEN = 25;

/** Whether the breaker of an account opens in time, and then lets one attempt at a time through. */
export function checkBreaker(
  { closes }: WorldApp,
  { plan, network }: Member,
  results: readonly Result[],
): readonly string[] {
  const steps = network.steps.filter(({ exchange }) => exchange.request.kind === 'send');
  if (!plan.breaker || isIntercepted(plan)) return [];
  // What was aborted before its start may look as if it had failed by itself.
  const abortable = new Set(
    results.flatMap(({ handed, hasSignal }) => (hasSignal ? handed.map(({ text }) => text) : [])),
  );
  const { failures, halfOpenAfter } = BREAKER;
  const problems: string[] = [];
  let count = 0;
  let openedAt: number | undefined;
  let trial: Exchange | undefined;
  for (const { step, at, exchange } of steps) {
    // Nobody knows when it ended.
    if (exchange.end === 'withdrawn' || at >= (closes[0]?.at ?? Infinity)) return problems;
    if (step === 'dispatched' && openedAt !== undefined) {
      if (at < openedAt + halfOpenAfter - UNSEEN)
        problems.push(`a send ${(at - openedAt).toFixed(1)} ms after the breaker had opened`);
      else if (trial) problems.push('two sends at once through a half-open breaker');
      trial = exchange;
    }
    if (step !== 'ended') continue;
    const isCut = exchange.end === 'refused' || exchange.end === 'given up';
    if (isCut && abortable.has(textOf(exchange))) return problems;
    const gateway = gatewayBy(exchange, plan.attempt);
    if (gateway === 'unclear') return problems;
    count = gateway === 'up' ? 0 : count + 1;
    const isTrial = exchange === trial;
    if (isTrial) trial = undefined;
    if (isTrial && gateway === 'up') openedAt = undefined;
    else if (isTrial || (openedAt === undefined && count >= failures)) openedAt = at;
  }
  return problems;
}

/** The text of a send. A redirect writes the number before it. */
function textOf({ request }: Exchange): string {
  return request.text.split(' ').at(-1) ?? '';
}

/** What the end of a send says about its gateway. */
export function gatewayBy(
  { end, endedAt = 0, head, startedAt = 0 }: Exchange,
  attempt: number,
): 'up' | 'down' | 'unclear' {
  if (end === 'answered' && head && head.status < 500) return 'up';
  // Others were aborted, or ended by the total deadline.
  if (end === 'given up' && endedAt - startedAt < attempt) return 'unclear';
  return head && head.status < 500 ? 'unclear' : 'down';
}
