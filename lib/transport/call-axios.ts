import { type Adapter, type AdapterConfig, adapterFor, AdapterError } from './axios-adapter.js';
import type { Exchange, RequestContent } from './exchange.js';

/**
 * What we use of a user's `HttpService`: its axios instance. Known by its structure, so that nobody
 * needs axios or its types who gives none.
 */
export interface AxiosService {
  readonly axiosRef: { request(config: object): Promise<unknown>; defaults: object };
}

// What a user's instance may have set and must not do to a send: a timeout that ends what the
// gateway has already taken, redirects, transformations of a body that is final.
const HARMLESS = {
  timeout: 0,
  maxRedirects: 0,
  responseType: 'text',
  transformRequest: [],
  transformResponse: [],
};

/**
 * Passes a request to a user's axios instance, whose interceptors may replace every part of it, and
 * notes in the exchange which adapter they pass it on to.
 *
 * @param url the address at the only origin where credentials may go
 */
export async function callAxios(
  { axiosRef }: AxiosService,
  exchange: Exchange,
  url: string,
  origin: string,
  { headers, body }: RequestContent,
): Promise<void> {
  const adapter = adapterFor(exchange, origin);
  const request = {
    ...HARMLESS,
    method: 'post',
    url,
    headers: { ...headers },
    data: body,
    adapter,
  };
  const manager = requestInterceptorsOf(axiosRef);
  if (!manager) {
    await axiosRef.request(request);
    return;
  }
  const { forEach } = manager;
  const watch = watchOf(exchange, adapter);
  const descriptor = Object.getOwnPropertyDescriptor(manager, 'forEach');
  // Axios reads its interceptors once, while it is called. Which end of the list runs last depends
  // on one of its settings.
  manager.forEach = (read) => {
    exchange.reached = 'interceptors';
    read(watch);
    forEach.call(manager, read);
    read(watch);
  };
  let sending: Promise<unknown>;
  try {
    sending = axiosRef.request(request);
  } finally {
    if (descriptor) Object.defineProperty(manager, 'forEach', descriptor);
    else Reflect.deleteProperty(manager, 'forEach');
  }
  await sending;
}

interface Interceptor {
  readonly fulfilled: (config: AdapterConfig) => AdapterConfig;
  readonly synchronous: boolean;
}

/** An interceptor that sees a request before and after the user's. */
function watchOf(exchange: Exchange, adapter: Adapter): Interceptor {
  return {
    fulfilled: (config) => {
      // The caller has already been told the outcome.
      if (exchange.failure) throw new AdapterError('The send has ended', 'ERR_CANCELED', config);
      exchange.reached = config.adapter === adapter ? 'our adapter' : 'another adapter';
      return config;
    },
    synchronous: true,
  };
}

interface InterceptorManager {
  forEach(read: (interceptor: unknown) => void): void;
}

// The public types do not show it; a stand-in for axios, as in a test, may have none.
function requestInterceptorsOf(axiosRef: object): InterceptorManager | undefined {
  const interceptors: unknown = 'interceptors' in axiosRef ? axiosRef.interceptors : undefined;
  if (typeof interceptors !== 'object' || !interceptors || !('request' in interceptors)) {
    return undefined;
  }
  return isInterceptorManager(interceptors.request) ? interceptors.request : undefined;
}

function isInterceptorManager(value: unknown): value is InterceptorManager {
  return (
    typeof value === 'object' &&
    value !== null &&
    'forEach' in value &&
    typeof value.forEach === 'function'
  );
}
