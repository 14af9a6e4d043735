import {
  Agent,
  BalancedPool,
  Client,
  type Dispatcher,
  EnvHttpProxyAgent,
  Pool,
  ProxyAgent,
} from 'undici';

// Those of undici's that are known to call onRequestStart just before they write, and never before.
const SIGNALLING: ReadonlySet<unknown> = new Set([
  Agent,
  BalancedPool,
  Client,
  EnvHttpProxyAgent,
  Pool,
  ProxyAgent,
]);

// Those of undici's own, by the class whose inner dispatchers they make.
const PLAIN_FACTORIES: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  [Agent, factoryOf(new Agent())],
  [BalancedPool, factoryOf(new BalancedPool([]))],
  [Pool, factoryOf(new Pool('http://localhost'))],
]);

const seen = new WeakSet<object>();

/**
 * Whether a dispatcher tells when it starts a request on a socket. Where it does, a failure without
 * that signal proves that nothing was sent; where it does not, no failure proves anything.
 *
 * undici's own dispatchers do. Any other, and one of those with interceptors composed in or with a
 * factory that may make others, is believed only once it has given the signal.
 */
export function signalsStart(dispatcher: Dispatcher): boolean {
  if (seen.has(dispatcher)) return true;
  const prototype: unknown = Object.getPrototypeOf(dispatcher);
  return (
    isDispatcherPrototype(prototype) &&
    SIGNALLING.has(prototype.constructor) &&
    dispatcher.dispatch === prototype.dispatch &&
    hasPlainFactory(dispatcher, prototype.constructor)
  );
}

// The factory of a ProxyAgent is nowhere to be seen.
function hasPlainFactory(dispatcher: Dispatcher, constructor: unknown): boolean {
  if (constructor === EnvHttpProxyAgent) {
    return symbolValues(dispatcher).every(
      (inside) => !(inside instanceof Agent) || signalsStart(inside),
    );
  }
  return (
    !PLAIN_FACTORIES.has(constructor) || factoryOf(dispatcher) === PLAIN_FACTORIES.get(constructor)
  );
}

function factoryOf(dispatcher: Dispatcher): unknown {
  const key = Object.getOwnPropertySymbols(dispatcher).find(
    ({ description }) => description === 'factory',
  );
  return key && Reflect.get(dispatcher, key);
}

function symbolValues(dispatcher: Dispatcher): unknown[] {
  return Object.getOwnPropertySymbols(dispatcher).map((key) => Reflect.get(dispatcher, key));
}

/** Remembers that a dispatcher gave the signal. */
export function sawStartSignal(dispatcher: Dispatcher): void {
  seen.add(dispatcher);
}

function isDispatcherPrototype(
  value: unknown,
): value is { constructor: unknown; dispatch: unknown } {
  return (
    typeof value === 'object' && value !== null && 'constructor' in value && 'dispatch' in value
  );
}
