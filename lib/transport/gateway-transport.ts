import { HttpService } from '@nestjs/axios';
import axios, { type AxiosInstance, type AxiosRequestConfig } from 'axios';
import { type Dispatcher, Pool } from 'undici';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { Exchange, type ExchangeTarget, type RequestContent } from './exchange.js';
import { exchangeError } from './exchange-error.js';
import { endedError, type EndReason, type SendScope } from './send-scope.js';

/** What the transport needs to know of the options. */
export interface TransportOptions {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly http?: HttpService | undefined;
  readonly dispatcher?: Dispatcher | undefined;
  readonly maxConnections: number;
  readonly maxAnswerBytes: number;
  readonly timeout: { readonly connect: number; readonly attempt: number };
}

/** One request to the gateway. */
export interface GatewayRequest extends RequestContent {
  /** Below the base address, with its slash. */
  readonly path: '/me/' | '/SMSApi/send';
}

// What a user's instance may have set and must not do to a send: a timeout that ends what the
// gateway has taken, redirects, transforms of texts that are as they shall be.
const HARMLESS = {
  timeout: 0,
  maxRedirects: 0,
  responseType: 'text',
  transformRequest: [],
  transformResponse: [],
} satisfies AxiosRequestConfig;

/**
 * Makes HTTP exchanges with the gateway through `HttpService.axiosRef`, so that users' interceptors
 * run, on a pool of sockets of its own or on the user's dispatcher.
 */
export class GatewayTransport {
  private readonly axios: AxiosInstance;
  private readonly target: ExchangeTarget;
  private readonly basePath: string;
  private readonly ownPool: Pool | undefined;

  constructor(private readonly options: TransportOptions) {
    const { baseUrl, dispatcher, http, maxAnswerBytes, maxConnections, timeout } = options;
    this.axios = (http ?? new HttpService(leanAxios())).axiosRef;
    const { origin, pathname } = new URL(baseUrl);
    this.basePath = pathname.replace(/\/$/, '');
    this.ownPool = dispatcher
      ? undefined
      : new Pool(origin, {
          connections: maxConnections,
          connect: { timeout: timeout.connect },
        });
    this.target = {
      dispatcher: dispatcher ?? this.ownPool!,
      origin,
      attempt: timeout.attempt,
      maxAnswerBytes,
      // Nobody but the adapter sees a request of our own instance.
      isSeen: http !== undefined,
    };
  }

  /**
   * Makes one exchange.
   *
   * @param scope ends it: whatever has been written by then decides what is known of the send
   * @throws SmsTransportError, SmsResponseError with what the wire proves of delivery
   */
  exchange(request: GatewayRequest, scope: SendScope): Promise<GatewayAnswer> {
    if (scope.ended) return Promise.reject(endedError(scope.ended, 'not-sent'));
    const exchange = new Exchange(this.target, this.basePath + request.path, request);
    return new Promise((resolve, reject) => {
      const read = (interceptors: InterceptorsEnd): void => {
        scope.offEnd(onEnd);
        if (exchange.answer) resolve(exchange.answer);
        else reject(exchangeError(exchange, interceptors));
      };
      // An interceptor may hang, before the adapter or after it; the end of the send does not wait.
      const onEnd = (reason: EndReason): void => {
        exchange.giveUp(reason);
        read({});
      };
      scope.onEnd(onEnd);
      this.axios.request(this.configOf(exchange, request)).then(
        () => read({ answered: true }),
        (error: unknown) => read({ threw: error }),
      );
    });
  }

  /** Ends the sockets that are ours. A user's dispatcher is the user's to close. */
  async close(): Promise<void> {
    await this.ownPool?.destroy();
  }

  private configOf(
    { adapter }: Exchange,
    { path, headers, body }: GatewayRequest,
  ): AxiosRequestConfig {
    const url = this.options.baseUrl + path;
    if (!this.target.isSeen) return { method: 'post', url, adapter };
    return {
      ...HARMLESS,
      method: 'post',
      url,
      headers: { ...headers },
      ...(body && { data: body }),
      adapter,
    };
  }
}

/** What came out of axios, which is not what came over the wire. */
export interface InterceptorsEnd {
  readonly answered?: true;
  readonly threw?: unknown;
}

// Without defaults, which axios would merge into every request and then undo again.
function leanAxios(): AxiosInstance {
  const instance = axios.create();
  for (const key of Object.keys(instance.defaults)) {
    Reflect.deleteProperty(instance.defaults, key);
  }
  return instance;
}
