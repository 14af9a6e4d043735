import { isTrusted } from '../../lib/core/transport/given-dispatcher.js';
import type { Undici } from '../../lib/core/transport/load-undici.js';

const FACTORY = Symbol('factory');
const INSIDE = Symbol('no proxy agent');

const plainFactory = (): object => ({});

class Base {
  dispatch(): boolean {
    return true;
  }
}

/** undici as it is: what a dispatcher makes is to be seen. */
class WithFactory extends Base {
  readonly [FACTORY]: unknown;

  constructor({ factory = plainFactory }: { factory?: () => object } = {}) {
    super();
    this[FACTORY] = factory;
  }
}

/** undici as it may become: it is not. */
class Closed extends Base {
  readonly #factory: unknown;

  constructor({ factory = plainFactory }: { factory?: () => object } = {}) {
    super();
    this.#factory = factory;
  }

  get madeBy(): unknown {
    return this.#factory;
  }
}

interface StandIn {
  readonly Agent: new (options?: { factory?: () => object }) => object;
  readonly Pool: new () => object;
  readonly EnvHttpProxyAgent: new () => object;
}

/** A stand-in for undici as this package knows it. */
function known(): StandIn {
  const Agent = class extends WithFactory {};
  const Pool = class extends WithFactory {};
  const EnvHttpProxyAgent = class extends Base {
    readonly [INSIDE] = new Agent();
  };
  return { Agent, Pool, EnvHttpProxyAgent };
}

/** Whether dispatchers are trusted by a package that uses this undici. */
function trusted(undici: StandIn, ...dispatchers: object[]): boolean[] {
  const all = {
    BalancedPool: class extends WithFactory {},
    Client: class extends Base {},
    ProxyAgent: class extends Base {},
    RoundRobinPool: class extends WithFactory {},
    ...undici,
  };
  return dispatchers.map((each) => isTrusted(each, all as unknown as Undici));
}

describe('a dispatcher of undici', () => {
  it('is trusted while its internals are as expected', () => {
    const undici = known();
    const { Agent, Pool, EnvHttpProxyAgent } = undici;
    const all = [new Agent(), new Pool(), new EnvHttpProxyAgent()];
    expect(trusted(undici, ...all)).toEqual([true, true, true]);
  });

  it('is not trusted with a factory, which may create anything', () => {
    const undici = known();
    expect(trusted(undici, new undici.Agent({ factory: () => ({}) }))).toEqual([false]);
  });

  it('is not trusted if its factory cannot be found', () => {
    const undici = { ...known(), Agent: class extends Closed {}, Pool: class extends Closed {} };
    expect(trusted(undici, new undici.Agent(), new undici.Pool())).toEqual([false, false]);
  });

  it('is not trusted if its inner agents cannot be found', () => {
    const undici = { ...known(), EnvHttpProxyAgent: class extends Base {} };
    expect(trusted(undici, new undici.EnvHttpProxyAgent())).toEqual([false]);
  });

  it('is not trusted if its dispatch was replaced', () => {
    const undici = known();
    const agent = Object.assign(new undici.Agent(), { dispatch: () => true });
    expect(trusted(undici, agent)).toEqual([false]);
  });

  it('is not trusted if its class is not undici’s', () => {
    const undici = known();
    const Other = class extends undici.Agent {};
    const others = [new Other(), { dispatch: () => true }, Object.create(null) as object];
    expect(trusted(undici, ...others)).toEqual([false, false, false]);
  });
});
