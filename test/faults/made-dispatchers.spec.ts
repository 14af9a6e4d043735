import { Agent, interceptors, MockAgent, RetryAgent } from 'undici';
import type { SmsGatewayOptions } from '../../lib/index.js';
import { captureWarnings, errorOf, message, openAccount, outcomeOf } from '../support/account.js';
import { ConnectProxy } from './connect-proxy.js';
import { RawGateway } from './raw-gateway.js';

type Dispatchers = NonNullable<SmsGatewayOptions['dispatcher']>;

/** Nothing listens on port 1: it is not an ephemeral port, and no test picks it. */
const DEAD_URL = 'http://127.0.0.1:1';

describe('a function given as dispatcher', () => {
  it('creates one with the undici of the package, which is closed with the app', async () => {
    await using gateway = await RawGateway.listen();
    let made: Agent | undefined;
    const dispatcher: Dispatchers = ({ Agent: Own }) => (made = new Own());
    const app = await openAccount({ baseUrl: gateway.url, dispatcher });
    expect((await outcomeOf(app.sms.send(message()))).status).toBe('accepted');
    expect(made?.destroyed).toBe(false);
    await app.close();
    expect(made?.destroyed).toBe(true);
  });

  it('may create one that has nothing to close', async () => {
    const app = await openAccount({
      baseUrl: DEAD_URL,
      dispatcher: () => ({ dispatch: () => true }),
    });
    await expect(app.close()).resolves.toBeUndefined();
  });

  it('sends through a proxy', async () => {
    await using gateway = await RawGateway.listen();
    await using proxy = await ConnectProxy.listen();
    const dispatcher: Dispatchers = ({ ProxyAgent }) => new ProxyAgent(proxy.url);
    const { sms } = await openAccount({ baseUrl: gateway.url, dispatcher });
    expect((await outcomeOf(sms.send(message()))).status).toBe('accepted');
    expect(proxy.asked).toHaveLength(1);
  });

  it('creates one whose failures prove from the first send what was not sent', async () => {
    const warnings = captureWarnings();
    const { sms } = await openAccount({
      baseUrl: DEAD_URL,
      dispatcher: (undici) => new undici.Agent(),
    });
    expect(await errorOf(sms.send(message()))).toMatchObject({
      code: 'connection-failed',
      outcome: 'not-sent',
    });
    expect(warnings.filter((line) => line.includes('undici'))).toEqual([]);
  });

  it.each<[string, Dispatchers, string]>([
    [
      'it throws',
      () => {
        throw new Error('no proxy at http://user:hunter2@proxy:3128');
      },
      'The function in the option dispatcher threw an error, so nothing was sent. Fix the function. (no proxy at http://***@proxy:3128)',
    ],
    [
      'undici throws',
      ({ ProxyAgent }) => new ProxyAgent('proxy'),
      'The function in the option dispatcher threw an error, so nothing was sent. Fix the function. (Invalid URL)',
    ],
    [
      'it repeats requests',
      ({ RetryAgent: Retry, Agent: Own }) => new Retry(new Own()),
      'The return value of the option dispatcher repeats requests by itself',
    ],
    [
      'it returns nothing',
      (() => undefined) as unknown as Dispatchers,
      'The return value of the option dispatcher is not a dispatcher. Provide one of undici 7',
    ],
    [
      'it returns a promise',
      (async () => new Agent()) as unknown as Dispatchers,
      'The return value of the option dispatcher is not a dispatcher. Provide one of undici 7',
    ],
  ])('fails each send, and says why, if %s', async (_what, dispatcher, words) => {
    const lines = captureWarnings();
    const { sms } = await openAccount({ baseUrl: DEAD_URL, dispatcher });
    for (let send = 0; send < 2; send += 1) {
      const error = await errorOf(sms.send(message()));
      expect(error).toMatchObject({ code: 'configuration', outcome: 'not-sent' });
      expect(error.message).toContain(words);
    }
    const faults = lines.filter((line) => line.includes('in the option dispatcher failed ('));
    expect(faults).toHaveLength(words.includes('threw') ? 1 : 0);
  });
});

describe('the warning about a dispatcher from another undici', () => {
  // What another copy of undici, for example its version 8, has.
  const Other = class Dispatcher {
    dispatch(): boolean {
      throw new Error('nothing can be sent');
    }
  };
  class DispatcherBase extends Other {}
  class OtherAgent extends DispatcherBase {}

  it('is logged once, and shows the function that creates one with our own undici', async () => {
    const warnings = captureWarnings();
    const { sms } = await openAccount({ baseUrl: DEAD_URL, dispatcher: new OtherAgent() });
    for (let send = 0; send < 2; send += 1) {
      expect(await errorOf(sms.send(message()))).toMatchObject({ outcome: 'unknown' });
    }
    const found = warnings.filter((line) => line.includes('another copy of undici'));
    expect(found).toEqual([
      expect.stringContaining(
        "dispatcher: ({ ProxyAgent }) => new ProxyAgent('http://proxy:3128')",
      ),
    ]);
  });

  it.each([
    ['of the same undici', () => new Agent()],
    ['of the same undici, with an interceptor', () => new Agent().compose(interceptors.dns())],
    ['for tests', () => new MockAgent()],
    ['of the app, around another one', () => ({ dispatch: () => true })],
  ])('is not logged for one %s', async (_what, make) => {
    const warnings = captureWarnings();
    const app = await openAccount({ baseUrl: DEAD_URL, dispatcher: make() });
    await app.close();
    expect(warnings.filter((line) => line.includes('undici'))).toEqual([]);
  });
});

it('a class given as dispatcher is refused at start: an instance was meant', async () => {
  for (const dispatcher of [Agent, RetryAgent]) {
    const opening = openAccount({
      baseUrl: DEAD_URL,
      dispatcher: dispatcher as unknown as Dispatchers,
    });
    await expect(opening).rejects.toThrow(
      'dispatcher is not a dispatcher. Provide one of undici 7',
    );
  }
});
