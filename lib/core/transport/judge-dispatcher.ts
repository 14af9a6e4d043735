import { hasMethods, memberOf } from '../common/members.js';
import type { DispatchSource } from './exchange.js';
import type { Undici } from './load-undici.js';

type Dispatcher = DispatchSource['dispatcher'];

/** Creates a dispatcher with the undici that this package uses. */
export type MakeDispatcher = (undici: Undici) => Dispatcher;

/** Whether a value is a function that creates a dispatcher. A class does not count: its instance was meant. */
export function makesDispatcher(value: unknown): value is MakeDispatcher {
  return (
    typeof value === 'function' &&
    !hasMethods(value, 'dispatch') &&
    !hasMethods(memberOf(value, 'prototype'), 'dispatch')
  );
}

/** Why messages cannot be sent through a value; undefined if they can. */
export function dispatcherProblem(value: unknown): string | undefined {
  if (!hasMethods<Dispatcher>(value, 'dispatch')) {
    return 'is not a dispatcher. Provide one of undici 7, for example a ProxyAgent';
  }
  // undici 6 and older call their handlers in another way, so no request would begin. Version 8 calls them like
  // 7.
  if (Object.hasOwn(ancestorOf(value, 'DispatcherBase') ?? {}, 'interceptors')) {
    return 'is of undici 6 or older. Provide one of undici 7; that of Node.js itself can be older';
  }
  if (ancestorOf(value, 'RetryAgent')) {
    return 'repeats requests by itself, which can send a message twice. Provide the dispatcher inside it; the package retries what is safe to retry';
  }
  return undefined;
}

/** Whether a dispatcher comes from another copy of undici. */
export function isOfAnotherUndici(dispatcher: object, { Dispatcher }: Undici): boolean {
  return !(dispatcher instanceof Dispatcher) && ancestorOf(dispatcher, 'Dispatcher') !== undefined;
}

// Compares names, because another copy of undici has other classes.
function ancestorOf(value: unknown, name: string): object | undefined {
  const at: unknown = Object.getPrototypeOf(Object(value));
  if (typeof at !== 'object' || at === null) return undefined;
  return memberOf(memberOf(at, 'constructor'), 'name') === name ? at : ancestorOf(at, name);
}
