import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { hasMethods, memberOf } from '../common/members.js';
import type { Outgoing } from '../deadline/deadline.js';
import type { DispatchSource } from './exchange.js';
import type { Undici } from './load-undici.js';

/** Dispatchers that delivered the answer to a different request, for all accounts that use them. */
const mismatched = new WeakSet<object>();

interface Destroyable {
  destroy(): void;
}

/**
 * The sockets of the last requests. undici names them only on its channel, right after a request was started:
 * it is listened to only then, and not during the other requests of the process.
 */
const sockets = new WeakMap<Outgoing, Destroyable>();
const CHANNEL = 'undici:client:sendHeaders';
let starting: Outgoing | undefined;

/** A dispatcher that the user gave. */
export class GivenDispatcher implements DispatchSource {
  /** @param warn logs a warning for the user */
  constructor(
    readonly dispatcher: DispatchSource['dispatcher'],
    public reportsStart: boolean,
    private readonly warn: (text: string) => void,
  ) {}

  get closesEach(): boolean {
    return mismatched.has(this.dispatcher);
  }

  started(outgoing: Outgoing): void {
    starting = outgoing;
    unsubscribe(CHANNEL, noteSocket);
    subscribe(CHANNEL, noteSocket);
    queueMicrotask(() => unsubscribe(CHANNEL, noteSocket));
  }

  // It cannot be told to close a connection. Its other ones may bring such answers, too.
  distrust(outgoing: Outgoing, isMismatch: boolean): void {
    sockets.get(outgoing)?.destroy();
    if (!isMismatch || this.closesEach) return;
    mismatched.add(this.dispatcher);
    this.warn(
      'A connection of the dispatcher delivered the answer to a different request. From now on each connection is closed after one request of this package, which makes sends slower. Find out whether the gateway, or a proxy before it, answers requests twice. (Logged once.)',
    );
  }
}

// With HTTP/2 answers name their requests, and a socket is shared by many.
function noteSocket(message: unknown): void {
  const socket = memberOf(message, 'socket');
  const head = memberOf(message, 'headers');
  const isHttp1 = typeof head === 'string' && /^POST \S+ HTTP\/1\.1\r\n/.test(head);
  if (starting && isHttp1 && hasMethods<Destroyable>(socket, 'destroy'))
    sockets.set(starting, socket);
  starting = undefined;
}

/**
 * Whether a user's dispatcher is known to report when it starts a request on a socket. If it does, a
 * failure without that report proves that nothing was sent.
 *
 * undici's own dispatchers report it right before they write, and never earlier. Any other, including one
 * of undici's with composed interceptors, with a `factory`, or with internals unlike those of this version,
 * is trusted only once it has done so.
 */
export function isTrusted(dispatcher: object, undici: Undici): boolean {
  const { Agent, BalancedPool, Client, EnvHttpProxyAgent, Pool, ProxyAgent, RoundRobinPool } =
    undici;
  // An option `factory` may create dispatchers of any kind. That of a ProxyAgent cannot be found.
  const at = 'http://localhost';
  const plain = [new Agent(), new BalancedPool([]), new Pool(at), new RoundRobinPool(at)];
  const plainFactories = new Map<unknown, unknown>(
    plain.map((builtIn) => [builtIn.constructor, factoryOf(builtIn)]),
  );
  const isPlain = (value: object): boolean => {
    const prototype: object = Object(Object.getPrototypeOf(value));
    // It was replaced.
    if (Reflect.get(value, 'dispatch') !== Reflect.get(prototype, 'dispatch')) return false;
    const constructor: unknown = prototype.constructor;
    if (constructor === Client || constructor === ProxyAgent) return true;
    if (constructor === EnvHttpProxyAgent) {
      const inside = Object.getOwnPropertySymbols(value)
        .map((key): unknown => Reflect.get(value, key))
        .filter((candidate) => candidate instanceof Agent);
      return inside.length > 0 && inside.every(isPlain);
    }
    const factory = factoryOf(value);
    return factory !== undefined && factory === plainFactories.get(constructor);
  };
  return isPlain(dispatcher);
}

function factoryOf(dispatcher: object): unknown {
  const key = Object.getOwnPropertySymbols(dispatcher).find(
    ({ description }) => description === 'factory',
  );
  return key && Reflect.get(dispatcher, key);
}
