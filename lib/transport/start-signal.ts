import { loadUndici } from './load-undici.js';

/**
 * Whether a user's dispatcher is known to report when it starts a request on a socket. If it does, a
 * failure without that report proves that nothing was sent.
 *
 * undici's own dispatchers report it right before they write, and never earlier. Any other, including one
 * of undici's with composed interceptors, with a `factory`, or with internals unlike those of this version,
 * is trusted only once it has done so.
 */
export async function reportsStart(dispatcher: object): Promise<boolean> {
  const { Agent, BalancedPool, Client, EnvHttpProxyAgent, Pool, ProxyAgent, RoundRobinPool } =
    await loadUndici();
  // An option `factory` may create dispatchers of any kind. That of a ProxyAgent cannot be found.
  const plainFactories = new Map<unknown, unknown>([
    [Agent, factoryOf(new Agent())],
    [BalancedPool, factoryOf(new BalancedPool([]))],
    [Pool, factoryOf(new Pool('http://localhost'))],
    [RoundRobinPool, factoryOf(new RoundRobinPool('http://localhost'))],
  ]);
  const isPlain = (value: object): boolean => {
    const prototype: object = Object(Object.getPrototypeOf(value));
    // It was replaced.
    if (Reflect.get(value, 'dispatch') !== Reflect.get(prototype, 'dispatch')) return false;
    const made: unknown = prototype.constructor;
    if (made === Client || made === ProxyAgent) return true;
    if (made === EnvHttpProxyAgent) {
      const inside = Object.getOwnPropertySymbols(value)
        .map((key): unknown => Reflect.get(value, key))
        .filter((each) => each instanceof Agent);
      return inside.length > 0 && inside.every(isPlain);
    }
    const factory = factoryOf(value);
    return factory !== undefined && factory === plainFactories.get(made);
  };
  return isPlain(dispatcher);
}

function factoryOf(dispatcher: object): unknown {
  const key = Object.getOwnPropertySymbols(dispatcher).find(
    ({ description }) => description === 'factory',
  );
  return key && Reflect.get(dispatcher, key);
}
