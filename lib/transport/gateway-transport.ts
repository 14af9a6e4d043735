import { HttpService } from '@nestjs/axios';
import axios, { type AxiosInstance, type AxiosRequestConfig } from 'axios';
import { type Dispatcher, Pool } from 'undici';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { Exchange, type ExchangeTarget } from './exchange.js';
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
export interface GatewayRequest {
  /** Below the base address, with its slash. */
  readonly path: '/me/' | '/SMSApi/send';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

// What axios would add and do by itself: default headers, a timeout that ends sends which the
// gateway has taken, redirects, transforms of texts that are as they shall be.
const LEAN = {
  method: 'post',
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
  private readonly ownPool: Pool | undefined;

  constructor(private readonly options: TransportOptions) {
    this.axios = (options.http ?? new HttpService(leanAxios())).axiosRef;
    const { origin } = new URL(options.baseUrl);
    this.ownPool = options.dispatcher
      ? undefined
      : new Pool(origin, {
          connections: options.maxConnections,
          connect: { timeout: options.timeout.connect },
        });
    this.target = {
      dispatcher: options.dispatcher ?? this.ownPool!,
      origin,
      attempt: options.timeout.attempt,
      maxAnswerBytes: options.maxAnswerBytes,
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
    const url = this.options.baseUrl + request.path;
    const exchange = new Exchange(this.target, url);
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
      this.axios
        .request({
          ...LEAN,
          url,
          headers: { ...request.headers },
          ...(request.body && { data: request.body }),
          adapter: exchange.adapter,
        })
        .then(
          () => read({ answered: true }),
          (error: unknown) => read({ threw: error }),
        );
    });
  }

  /** Ends the sockets that are ours. A user's dispatcher is the user's to close. */
  async close(): Promise<void> {
    await this.ownPool?.destroy();
  }
}

/** What came out of axios, which is not what came over the wire. */
export interface InterceptorsEnd {
  readonly answered?: true;
  readonly threw?: unknown;
}

function leanAxios(): AxiosInstance {
  const instance = axios.create({ adapter: () => Promise.reject(new Error('unreachable')) });
  instance.defaults.headers = {} as typeof instance.defaults.headers;
  return instance;
}
