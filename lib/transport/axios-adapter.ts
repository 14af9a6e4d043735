import type { HttpService } from '@nestjs/axios';
import {
  type AxiosAdapter,
  AxiosError,
  AxiosHeaders,
  type AxiosRequestConfig,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import type { Exchange, ExchangeFailure, RequestContent } from './exchange.js';

// What a user's instance may have set and must not do to a send: a timeout that ends what the
// gateway has taken, redirects, transforms of texts that are as they shall be.
const HARMLESS = {
  timeout: 0,
  maxRedirects: 0,
  responseType: 'text',
  transformRequest: [],
  transformResponse: [],
} satisfies AxiosRequestConfig;

const NO_BODY = 'the body is neither a string nor bytes';

/**
 * A request for a user's axios instance, whose interceptors see it and may change it, and which
 * ends in an exchange of ours.
 *
 * @param origin where credentials may go, whatever an interceptor makes of the address
 */
export function axiosRequest(
  exchange: Exchange,
  origin: string,
  url: string,
  { headers, body }: RequestContent,
): AxiosRequestConfig {
  const adapter: AxiosAdapter = (config) => adapt(exchange, origin, config);
  return {
    ...HARMLESS,
    method: 'post',
    url,
    headers: { ...headers },
    ...(body && { data: body }),
    adapter,
  };
}

/**
 * Gives a request to a user's axios instance, and watches which adapter its interceptors, which may
 * replace every part of it, give it on to.
 */
export async function callAxios(
  { axiosRef }: HttpService,
  exchange: Exchange,
  config: AxiosRequestConfig,
): Promise<void> {
  const manager: unknown = axiosRef.interceptors?.request;
  if (!isInterceptorManager(manager)) {
    await axiosRef.request(config);
    return;
  }
  const { forEach } = manager;
  const watch = {
    fulfilled: (given: InternalAxiosRequestConfig) => {
      // The caller has been told by now what is known of the send.
      if (exchange.failure) throw new AxiosError('The send has ended', 'ERR_CANCELED', given);
      exchange.reached = given.adapter === config.adapter ? 'our adapter' : 'another adapter';
      return given;
    },
    synchronous: true,
  };
  // Axios reads its interceptors while it is called, and runs the one that it reads first at last.
  const descriptor = Object.getOwnPropertyDescriptor(manager, 'forEach');
  manager.forEach = (read) => {
    exchange.reached = 'interceptors';
    read(watch);
    forEach.call(manager, read);
  };
  let sending: Promise<unknown>;
  try {
    sending = axiosRef.request(config);
  } finally {
    if (descriptor) Object.defineProperty(manager, 'forEach', descriptor);
    else Reflect.deleteProperty(manager, 'forEach');
  }
  await sending;
}

interface InterceptorManager {
  forEach(read: (interceptor: unknown) => void): void;
}

// The public types keep it to themselves; a stand-in for axios may have none.
function isInterceptorManager(value: unknown): value is InterceptorManager {
  return (
    typeof value === 'object' &&
    value !== null &&
    'forEach' in value &&
    typeof value.forEach === 'function'
  );
}

function adapt(
  exchange: Exchange,
  origin: string,
  config: InternalAxiosRequestConfig,
): Promise<AxiosResponse> {
  if (exchange.begun) {
    // An interceptor that sends again would send the message twice. Told in a turn of its own: one that
    // does so without end would else let no timer run.
    const error = new AxiosError('An SMS send is made once', 'ERR_BAD_REQUEST', config);
    return new Promise((_resolve, reject) => void setImmediate(reject, error));
  }
  return new Promise((resolve, reject) => {
    const done = (): void => {
      if (exchange.answer) settle(exchange.answer, config, resolve, reject);
      else reject(axiosError(exchange.failure, config));
    };
    const url = addressOf(config);
    const body = bodyOf(config);
    if (url?.origin !== origin) exchange.fail({ kind: 'elsewhere' });
    else if (!body) exchange.fail({ kind: 'unfit', problem: NO_BODY });
    if (exchange.failure || !url || !body) done();
    else exchange.begin(url.pathname + url.search, { headers: headersOf(config), body }, done);
  });
}

// As axios's own adapters settle, so that interceptors see what they know.
function settle(
  answer: GatewayAnswer,
  config: InternalAxiosRequestConfig,
  resolve: (response: AxiosResponse) => void,
  reject: (error: AxiosError) => void,
): void {
  const { status, headers, body } = answer;
  const response: AxiosResponse = {
    status,
    statusText: '',
    headers: new AxiosHeaders({ ...headers } as Record<string, string>),
    data: body.toString('utf8'),
    config,
  };
  if (isValid(config, status)) {
    resolve(response);
    return;
  }
  const code = status < 500 ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE;
  const text = `Request failed with status code ${status}`;
  reject(new AxiosError(text, code, config, undefined, response));
}

function isValid({ validateStatus }: InternalAxiosRequestConfig, status: number): boolean {
  try {
    return validateStatus?.(status) ?? true;
  } catch {
    return true;
  }
}

function axiosError(
  failure: ExchangeFailure | undefined,
  config: InternalAxiosRequestConfig,
): AxiosError {
  const { kind = 'request', systemCode } = failure ?? {};
  const code = systemCode ?? (kind === 'timeout' ? AxiosError.ETIMEDOUT : AxiosError.ERR_NETWORK);
  return new AxiosError(`The send failed: ${kind}`, code, config);
}

// The `params` of an instance's defaults are not meant for the gateway and are left out.
function addressOf({ url, baseURL }: InternalAxiosRequestConfig): URL | undefined {
  const address = url ?? '';
  // A base that is none itself would spoil even an address that needs no base.
  if (URL.canParse(address)) return new URL(address);
  return URL.canParse(address, baseURL) ? new URL(address, baseURL) : undefined;
}

function headersOf({ headers }: InternalAxiosRequestConfig): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers.toJSON(true))) plain[name] = String(value);
  return plain;
}

// What an interceptor makes of the body may be anything; undici takes only some of it.
function bodyOf({ data }: InternalAxiosRequestConfig): Buffer | undefined {
  const body: unknown = data ?? '';
  if (typeof body === 'string') return Buffer.from(body);
  if (Buffer.isBuffer(body)) return body;
  return body instanceof Uint8Array ? Buffer.from(body) : undefined;
}
