import { type AxiosService, callAxios } from './call-axios.js';
import { Connections } from './connections.js';
import {
  type DispatchSource,
  Exchange,
  type ExchangeLimits,
  type ReceivedAnswer,
  type RequestContent,
} from './exchange.js';
import { exchangeError, type InterceptorsEnd } from './exchange-error.js';
import { GivenDispatcher } from './given-dispatcher.js';
import { loadUndici } from './load-undici.js';
import { endedError, type EndReason, type SendScope } from './send-scope.js';
import { reportsStart } from './start-signal.js';

/** The options that the transport uses. */
export interface TransportOptions {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly http?: AxiosService | undefined;
  readonly dispatcher?: DispatchSource['dispatcher'] | undefined;
  readonly maxConnections: number;
  readonly maxAnswerBytes: number;
  /** ms until a connection must be open, and from when it takes a request until the answer is whole. */
  readonly timeout: { readonly connect: number; readonly attempt: number };
}

/** One request to the gateway. */
export interface GatewayRequest extends RequestContent {
  /** Appended to the base address. */
  readonly path: `/${string}`;
  /** Called when a socket takes the request, if the dispatcher reports it. */
  readonly started?: (() => void) | undefined;
}

/** Makes HTTP exchanges with the gateway, or replaces them in tests. */
export interface Transport {
  /**
   * Posts a request and resolves with the answer, whatever its status.
   *
   * @param scope ends it; the outcome then depends on whether the request was started. With a reserve,
   *   a request that was certainly not started by then is given up, and never starts later
   * @throws SmsTransportError, SmsResponseError with the outcome that is proved
   */
  post(request: GatewayRequest, scope: SendScope): Promise<ReceivedAnswer>;
  /** Ends the sockets. The user closes a dispatcher of their own. */
  close(): Promise<void>;
}

/** Goes over its own connections or the user's dispatcher, and through the user's `HttpService` if given. */
export class GatewayTransport implements Transport {
  private readonly basePath: string;
  private readonly limits: ExchangeLimits;
  private readonly opening: Promise<void>;
  private source: DispatchSource | undefined;
  private connections: Connections | undefined;

  /** @param warn logs a warning for the user, once */
  constructor(
    private readonly options: TransportOptions,
    private readonly warn: (text: string) => void = () => undefined,
  ) {
    const { baseUrl, maxAnswerBytes, timeout } = options;
    const { origin, pathname } = new URL(baseUrl);
    this.basePath = pathname.replace(/\/$/, '');
    this.limits = { origin, attempt: timeout.attempt, maxAnswerBytes };
    this.opening = this.open();
    // Each send fails with it.
    this.opening.catch(() => undefined);
  }

  post(request: GatewayRequest, scope: SendScope): Promise<ReceivedAnswer> {
    if (scope.ended) return Promise.reject(endedError(scope.ended, 'not-sent'));
    const { source } = this;
    if (!source) return scope.wait(this.opening).then(() => this.post(request, scope));
    const exchange = new Exchange(source, this.limits, request.started);
    return new Promise((resolve, reject) => {
      const read = (interceptors?: InterceptorsEnd): void => {
        clearTimeout(late);
        scope.offEnd(onEnd);
        if (exchange.answer) resolve(exchange.answer);
        else reject(exchangeError(exchange, interceptors));
      };
      // Does not wait for axios: an interceptor may hang, before the exchange or after it.
      const onEnd = (reason: EndReason): void => {
        exchange.fail({ kind: reason });
        read();
      };
      scope.onEnd(onEnd);
      // Another account can take the message. What may have been started is waited for.
      const late = scope.onLate(() => {
        if (exchange.provedNotStarted) onEnd('timeout');
      });
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

  async close(): Promise<void> {
    await this.opening.catch(() => undefined);
    await this.connections?.close();
  }

  private async open(): Promise<void> {
    const { dispatcher } = this.options;
    if (dispatcher) {
      this.source = new GivenDispatcher(dispatcher, await reportsStart(dispatcher), this.warn);
    } else {
      const undici = await loadUndici();
      this.connections = new Connections(undici, this.limits.origin, this.options);
      this.source = this.connections;
    }
  }
}
