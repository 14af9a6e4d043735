import { jest } from '@jest/globals';

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

/** Whether dispatchers are trusted by a package that loads this undici. */
async function trusted(undici: StandIn, ...dispatchers: object[]): Promise<boolean[]> {
  jest.resetModules();
  jest.unstable_mockModule('undici', () => ({
    BalancedPool: class extends WithFactory {},
    Client: class extends Base {},
    ProxyAgent: class extends Base {},
    RoundRobinPool: class extends WithFactory {},
    ...undici,
  }));
  const { isTrusted } = await import('../../lib/core/transport/given-dispatcher.js');
  return Promise.all(dispatchers.map(isTrusted));
}

describe('a dispatcher of undici', () => {
  it('is trusted while its internals are as expected', async () => {
    const undici = known();
    const { Agent, Pool, EnvHttpProxyAgent } = undici;
    const all = [new Agent(), new Pool(), new EnvHttpProxyAgent()];
    expect(await trusted(undici, ...all)).toEqual([true, true, true]);
  });

  it('is not trusted with a factory, which may create anything', async () => {
    const undici = known();
    expect(await trusted(undici, new undici.Agent({ factory: () => ({}) }))).toEqual([false]);
  });

  it('is not trusted if its factory cannot be found', async () => {
    const undici = { ...known(), Agent: class extends Closed {}, Pool: class extends Closed {} };
    expect(await trusted(undici, new undici.Agent(), new undici.Pool())).toEqual([false, false]);
  });

  it('is not trusted if its inner agents cannot be found', async () => {
    const undici = { ...known(), EnvHttpProxyAgent: class extends Base {} };
    expect(await trusted(undici, new undici.EnvHttpProxyAgent())).toEqual([false]);
  });

  it('is not trusted if its dispatch was replaced', async () => {
    const undici = known();
    const agent = Object.assign(new undici.Agent(), { dispatch: () => true });
    expect(await trusted(undici, agent)).toEqual([false]);
  });

  it('is not trusted if its class is not undici’s', async () => {
    const undici = known();
    const Other = class extends undici.Agent {};
    const others = [new Other(), { dispatch: () => true }, Object.create(null) as object];
    expect(await trusted(undici, ...others)).toEqual([false, false, false]);
  });
});
