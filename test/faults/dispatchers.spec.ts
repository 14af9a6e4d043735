import { type OutgoingHttpHeaders, request } from 'node:http';
import { jest } from '@jest/globals';
import type * as Undici from 'undici';
import {
  Agent,
  BalancedPool,
  Client,
  Dispatcher,
  EnvHttpProxyAgent,
  interceptors,
  MockAgent,
  Pool,
  ProxyAgent,
  RoundRobinPool,
} from 'undici';
import type { SmsGatewayOptions } from '../../lib/index.js';
import { ACCEPTANCE, acceptanceBody, answer } from './answers.js';
import { ConnectProxy } from './connect-proxy.js';
import { CERTIFICATE, RawGateway } from './raw-gateway.js';
import { errorOf, GENEROUS, message, openAccount, outcomeOf } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';

const TEXT = 'a message through a dispatcher';

/** Destroys it after the test: the package must not. */
function own<T extends Dispatcher>(dispatcher: T): T {
  afterThisTest(() => dispatcher.destroy());
  return dispatcher;
}

function open(baseUrl: string, dispatcher: Dispatcher, more: Partial<SmsGatewayOptions> = {}) {
  return openAccount({ baseUrl, dispatcher, retry: { attempts: 3, base: 0 }, ...more });
}

type MakeDispatcher = (undici: typeof Undici, uri: string) => Dispatcher;

/** Nothing listens on port 1: it is not an ephemeral port, and no test picks it. */
const DEAD_URL = 'http://127.0.0.1:1';

/** A dispatcher that calls its handler as the test says. */
const dispatching = (play: (handler: Dispatcher.DispatchHandler) => void) => ({
  dispatch: (_options: object, handler: Dispatcher.DispatchHandler): boolean => {
    setImmediate(play, handler);
    return true;
  },
});

/** A dispatcher that can open no connection. */
function failingWith(code: unknown): Agent {
  const connect = (_options: object, callback: (error: Error, socket: null) => void): void => {
    callback(Object.assign(new Error('hunter2'), { code }), null);
  };
  return own(new Agent({ connect }));
}

/** A dispatcher around another one. */
class Wrapper extends Dispatcher {
  constructor(protected readonly inner: Dispatcher) {
    super();
  }
}

/** Hides the start signal, as a wrapper for older handlers may. */
class Silent extends Wrapper {
  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    return this.inner.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });
  }
}

/** Sends with node:http, and reports only errors. */
class ByItself extends Dispatcher {
  constructor(private readonly origin: string | URL) {
    super();
  }

  override dispatch(
    { path, method, headers, body }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    const outgoing = request(new URL(path, this.origin), {
      method,
      headers: headers as OutgoingHttpHeaders,
    });
    outgoing.once('error', (error) => {
      // undici's own dispatchers pass on handlers of the older kind.
      if ('onError' in handler) Reflect.apply(handler.onError as () => void, handler, [error]);
    });
    outgoing.end(body);
    return true;
  }

  override destroy = async (): Promise<void> => undefined;
}

const byItself = (origin: string | URL): Dispatcher => new ByItself(origin);

describe("a user's dispatcher", () => {
  it.each([
    ['an Agent', () => new Agent()],
    ['a Pool', (url: string) => new Pool(url)],
    ['a BalancedPool', (url: string) => new BalancedPool(url)],
    ['a RoundRobinPool', (url: string) => new RoundRobinPool(url)],
    ['a Client', (url: string) => new Client(url)],
    ['an EnvHttpProxyAgent', () => new EnvHttpProxyAgent({ noProxy: '*' })],
  ])('that is %s sends, and proves what was not sent', async (_what, make) => {
    await using gateway = await RawGateway.listen();
    const { sms } = await open(gateway.url, own(make(gateway.url)));
    expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('accepted');
    const app = await open(DEAD_URL, own(make(DEAD_URL)));
    expect(await errorOf(app.sms.send(message(TEXT)))).toMatchObject({
      code: 'connection-failed',
      outcome: 'not-sent',
    });
  });

  it.each([
    ['an Agent', () => new Agent({ factory: byItself })],
    ['a Pool', (url: string) => new Pool(url, { factory: byItself })],
    ['a BalancedPool', (url: string) => new BalancedPool(url, { factory: byItself })],
    ['a RoundRobinPool', (url: string) => new RoundRobinPool(url, { factory: byItself })],
    ['an EnvHttpProxyAgent', () => new EnvHttpProxyAgent({ noProxy: '*', factory: byItself })],
  ])('that is %s with a factory proves nothing', async (_what, make) => {
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        conversation.rst();
      },
    });
    const { sms } = await open(gateway.url, own(make(gateway.url)));
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ outcome: 'unknown' });
    expect(gateway.readWhole(TEXT)).toBe(1);
  });

  it('is not closed with the app', async () => {
    await using gateway = await RawGateway.listen();
    const agent = own(new Agent());
    const app = await open(gateway.url, agent);
    await app.sms.send(message(TEXT));
    await app.close();
    expect([agent.closed, agent.destroyed]).toEqual([false, false]);
    const again = await open(gateway.url, agent);
    expect((await outcomeOf(again.sms.send(message('again')))).status).toBe('accepted');
  });

  it('applies its TLS settings', async () => {
    await using gateway = await RawGateway.listen({ tls: true });
    const { sms } = await open(gateway.url, own(new Agent({ connect: { ca: CERTIFICATE } })));
    expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('accepted');
  });

  it('that does not trust the gateway sends nothing, and says how to trust it', async () => {
    await using gateway = await RawGateway.listen({ tls: true });
    const app = await openAccount({ baseUrl: gateway.url });
    expect(await errorOf(app.sms.send(message(TEXT)))).toMatchObject({
      code: 'connection-failed',
      outcome: 'not-sent',
      message: expect.stringMatching(
        /certificate .*DEPTH_ZERO_SELF_SIGNED_CERT.*NODE_EXTRA_CA_CERTS/,
      ),
    });
    expect(gateway.requests).toHaveLength(0);
  });

  it('with an interceptor proves nothing before its first start signal, and then what was not started', async () => {
    const gateway = await RawGateway.listen();
    const agent = own(new Agent()).compose(interceptors.dns());
    const { sms } = await open(gateway.url, agent, { retry: { attempts: 1 } });
    gateway.shut();
    expect(await errorOf(sms.send(message('refused')))).toMatchObject({ outcome: 'unknown' });
    await gateway.open();
    await sms.send(message(TEXT));
    await gateway.close();
    expect(await errorOf(sms.send(message('refused again')))).toMatchObject({
      code: 'connection-failed',
      outcome: 'not-sent',
    });
  });

  it('that dispatches twice is stopped, and its outcome is unknown', async () => {
    class Twice extends Wrapper {
      override dispatch(
        options: Dispatcher.DispatchOptions,
        handler: Dispatcher.DispatchHandler,
      ): boolean {
        const again = (): boolean => this.inner.dispatch(options, handler);
        return this.inner.dispatch(options, {
          onRequestStart: (...args) => handler.onRequestStart?.(...args),
          onResponseError: () => void again(),
        });
      }
    }
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        conversation.rst();
      },
    });
    const { sms } = await open(gateway.url, new Twice(own(new Agent())));
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({
      code: 'connection-lost',
      outcome: 'unknown',
      message: expect.stringContaining('REPEATED'),
    });
    expect(gateway.readWhole(TEXT)).toBe(1);
  });

  it.each([
    ['ECONNREFUSED', 'ECONNREFUSED', '(ECONNREFUSED)'],
    ['another code', 'NOT_REACHED', '(NOT_REACHED)'],
    ['no code', undefined, 'could be made. Nothing'],
    ['a number', 7, 'could be made. Nothing'],
    ['any text', `no ${TEXT}`, 'could be made. Nothing'],
    ['a code followed by a text', 'ECONNRESET hunter2', 'could be made. Nothing'],
  ])('that fails with %s is quoted only if that is a code', async (_what, code, told) => {
    const { sms } = await open('http://127.0.0.1:9', failingWith(code), { retry: { attempts: 1 } });
    const error = await errorOf(sms.send(message(TEXT)));
    expect(error.message).toContain(told);
    expect(error.message).not.toContain('hunter2');
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'not trusted'],
    ['CERT_NOT_YET_VALID', 'not trusted'],
    ['CERT_REVOKED', 'not trusted'],
    ['CRL_HAS_EXPIRED', 'not trusted'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'not trusted'],
    ['ERROR_IN_CRL_NEXT_UPDATE_FIELD', 'not trusted'],
    ['HOSTNAME_MISMATCH', 'not trusted'],
    ['INVALID_CA', 'not trusted'],
    ['INVALID_PURPOSE', 'not trusted'],
    ['PATH_LENGTH_EXCEEDED', 'not trusted'],
    ['UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'not trusted'],
    ['UNABLE_TO_GET_CRL', 'not trusted'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'not trusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'not trusted'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'be made'],
    // The gateway did not accept the certificate of this client.
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'be made'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'be made'],
  ])('that fails with %s says what that is about: %s', async (code, told) => {
    const { sms } = await open('http://127.0.0.1:9', failingWith(code), { retry: { attempts: 1 } });
    expect((await errorOf(sms.send(message(TEXT)))).message).toContain(`${told} (${code})`);
  });

  it.each<[string, unknown]>([
    ['throws', new Error('hunter2')],
    ['throws a text', 'hunter2'],
    ['throws nothing', undefined],
  ])('that %s is a request that could not be made', async (_what, thrown) => {
    const agent = own(new Agent());
    agent.dispatch = () => {
      throw thrown;
    };
    const { sms } = await open('http://127.0.0.1:9', agent);
    const error = await errorOf(sms.send(message(TEXT)));
    expect(error).toMatchObject({ code: 'request-failed', outcome: 'unknown', retryable: false });
    expect(error.message).not.toContain('hunter2');
  });

  describe.each<[string, object | undefined]>([
    ['has no abort', {}],
    ['is missing', undefined],
  ])('whose controller %s', (_what, controller) => {
    const given = controller as Dispatcher.DispatchController;

    it.each<[string, string, (handler: Dispatcher.DispatchHandler) => void]>([
      ['a deadline', 'timeout', (handler) => handler.onRequestStart?.(given, {})],
      [
        'an answer that is too long',
        'answer-too-large',
        (handler) => {
          handler.onRequestStart?.(given, {});
          handler.onResponseStart?.(given, 200, {}, '');
          handler.onResponseData?.(given, Buffer.alloc(2000));
        },
      ],
      [
        'a second start',
        'connection-lost',
        (handler) => {
          handler.onRequestStart?.(given, {});
          handler.onRequestStart?.(given, {});
        },
      ],
      [
        'an answer after its end',
        'answer-too-large',
        (handler) => {
          handler.onResponseStart?.(given, 200, {}, '');
          handler.onResponseData?.(given, Buffer.alloc(2000));
          handler.onResponseStart?.(given, 200, {}, '');
          handler.onResponseData?.(given, Buffer.alloc(2000));
          handler.onResponseEnd?.(given, {});
        },
      ],
    ])('ends no process at %s', async (_when, code, play) => {
      const { sms } = await openAccount({
        baseUrl: 'http://127.0.0.1:9',
        dispatcher: dispatching(play),
        timeout: { attempt: 50 },
        maxAnswerBytes: 1000,
      });
      const error = await errorOf(sms.send(message(TEXT)));
      expect(error).toMatchObject({ code, outcome: 'unknown' });
    });
  });

  it('is asked to close a connection after a long request, which may be answered before it is read', async () => {
    const asked: unknown[] = [];
    const dispatcher = {
      dispatch: (options: Dispatcher.DispatchOptions): boolean => {
        asked.push(options.reset);
        throw new Error('not sent');
      },
    };
    const { sms } = await openAccount({ baseUrl: 'http://127.0.0.1:9', dispatcher });
    for (const length of [15_000, 16_384]) await errorOf(sms.send(message('x'.repeat(length))));
    expect(asked).toEqual([null, true]);
  });

  it('that brings an answer in single bytes has it joined as it comes, to save memory', async () => {
    const { concat } = Buffer;
    const joined: number[] = [];
    const spy = jest.spyOn(Buffer, 'concat').mockImplementation((chunks, length) => {
      joined.push(chunks.length);
      return concat(chunks, length);
    });
    afterThisTest(() => spy.mockRestore());
    const reason = 'ünüsual '.repeat(200);
    const body = Buffer.from(JSON.stringify({ status: 'error', statusCode: '203', reason }));
    const play = (handler: Dispatcher.DispatchHandler): void => {
      const given = {} as Dispatcher.DispatchController;
      handler.onRequestStart?.(given, {});
      handler.onResponseStart?.(given, 200, {}, '');
      for (const byte of body) handler.onResponseData?.(given, Buffer.of(byte));
      handler.onResponseEnd?.(given, {});
    };
    const { sms } = await openAccount({ baseUrl: DEAD_URL, dispatcher: dispatching(play) });
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ raw: { reason } });
    expect(Math.max(...joined)).toBe(1024);
  });

  describe('that is a ProxyAgent', () => {
    it('sends through the tunnel', async () => {
      await using gateway = await RawGateway.listen();
      await using proxy = await ConnectProxy.listen();
      const { sms } = await open(gateway.url, own(new ProxyAgent(proxy.url)));
      expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('accepted');
      expect(proxy.asked).toEqual([gateway.host]);
    });

    it('sends nothing if the proxy refuses the tunnel', async () => {
      await using gateway = await RawGateway.listen();
      await using proxy = await ConnectProxy.listen();
      proxy.status = 403;
      const { sms } = await open(gateway.url, own(new ProxyAgent(proxy.url)));
      expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ outcome: 'not-sent' });
      expect(gateway.accepted).toBe(0);
    });

    it('sends nothing if there is no proxy', async () => {
      const { sms } = await open(DEAD_URL, own(new ProxyAgent(DEAD_URL)));
      expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ outcome: 'not-sent' });
    });

    it.each<[string, string, MakeDispatcher]>([
      ['CONNECT, then FIN', '', ({ ProxyAgent: Own }, uri) => new Own(uri)],
      ['CONNECT, then a part of a head', 'HTTP/1.1 2', ({ ProxyAgent: Own }, uri) => new Own(uri)],
      [
        'CONNECT, then 100',
        'HTTP/1.1 100 Continue\r\n\r\n',
        (undici, uri) => Reflect.construct(undici.ProxyAgent, [new URL(uri)]),
      ],
      [
        'CONNECT, then a page',
        'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage',
        (undici, httpProxy) => new undici.EnvHttpProxyAgent({ httpProxy, noProxy: '' }),
      ],
      [
        'CONNECT, then FIN, to a client of the app',
        '',
        (undici, uri) =>
          new undici.ProxyAgent({
            uri,
            clientFactory: (origin, options) => new undici.Client(origin, options),
          }),
      ],
    ])('sends nothing, and connects once for each attempt: %s', async (_what, last, make) => {
      await using gateway = await RawGateway.listen();
      await using proxy = await ConnectProxy.listen();
      proxy.last = last;
      const { sms } = await openAccount({
        baseUrl: gateway.url,
        dispatcher: (undici) => make(undici, proxy.url),
        retry: { attempts: 2, base: 0 },
        timeout: { total: 5000 },
      });
      const error = await errorOf(sms.send(message(TEXT)));
      expect(error).toMatchObject({ code: 'connection-failed', outcome: 'not-sent' });
      expect(error.message).toContain('ECONNRESET');
      expect(proxy.asked).toHaveLength(2);
      expect(gateway.accepted).toBe(0);
    });

    it('leaves the outcome unknown if the tunnel breaks', async () => {
      await using gateway = await RawGateway.listen();
      await using proxy = await ConnectProxy.listen();
      gateway.script = async (conversation) => {
        await conversation.readRequest();
        conversation.rst();
      };
      const { sms } = await open(gateway.url, own(new ProxyAgent(proxy.url)));
      expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ outcome: 'unknown' });
      expect(gateway.readWhole(TEXT)).toBe(1);
    });
  });

  it('that is a MockAgent is answered by the mock', async () => {
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent
      .get('http://127.0.0.1:9')
      .intercept({ path: '/SMSApi/send', method: 'POST' })
      .reply(200, acceptanceBody('42'));
    const { sms } = await open('http://127.0.0.1:9', agent);
    expect((await sms.send(message(TEXT))).transactionId).toBe('42');
    await agent.close();
  });

  describe('that retries by itself', () => {
    const composed = {
      'a retry interceptor': () => own(new Agent()).compose(interceptors.retry()),
      'one that retries a POST': () =>
        own(new Agent()).compose(
          interceptors.retry({ methods: ['POST'], minTimeout: 1, statusCodes: [500, 503] }),
        ),
      'one that always retries': () =>
        own(new Agent()).compose(interceptors.retry({ retry: (_error, _state, again) => again() })),
      'one that retries after any head': () =>
        own(new Agent()).compose(
          interceptors.retry({ methods: ['POST'], minTimeout: 1, throwOnError: false }),
        ),
    };
    const ends = {
      'a reset': (_whole: Buffer) => Buffer.alloc(0),
      'a 503': () => answer('', { status: 503 }),
      'a part of the head': (whole: Buffer) => whole.subarray(0, 20),
      'a part of the body': (whole: Buffer) => whole.subarray(0, -5),
      'a part of a body that can be resumed': (whole: Buffer) =>
        Buffer.from(
          whole.toString().replace('\r\n', '\r\nETag: "1"\r\nAccept-Ranges: bytes\r\n'),
        ).subarray(0, -5),
    };
    const cases = Object.entries(composed).flatMap(([name, make]) =>
      Object.entries(ends).map(([end, bytes]) => [name, end, make, bytes] as const),
    );

    it.each(cases)('by %s does not send twice after %s', async (_n, _e, make, bytes) => {
      await using gateway = await RawGateway.listen();
      let further = 0;
      gateway.script = async (conversation) => {
        const before = gateway.sends;
        await conversation.readRequest();
        further = before;
        if (bytes(ACCEPTANCE).length > 0) await conversation.write(bytes(ACCEPTANCE));
        conversation.fin();
      };
      const { sms } = await open(gateway.url, make(), {
        timeout: { attempt: GENEROUS, total: GENEROUS },
      });
      expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ outcome: 'unknown' });
      // A retry would have reached the gateway by then.
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect([gateway.readWhole(TEXT), further]).toEqual([1, 0]);
    });
  });

  it.each([
    [429, { code: 'throttled', outcome: 'not-sent', retryAfter: 7000 }],
    [503, { code: 'gateway-failed', outcome: 'unknown', retryAfter: 7000 }],
  ])('that retries by itself passes on HTTP %d as it came', async (status, told) => {
    await using gateway = await RawGateway.listen();
    gateway.script = async (conversation) => {
      await conversation.readRequest();
      await conversation.write(answer('', { status, headers: { 'Retry-After': '7' } }));
    };
    const agent = own(new Agent()).compose(interceptors.retry());
    const { sms } = await open(gateway.url, agent, { retry: { attempts: 1 } });
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject(told);
  });

  it('that follows redirects by itself sends no credentials elsewhere', async () => {
    await using elsewhere = await RawGateway.listen();
    await using gateway = await RawGateway.listen();
    gateway.script = async (conversation) => {
      await conversation.readRequest();
      await conversation.write(
        answer('', { status: 307, headers: { Location: `${elsewhere.url}/SMSApi/send` } }),
      );
    };
    const agent = own(new Agent()).compose(interceptors.redirect({ maxRedirections: 3 }));
    const { sms } = await open(gateway.url, agent);
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ code: 'redirected' });
    expect(elsewhere.accepted).toBe(0);
  });

  describe('that sends no start signal', () => {
    it('still sends', async () => {
      await using gateway = await RawGateway.listen();
      const { sms } = await open(gateway.url, new Silent(own(new Agent())));
      expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('accepted');
    });

    it('proves nothing, so that every failure is unknown', async () => {
      const { sms } = await open(DEAD_URL, new Silent(own(new Agent())));
      expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ outcome: 'unknown' });
    });

    it('is still stopped if the answer is too long', async () => {
      await using gateway = await RawGateway.listen();
      let gone = false;
      gateway.script = async (conversation) => {
        await conversation.readRequest();
        await conversation.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        void conversation.closed.then(() => (gone = true));
        for (;;) await conversation.write(`ff\r\n${'x'.repeat(255)}\r\n`);
      };
      const { sms } = await open(gateway.url, new Silent(own(new Agent())), {
        maxAnswerBytes: 1000,
      });
      expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ code: 'answer-too-large' });
      await gateway.idle();
      expect(gone).toBe(true);
    });
  });
});
