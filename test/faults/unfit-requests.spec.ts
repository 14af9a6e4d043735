import { HttpService } from '@nestjs/axios';
import axios, { type InternalAxiosRequestConfig } from 'axios';
import { Agent } from 'undici';
import { RawGateway } from './raw-gateway.js';
import { errorOf, message, openAccount, outcomeOf, PAST_THE_TEST } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';

const TEXT = 'a message after unfit ones';
const SECRET = 'hunter2';
const CONNECTIONS = 3;

type Spoil = (config: InternalAxiosRequestConfig) => void;

const HEADERS: Readonly<Record<string, string>> = {
  'X-Trace': `${SECRET} ✓`,
  Expect: '100-continue',
  'Transfer-Encoding': 'chunked',
  'Keep-Alive': 'timeout=5',
  Upgrade: 'websocket',
  Connection: 'keep alive',
  'Content-Length': '7',
};

// Not by `headers.set`, which drops what HTTP does not allow.
const withHeader =
  (name: string, value: string): Spoil =>
  (config) =>
    void Object.assign(config.headers, { [name]: value });

const REQUESTS: readonly (readonly [string, string, Spoil])[] = [
  ...Object.entries(HEADERS).map(
    ([name, value]) => [`the header ${name}`, `header '${name}'`, withHeader(name, value)] as const,
  ),
  ['an invalid header name', 'header', withHeader('X:Trace', SECRET)],
  ['an object as its body', 'body', (config) => (config.data = { SECRET })],
  ['parameters as its body', 'body', (config) => (config.data = new URLSearchParams())],
];

let gateway: RawGateway;

beforeEach(async () => {
  gateway = await RawGateway.listen();
});

describe.each([
  ['our own pool', () => undefined],
  ["a user's Agent", () => new Agent({ connections: CONNECTIONS })],
])('a request that HTTP does not allow, over %s', (_name, makeDispatcher) => {
  const options = () => {
    const dispatcher = makeDispatcher();
    if (dispatcher) afterThisTest(() => dispatcher.destroy());
    return {
      baseUrl: gateway.url,
      maxConnections: CONNECTIONS,
      timeout: { total: PAST_THE_TEST },
      ...(dispatcher && { dispatcher }),
    };
  };

  it.each(REQUESTS)(
    'with %s from an interceptor is not sent, and blocks no connection',
    async (_what, told, spoil) => {
      const instance = axios.create();
      const id = instance.interceptors.request.use((config) => {
        spoil(config);
        return config;
      });
      const { sms } = await openAccount({ ...options(), http: new HttpService(instance) });
      for (let sent = 0; sent <= CONNECTIONS; sent += 1) {
        const error = await errorOf(sms.send(message(TEXT)));
        expect(error).toMatchObject({
          code: 'request-failed',
          outcome: 'not-sent',
          retryable: false,
        });
        expect(error.message).toContain(told);
        expect(error.message).not.toContain(SECRET);
      }
      expect(gateway.accepted).toBe(0);
      instance.interceptors.request.eject(id);
      expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('accepted');
    },
  );
});

describe('an interceptor', () => {
  it.each([
    ['Connection', 'keep-alive'],
    ['Connection', 'close'],
    ['Content-Type', 'multipart/form-data; boundary=x'],
    ['X-Empty', ''],
    ['X-Name', 'café'],
  ])('may set %s: %s', async (name, value) => {
    const instance = axios.create();
    instance.interceptors.request.use((config) => {
      config.headers.set(name, value);
      return config;
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, http: new HttpService(instance) });
    expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('accepted');
    expect(gateway.requests[0]!.headers[name.toLowerCase()]).toBe(value);
  });

  it.each([
    ['text', (body: Buffer) => body.toString()],
    ['bytes', (body: Buffer) => new Uint8Array(body)],
  ])('may make another body, as %s', async (_what, make) => {
    const instance = axios.create();
    instance.interceptors.request.use((config) => {
      config.data = make(config.data as Buffer);
      return config;
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, http: new HttpService(instance) });
    expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('accepted');
    expect(gateway.readWhole(TEXT)).toBe(1);
  });
});
