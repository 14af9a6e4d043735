import type { HttpService } from '@nestjs/axios';
import { type Dispatcher, Pool } from 'undici';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { axiosRequest, callAxios } from './axios-adapter.js';
import { connectWithin } from './connector.js';
import { Exchange, type ExchangeTarget, type RequestContent } from './exchange.js';
import { exchangeError, type InterceptorsEnd } from './exchange-error.js';
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
  readonly path: `/${string}`;
  /** Called when it is started on a socket, where the dispatcher tells. */
  readonly started?: (() => void) | undefined;
}

/**
 * Makes HTTP exchanges with the gateway, on a pool of sockets of its own or on the user's
 * dispatcher; through `HttpService.axiosRef` where the user gave an `HttpService`, so that its
 * interceptors run. Without one there are none to run, and axios would cost more than the exchange.
 */
export class GatewayTransport {
  private readonly target: ExchangeTarget;
  private readonly basePath: string;
  private readonly ownPool: Pool | undefined;

  constructor(private readonly options: TransportOptions) {
    const { baseUrl, dispatcher, maxAnswerBytes, maxConnections, timeout } = options;
    const { origin, pathname } = new URL(baseUrl);
    this.basePath = pathname.replace(/\/$/, '');
    this.ownPool = dispatcher
      ? undefined
      : new Pool(origin, {
          connections: maxConnections,
          connect: connectWithin(timeout.connect),
        });
    this.target = {
      dispatcher: dispatcher ?? this.ownPool!,
      origin,
      attempt: timeout.attempt,
      maxAnswerBytes,
    };
  }

  /**
   * Makes one exchange.
   *
   * @param scope ends it: whatever has been written by then decides what is known of the send
   * @throws SmsTransportError, SmsResponseError with what the wire proves of the outcome
   */
  exchange(request: GatewayRequest, scope: SendScope): Promise<GatewayAnswer> {
    if (scope.ended) return Promise.reject(endedError(scope.ended, 'not-sent'));
    const exchange = new Exchange(this.target, request.started);
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
      if (!http) {
        exchange.begin(this.basePath + request.path, request, read);
        return;
      }
      const config = axiosRequest(exchange, this.target.origin, baseUrl + request.path, request);
      // Whatever stands in for axios, as in a test, may throw at once or give no promise.
      callAxios(http, exchange, config).then(
        () => read('answered'),
        (threw: unknown) => read({ threw }),
      );
    });
  }

  /** Ends the sockets that are ours. A user's dispatcher is the user's to close. */
  async close(): Promise<void> {
    await this.ownPool?.destroy();
  }
}
