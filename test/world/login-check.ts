import type { Member, WorldApp } from './app.js';
import { type Exchange, retryAfterOf } from './network.js';

/** The shortest time after which a long-lived token is replaced without a refusal, in ms. */
const SHORTEST = 300_000;

/** Whether an account has one login at a time, and pauses between logins as `cooldown` and the gateway say. */
export function checkLogins(
  { clock, program }: WorldApp,
  { plan, network }: Member,
): readonly string[] {
  const { cooldown, lifetime, hasStore } = plan;
  const isSteady = program.operations.every(({ kind }) => kind !== 'new secret');
  const isTimed = clock.jumps.length === 0;
  const isLongLived = lifetime === 3_600_000 && !hasStore;
  const problems: string[] = [];
  let [open, until, tokens, givenAt] = [0, 0, 0, 0];
  for (const { step, at, exchange } of network.steps) {
    if (exchange.request.kind !== 'login' || exchange.end === 'withdrawn') continue;
    if (step === 'dispatched') {
      open += 1;
      if (open > 1) problems.push(`${open} logins at once`);
      if (isTimed && at < until - 2)
        problems.push(`a login ${(until - at).toFixed(1)} ms before its time`);
    }
    if (step !== 'ended') continue;
    open -= 1;
    if (!exchange.head || exchange.end === 'given up') continue;
    const refused = isRefused(exchange);
    // Without a refusal, nothing replaces a token but a refused send, and only once per cool-down.
    if (refused || at - givenAt > SHORTEST) tokens = 0;
    if (isGoodLogin(exchange)) [tokens, givenAt] = [tokens + 1, at];
    const isLast = plan.attempts === 1 && !isGoodLogin(exchange);
    const pauses =
      ((refused || isLast) && isSteady && exchange.end === 'answered') ||
      (isLongLived && isGoodLogin(exchange) && tokens > 1);
    until = Math.max(until, at + Math.max(retryAfterOf(exchange), pauses ? cooldown : 0));
  }
  return problems;
}

function isRefused({ head }: Exchange): boolean {
  return head?.status === 401 || head?.status === 403;
}

/** Whether a login gave a token. */
export function isGoodLogin({ end, head }: Exchange): boolean {
  return end === 'answered' && head?.status === 200 && head.headers['content-type'] !== 'text/html';
}
