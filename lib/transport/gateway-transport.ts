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

/** What the transport needs to know of the options. */
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
  /** Below the base address, with its slash. */
  readonly path: '/me/' | '/SMSApi/send';
  /** Called when it is started on a socket, where the dispatcher tells. */
  readonly started?: (() => void) | undefined;
}

/**
 * Makes HTTP exchanges with the gateway, on a pool of sockets of its own or on the user's
 * dispatcher; through `HttpService.axiosRef` where the user gave an `HttpService`, so that its
 * interceptors run. Without one there are none to run, and axios would cost more than the exchange.
 */
export class GatewayTransport {
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
   * Makes one exchange.
   *
   * @param scope ends it: whatever has been written by then decides what is known of the send
   * @throws SmsTransportError, SmsResponseError with what the wire proves of the outcome
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
      // An interceptor may hang, before the exchange or after it; the end of the send does not wait.
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
      // Whatever stands in for axios, as in a test, may throw at once or give no promise.
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
