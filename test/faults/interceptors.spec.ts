import { EventEmitter, once } from 'node:events';
import { inspect } from 'node:util';
import { HttpService } from '@nestjs/axios';
import axios, {
  type AxiosError,
  type AxiosInstance,
  type AxiosRequestConfig,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import type { SmsGatewayOptions } from '../../lib/index.js';
import { holdTimers } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';
import { RawGateway, type Script } from './raw-gateway.js';
import { ACCEPTANCE, answer } from './answers.js';
import { errorOf, message, openAccount, outcomeOf, PAST_THE_TEST } from '../support/account.js';

const TEXT = 'a message past interceptors';
const TOTAL = 1000;

async function withAxios(
  prepare: (instance: AxiosInstance) => void,
  defaults: AxiosRequestConfig = {},
) {
  const gateway = await RawGateway.listen();
  const instance = axios.create(defaults);
  prepare(instance);
  const open = (total = 20_000, more: Partial<SmsGatewayOptions> = {}) =>
    openAccount({
      baseUrl: gateway.url,
      http: new HttpService(instance),
      timeout: { total },
      retry: { attempts: 3, base: 0 },
      ...more,
    });
  return { gateway, open };
}

// What interceptors return need not be what axios declares.
type Change = (config: InternalAxiosRequestConfig) => object;

const resets: Script = async (conversation) => {
  await conversation.readRequest();
  conversation.rst();
};

/** Uses axios's own adapter. */
const byHttp = (config: InternalAxiosRequestConfig) => ({ ...config, adapter: 'http' });

function elsewhere(instance: AxiosInstance): void {
  instance.interceptors.request.use(byHttp);
}

describe("a user's axios interceptors", () => {
  it('change the request and see the answer', async () => {
    const seen: unknown[] = [];
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.request.use((config) => {
        config.headers.set('X-Trace', 'trace-1');
        return config;
      });
      instance.interceptors.response.use((response) => {
        seen.push(response.status, typeof response.data);
        return response;
      });
    });
    const { sms } = await open();
    await sms.send(message(TEXT));
    expect(gateway.requests[0]!.headers['x-trace']).toBe('trace-1');
    expect(seen).toEqual([200, 'string']);
  });

  it.each([
    [400, 'ERR_BAD_REQUEST'],
    [499, 'ERR_BAD_REQUEST'],
    [500, 'ERR_BAD_RESPONSE'],
  ])('see HTTP %d as axios reports it', async (status, code) => {
    const seen: AxiosError[] = [];
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.response.use(undefined, (error: AxiosError) => {
        seen.push(error);
        return Promise.reject(error);
      });
    });
    gateway.script = async (conversation) => {
      await conversation.readRequest();
      await conversation.write(answer('a rejection', { status }));
    };
    const { sms } = await open();
    await errorOf(sms.send(message(TEXT)));
    expect(seen.map(axios.isAxiosError)).toEqual([true]);
    expect(seen).toMatchObject([
      {
        code,
        message: `Request failed with status code ${status}`,
        config: { method: 'post' },
        response: { status, statusText: '', data: 'a rejection' },
      },
    ]);
  });

  it('see errors that show no credentials when they are printed', async () => {
    const seen: unknown[] = [];
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.response.use(undefined, (error: unknown) => {
        seen.push(error);
        return Promise.reject(error);
      });
    });
    gateway.script = async (conversation) => {
      await conversation.readRequest();
      await conversation.write(answer('', { status: 400 }));
    };
    const { sms } = await open(20_000, {
      auth: { method: 'apiKey', userId: 'acme', apiKey: 'hunter2' },
    });
    await errorOf(sms.send(message(TEXT)));
    const printed = inspect(seen, { depth: 10 }) + JSON.stringify(seen);
    expect(printed).toContain('AxiosError');
    expect(printed).not.toContain('hunter2');
  });

  it('see the code of a refused connection, which proves that nothing was sent', async () => {
    const codes: (string | undefined)[] = [];
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.response.use(undefined, (error: AxiosError) => {
        codes.push(error.code);
        return Promise.reject(error);
      });
    });
    await gateway.close();
    const { sms } = await open();
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({
      code: 'connection-failed',
      outcome: 'not-sent',
    });
    expect(codes).toEqual(Array.from({ length: 3 }, () => 'ECONNREFUSED'));
  });

  it('cannot be watched in a stand-in for axios, whose outcome is unknown', async () => {
    const gateway = await RawGateway.listen();
    const axiosRef = { request: () => Promise.reject(new Error('not implemented')) };
    const http = Object.assign(Object.create(HttpService.prototype) as HttpService, {
      instance: axiosRef,
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, http });
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({
      code: 'request-failed',
      outcome: 'unknown',
    });
  });

  it.each<[string, Change]>([
    ['throw', () => Promise.reject(new Error('no config'))],
    ['throw undefined', () => Promise.reject(undefined)],
    ['set an invalid address', (config) => ({ ...config, url: 'http://[' })],
  ])('that %s before the request prove that nothing was sent', async (_what, change) => {
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.request.use((config) => change(config) as typeof config);
    });
    const { sms } = await open();
    const error = await errorOf(sms.send(message(TEXT)));
    expect(error).toMatchObject({ code: 'request-failed', outcome: 'not-sent', retryable: false });
    expect(gateway.accepted).toBe(0);
  });

  it.each<[string, (response: AxiosResponse) => AxiosResponse]>([
    ['throw', throws],
    ['replace it', (response) => ({ ...response, status: 500, data: 'no' })],
  ])('that %s after the answer do not change what the gateway said', async (_what, change) => {
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.response.use(change);
    });
    const { sms } = await open();
    expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('accepted');
    expect(gateway.readWhole(TEXT)).toBe(1);
  });

  it('that retry by themselves do not send twice', async () => {
    let repeats = 0;
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.response.use(undefined, (error: unknown) => {
        if (!axios.isAxiosError(error) || !error.config || repeats > 3) throw error;
        repeats += 1;
        return instance.request(error.config);
      });
    });
    gateway.script = resets;
    const { sms } = await open();
    const error = await errorOf(sms.send(message(TEXT)));
    expect(error).toMatchObject({ code: 'connection-lost', outcome: 'unknown' });
    expect(repeats).toBeGreaterThan(0);
    expect(gateway.readWhole(TEXT)).toBe(1);
  });

  it('that hang before the request end with the total deadline, as not sent', async () => {
    const hangs = new Latch();
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.request.use(() => {
        hangs.open();
        return new Promise(() => undefined);
      });
    });
    const { sms } = await open(TOTAL);
    const timers = holdTimers();
    const sending = errorOf(sms.send(message(TEXT)));
    await hangs.opened;
    await timers.pass(TOTAL);
    const error = await sending;
    expect(error).toMatchObject({ code: 'timeout', outcome: 'not-sent' });
    expect(gateway.accepted).toBe(0);
  });

  it('that hang after the answer end with the total deadline, and the receipt stays', async () => {
    const hangs = new Latch();
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.response.use(() => {
        hangs.open();
        return new Promise(() => undefined);
      });
    });
    const { sms } = await open(TOTAL);
    const timers = holdTimers();
    const sending = outcomeOf(sms.send(message(TEXT)));
    await hangs.opened;
    await timers.pass(TOTAL);
    expect((await sending).status).toBe('accepted');
    expect(gateway.readWhole(TEXT)).toBe(1);
  });

  it('that pass a request on after its end send nothing', async () => {
    const gate = new EventEmitter();
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.request.use(async (config) => {
        await once(gate, 'open');
        return config;
      });
    });
    const { sms } = await open();
    const caller = new AbortController();
    const sending = errorOf(sms.send(message(TEXT), { signal: caller.signal }));
    setImmediate(() => caller.abort());
    expect(await sending).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    gate.emit('open');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(gateway.accepted).toBe(0);
  });

  it('that answer instead of the gateway leave the outcome unknown', async () => {
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.request.use((config) => {
        config.adapter = (own) =>
          Promise.resolve({ data: '', status: 200, statusText: '', headers: {}, config: own });
        return config;
      });
    });
    const { sms } = await open();
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ outcome: 'unknown' });
    expect(gateway.accepted).toBe(0);
  });

  describe('that use another adapter', () => {
    it('leave the outcome unknown when the deadline passes', async () => {
      const { gateway, open } = await withAxios(elsewhere);
      gateway.script = async (conversation) => {
        await conversation.readRequest();
        await conversation.stall();
      };
      const { sms } = await open(TOTAL);
      const timers = holdTimers();
      const sending = errorOf(sms.send(message(TEXT)));
      await eventually(() => gateway.sends === 1);
      await timers.pass(TOTAL);
      const error = await sending;
      expect(error).toMatchObject({ code: 'timeout', outcome: 'unknown', retryable: false });
      expect(gateway.readWhole(TEXT)).toBe(1);
    });

    it.each<[string, Change, AxiosRequestConfig]>([
      [
        'in a request that they replaced',
        ({ url, method, data, headers }) => ({ url, method, data, headers }),
        {},
      ],
      [
        'in a request that they emptied',
        (config) => ({ ...config, adapter: 'http', transformRequest: [] }),
        {},
      ],
      [
        'in the order of registration',
        byHttp,
        { transitional: { legacyInterceptorReqResOrdering: false } },
      ],
    ])('%s leave the outcome unknown', async (_what, change, defaults) => {
      const { gateway, open } = await withAxios((instance) => {
        instance.interceptors.request.use((config) => change(config) as typeof config);
      }, defaults);
      gateway.script = resets;
      const { sms } = await open();
      expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ outcome: 'unknown' });
      expect(gateway.readWhole(TEXT)).toBe(1);
    });

    it('send nothing after the send has ended', async () => {
      const caller = new AbortController();
      const held = new Latch();
      const released = new Latch();
      let ended = false;
      const { gateway, open } = await withAxios((instance) => {
        elsewhere(instance);
        instance.interceptors.request.use(async (config) => {
          held.open();
          await released.opened;
          return config;
        });
        instance.interceptors.response.use(undefined, () => {
          ended = true;
          return Promise.reject(new Error('seen'));
        });
      });
      const { sms } = await open();
      const sending = errorOf(sms.send(message(TEXT), { signal: caller.signal }));
      await held.opened;
      caller.abort();
      expect(await sending).toMatchObject({ outcome: 'not-sent' });
      released.open();
      await eventually(() => ended);
      expect(gateway.accepted).toBe(0);
    });

    it.each([
      ['throw', new Error('their own')],
      ['throw undefined', undefined],
    ])('and then %s leave the outcome unknown', async (_what, thrown) => {
      const { gateway, open } = await withAxios((instance) => {
        elsewhere(instance);
        instance.interceptors.response.use(() => Promise.reject(thrown));
      });
      const { sms } = await open();
      expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ outcome: 'unknown' });
      expect(gateway.readWhole(TEXT)).toBe(1);
    });
  });

  it('that retry forever do not keep a deadline from passing', async () => {
    let repeats = 0;
    let stopped = false;
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.response.use(undefined, (error: AxiosError) => {
        repeats += 1;
        return stopped ? Promise.reject(error) : instance(error.config!);
      });
    });
    gateway.script = resets;
    const { sms } = await open(TOTAL);
    const timers = holdTimers();
    const sending = errorOf(sms.send(message(TEXT)));
    await eventually(() => repeats > 3);
    await timers.pass(TOTAL);
    expect(await sending).toMatchObject({ outcome: 'unknown' });
    stopped = true;
    expect(gateway.readWhole(TEXT)).toBe(1);
  });

  it('run in the order of axios, except ejected ones', async () => {
    const order: string[] = [];
    const { open } = await withAxios((instance) => {
      const { request } = instance.interceptors;
      const [gone] = ['gone', 'first registered', 'last registered'].map((name) =>
        request.use((config) => {
          order.push(name);
          return config;
        }),
      );
      request.eject(gone!);
    });
    const { sms } = await open();
    await sms.send(message(TEXT));
    await sms.send(message(TEXT));
    const each = ['last registered', 'first registered'];
    expect(order).toEqual([...each, ...each]);
  });

  it('that change the origin send no credentials there', async () => {
    const other = await RawGateway.listen();
    const { gateway, open } = await withAxios((instance) => {
      instance.interceptors.request.use((config) => ({ ...config, url: `${other.url}/x` }));
    });
    const { sms } = await open();
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ outcome: 'not-sent' });
    expect(other.accepted + gateway.accepted).toBe(0);
  });
});

describe("a user's axios defaults", () => {
  const DEFAULTS: readonly (readonly [string, AxiosRequestConfig])[] = [
    ['a timeout', { timeout: 1 }],
    ['redirects', { maxRedirects: 5 }],
    ['an absolute baseURL', { baseURL: 'https://elsewhere.example/api' }],
    ['a relative baseURL', { baseURL: '/api' }],
    ['a transformResponse', { transformResponse: () => ({ gone: true }) }],
    ['a transformResponse that throws', { transformResponse: throws }],
    ['a transformRequest', { transformRequest: () => 'another body' }],
    ['a validateStatus that rejects all', { validateStatus: () => false }],
    ['a validateStatus that throws', { validateStatus: throws }],
    ['a size limit', { maxContentLength: 1, maxBodyLength: 1 }],
    ['a response type', { responseType: 'stream' }],
    ['parameters', { params: { page: 1 } }],
    ['a content type', { headers: { 'Content-Type': 'text/plain' } }],
    ['an adapter', { adapter: 'http' }],
    ['a proxy', { proxy: { host: '127.0.0.1', port: 1 } }],
    ['a signal', { signal: new AbortController().signal }],
  ];

  it.each(DEFAULTS)('such as %s affect neither a send nor a refusal', async (_what, defaults) => {
    let bytes = ACCEPTANCE;
    const { gateway, open } = await withAxios(() => undefined, defaults);
    gateway.script = async (conversation) => {
      for (;;) {
        await conversation.readRequest();
        await conversation.pause(20);
        await conversation.write(bytes);
      }
    };
    // So that the total deadline cannot be what ends it.
    const { sms } = await open(PAST_THE_TEST);
    expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('accepted');
    expect(gateway.readWhole(TEXT)).toBe(1);
    expect(gateway.requests[0]!.path).toMatch(/^\/SMSApi\/send(?:\?page=1)?$/);
    bytes = answer('', { status: 401 });
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({ code: 'credentials-refused' });
  });
});

function throws(): never {
  throw new Error('a default that throws');
}
