import { Agent, BalancedPool, Client, EnvHttpProxyAgent, Pool, ProxyAgent } from 'undici';

// undici's own classes that call onRequestStart right before they write, and never earlier.
const SIGNALLING: ReadonlySet<unknown> = new Set([
  Agent,
  BalancedPool,
  Client,
  EnvHttpProxyAgent,
  Pool,
  ProxyAgent,
]);

// Classes with the option `factory`, which may create dispatchers of any kind.
const WITH_FACTORY: readonly (readonly [unknown, () => object])[] = [
  [Agent, () => new Agent()],
  [BalancedPool, () => new BalancedPool([])],
  [Pool, () => new Pool('http://localhost')],
];

const seen = new WeakSet<object>();

/**
 * Whether a dispatcher reports when it starts a request on a socket. If it does, a failure without
 * that signal proves that nothing was sent. If it does not, no failure proves anything.
 *
 * undici's own dispatchers do. Any other dispatcher, including one of undici's with composed
 * interceptors or a `factory`, is trusted only once it has given the signal. So is one of undici's
 * whose internals are not those of this version.
 */
export function signalsStart(dispatcher: object): boolean {
  return seen.has(dispatcher) || isUndicisOwn(dispatcher);
}

/** Remembers that a dispatcher gave the signal. */
export function sawStartSignal(dispatcher: object): void {
  seen.add(dispatcher);
}

function isUndicisOwn(dispatcher: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(dispatcher);
  if (!isDispatcherPrototype(prototype) || !SIGNALLING.has(prototype.constructor)) return false;
  if (!('dispatch' in dispatcher) || dispatcher.dispatch !== prototype.dispatch) return false;
  if (prototype.constructor === EnvHttpProxyAgent) {
    const inside = symbolValues(dispatcher).filter((value) => value instanceof Agent);
    return inside.length > 0 && inside.every(signalsStart);
  }
  const plain = WITH_FACTORY.find(([made]) => made === prototype.constructor)?.[1];
  if (!plain) return true;
  const factory = factoryOf(dispatcher);
  return factory !== undefined && factory === factoryOf(plain());
}

// The `factory` of a ProxyAgent cannot be found this way.
function factoryOf(dispatcher: object): unknown {
  const key = Object.getOwnPropertySymbols(dispatcher).find(
    ({ description }) => description === 'factory',
  );
  return key && Reflect.get(dispatcher, key);
}

function symbolValues(dispatcher: object): unknown[] {
  return Object.getOwnPropertySymbols(dispatcher).map((key) => Reflect.get(dispatcher, key));
}

function isDispatcherPrototype(
  value: unknown,
): value is { constructor: unknown; dispatch: unknown } {
  return (
    typeof value === 'object' && value !== null && 'constructor' in value && 'dispatch' in value
  );
}
