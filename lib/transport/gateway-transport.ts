import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { type AxiosService, callAxios } from './call-axios.js';
import { Connections } from './connections.js';
import {
  Exchange,
  type ExchangeDispatcher,
  type ExchangeLimits,
  type RequestContent,
} from './exchange.js';
import { exchangeError, type InterceptorsEnd } from './exchange-error.js';
import { endedError, type EndReason, type SendScope } from './send-scope.js';

/** The options that the transport uses. */
export interface TransportOptions {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly http?: AxiosService | undefined;
  readonly dispatcher?: ExchangeDispatcher | undefined;
  readonly maxConnections: number;
  readonly maxAnswerBytes: number;
  readonly timeout: { readonly connect: number; readonly attempt: number };
}

/** One request to the gateway. */
export interface GatewayRequest extends RequestContent {
  /** Appended to the base address. */
  readonly path: `/${string}`;
  /** Called when a socket takes the request, if the dispatcher reports it. */
  readonly started?: (() => void) | undefined;
}

/** What makes HTTP exchanges with the gateway, or stands in for it. */
export interface Transport {
  post(request: GatewayRequest, scope: SendScope): Promise<GatewayAnswer>;
  /** Uses the open connections for no further request: one of them carried a foreign answer. */
  dropConnections(): void;
  /** Ends the sockets. */
  close(): Promise<void>;
}

/**
 * Makes HTTP exchanges with the gateway, over its own connections or the user's dispatcher; through
 * the user's `HttpService` if there is one, so that its interceptors run. Axios costs more than the
 * exchange itself, so it is left out otherwise.
 */
export class GatewayTransport implements Transport {
  private readonly basePath: string;
  private readonly limits: ExchangeLimits;
  private readonly connections: Connections | undefined;
  private readonly source: { readonly dispatcher: ExchangeDispatcher };

  constructor(private readonly options: TransportOptions) {
    const { baseUrl, dispatcher, maxAnswerBytes, maxConnections, timeout } = options;
    const { origin, pathname } = new URL(baseUrl);
    this.basePath = pathname.replace(/\/$/, '');
    this.limits = { origin, attempt: timeout.attempt, maxAnswerBytes };
    if (dispatcher) {
      this.source = { dispatcher };
    } else {
      const { connect } = timeout;
      this.connections = new Connections({ origin, maxConnections, timeout: connect });
      this.source = this.connections;
    }
  }

  /**
   * Posts a request and resolves with the answer, whatever its status.
   *
   * @param scope ends it: what has been written by then decides the outcome
   * @throws SmsTransportError, SmsResponseError with the outcome that the wire proves
   */
  post(request: GatewayRequest, scope: SendScope): Promise<GatewayAnswer> {
    if (scope.ended) return Promise.reject(endedError(scope.ended, 'not-sent'));
    const exchange = new Exchange(this.source.dispatcher, this.limits, request.started);
    return new Promise((resolve, reject) => {
      const read = (interceptors?: InterceptorsEnd): void => {
        scope.offEnd(onEnd);
        if (exchange.answer) resolve(exchange.answer);
        else reject(exchangeError(exchange, interceptors));
      };
      // An interceptor may hang, before the exchange or after it; the send ends all the same.
      const onEnd = (reason: EndReason): void => {
        exchange.fail({ kind: reason });
        read();
      };
      scope.onEnd(onEnd);
      const { http, baseUrl } = this.options;
      const path = this.basePath + request.path;
      if (!http) {
        exchange.begin(path, request, read);
        return;
      }
      const address = { url: baseUrl + request.path, origin: this.limits.origin, path };
      callAxios(http, exchange, address, request).then(
        () => read('answered'),
        (threw: unknown) => read({ threw }),
      );
    });
  }

  /**
   * Uses none of our connections again: one of them brought an answer that belongs to another
   * request, and so would its next ones. A user's dispatcher keeps its connections.
   */
  dropConnections(): void {
    this.connections?.drop();
  }

  /** Ends our connections. A user's dispatcher is the user's to close. */
  async close(): Promise<void> {
    await this.connections?.close();
  }
}
