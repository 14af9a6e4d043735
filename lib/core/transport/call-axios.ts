import { hasMethods, memberOf } from '../common/members.js';
import { type AdapterConfig, adapterFor, AdapterError } from './axios-adapter.js';
import type { Exchange, RequestContent } from './exchange.js';

/**
 * What we use of a user's `HttpService`: its axios instance. A structural type, so that axios and its
 * types are needed only by those who use it.
 */
export interface AxiosService {
  readonly axiosRef: { request(config: object): Promise<unknown>; defaults: object };
}

// Overrides defaults of the user's instance that would break a send: a timeout that ends what the
// gateway has already taken, redirects, and transformations of a body that is final.
const HARMLESS = {
  timeout: 0,
  maxRedirects: 0,
  responseType: 'text',
  transformRequest: [],
  transformResponse: [],
};

/**
 * Passes a request to a user's axios instance, whose interceptors may replace every part of it, and
 * notes in the exchange which adapter they pass it to.
 */
export async function callAxios(
  { axiosRef }: AxiosService,
  exchange: Exchange,
  url: string,
  { headers, body }: RequestContent,
): Promise<unknown> {
  const adapter = adapterFor(exchange, new URL(url).origin);
  const request = { ...HARMLESS, method: 'post', url, headers, data: body, adapter };
  if (!isWatchable(axiosRef)) return axiosRef.request(request);
  const { interceptors } = axiosRef;
  const users = interceptors.request;
  const watch = watchOf(exchange, adapter);
  // Axios reads its interceptors once, during the call. Ours is at both ends of the list, because
  // which end runs last depends on a setting of axios.
  interceptors.request = {
    forEach(read) {
      exchange.reached = 'interceptors';
      read(watch);
      users.forEach(read);
      read(watch);
    },
  };
  try {
    return axiosRef.request(request);
  } finally {
    interceptors.request = users;
  }
}

/** An interceptor that sees a request before and after the user's. */
function watchOf(exchange: Exchange, adapter: unknown) {
  return {
    fulfilled: (config: AdapterConfig): AdapterConfig => {
      // The caller has already been told the outcome.
      if (exchange.failure) throw new AdapterError('The send has ended', 'ERR_CANCELED', config);
      exchange.reached = config.adapter === adapter ? 'our adapter' : 'another adapter';
      return config;
    },
    synchronous: true,
  };
}

interface Watchable {
  readonly interceptors: { request: { forEach(read: (interceptor: unknown) => void): void } };
}

// A stand-in for axios, for example in a test, may have no interceptors.
function isWatchable(axiosRef: object): axiosRef is Watchable {
  return hasMethods(memberOf(memberOf(axiosRef, 'interceptors'), 'request'), 'forEach');
}
