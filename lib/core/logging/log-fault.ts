import { inspect } from 'node:util';
import { maskFault } from '../common/mask.js';
import { memberOf } from '../common/members.js';
import { nameOfError } from '../common/value-checks.js';
import { logOf } from './safe-logger.js';

// What is failing, by the app's function or object, which several accounts can share.
const failing = new WeakMap<object, Set<string>>();

/**
 * Logs what a function of the app threw, masked: once per outage, which {@link endFault} ends.
 *
 * @param of the function, or the object that has it
 * @param what how the log names it
 * @param meanwhile what happens until it works again
 * @returns what the error says, masked
 */
export type LogFault = (of: object, what: string, error: unknown, meanwhile?: string) => string;

/** See {@link LogFault}. @param secrets what else may not be shown */
export function logFault(
  account: string,
  secrets: readonly string[],
  ...[of, what, error, meanwhile = '']: Parameters<LogFault>
): string {
  const down = failing.get(of) ?? new Set();
  if (!down.has(what)) {
    failing.set(of, down.add(what));
    const sentence = `${what} failed (${nameOfError(error)}). ${meanwhile}`.trimEnd();
    logOf(account).error(sentence, shownStack(error, secrets));
  }
  return maskFault(String(memberOf(error, 'message') ?? error), secrets);
}

/** Notes that a function works again. */
export function endFault(of: object, what: string): void {
  failing.get(of)?.delete(what);
}

/** The stack of something that was thrown, and of its cause, masked; undefined if it cannot be shown. */
export function shownStack(error: unknown, secrets: readonly string[] = []): string | undefined {
  try {
    // An error of several attempts to connect has no message.
    const cause = memberOf(error, 'cause') ?? memberOf(memberOf(error, 'errors'), '0');
    const why = cause === undefined ? '' : `\nCause: ${stackOf(cause)}`;
    return maskFault(stackOf(error) + why, secrets);
  } catch {
    // What was thrown can be anything, for example an object that throws when it is shown.
    return undefined;
  }
}

function stackOf(error: unknown): string {
  const errorText = memberOf(error, 'stack') ?? memberOf(error, 'message');
  return typeof errorText === 'string' ? errorText : inspect(error);
}
