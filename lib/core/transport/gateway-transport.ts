import { SmsGatewayError } from '../errors/index.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { type AxiosService, callAxios } from './call-axios.js';
import { type ConnectionOptions, Connections } from './connections.js';
import type { EndableRequest, Outgoing } from '../deadline/deadline.js';
import { withEndingTunnels } from './ending-tunnels.js';
import {
  type DispatchSource,
  Exchange,
  type ExchangeLimits,
  type RequestContent,
} from './exchange.js';
import { exchangeError, type InterceptorsEnd } from './exchange-error.js';
import { GivenDispatcher, isTrusted } from './given-dispatcher.js';
import { isOfAnotherUndici, makesDispatcher, type MakeDispatcher } from './judge-dispatcher.js';
import { loadUndici } from './load-undici.js';
import { endDispatcher, makeDispatcher, type OnFault } from './make-dispatcher.js';

/** The options that the transport uses. */
export interface TransportOptions extends ConnectionOptions {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly http?: AxiosService | undefined;
  readonly dispatcher?: DispatchSource['dispatcher'] | MakeDispatcher | undefined;
  readonly maxAnswerBytes: number;
}

const OF_ANOTHER_UNDICI =
  "The dispatcher comes from another copy of undici than this package's own. Until it has started its first request, a failure does not prove that nothing was sent: even a refused connection is 'unknown'. Set the option dispatcher to a function that uses the package's undici: dispatcher: ({ ProxyAgent }) => new ProxyAgent('http://proxy:3128').";

/** One request to the gateway. */
export interface GatewayRequest extends RequestContent {
  /** Appended to the base address. */
  readonly path: `/${string}`;
}

/** Makes HTTP exchanges with the gateway, or replaces them in tests. */
export interface Transport {
  /**
   * Posts a request. Resolves with the answer, whatever its status, or with an error that says what is known of
   * a lost one. Never rejects.
   *
   * @param outgoing its deadline ends it; the outcome then depends on whether the request was started. With a
   *   time to keep, a request that was certainly not started by then is given up, and never starts later
   */
  post(request: GatewayRequest, outgoing: Outgoing): Promise<GatewayAnswer | SmsGatewayError>;
  /**
   * Uses no connection again that may bring answers to other requests.
   *
   * @param outgoing what the last answer was for
   * @param isMismatch whether that certainly belongs to another request
   */
  distrust(outgoing: Outgoing, isMismatch: boolean): void;
  /**
   * Ends the sockets. A dispatcher that the user passed stays open, but one that their function created is ended.
   */
  close(): Promise<void>;
}

/** Goes over its own connections or the user's dispatcher, and through the user's `HttpService` if given. */
export class GatewayTransport implements Transport {
  private readonly basePath: string;
  private readonly limits: ExchangeLimits;
  private readonly opening: Promise<void>;
  private source: DispatchSource | undefined;
  private closeSource: () => Promise<void> = () => Promise.resolve();

  /**
   * @param warn logs a warning for the user, once
   * @param fault logs what the function in the option dispatcher throws
   */
  constructor(
    private readonly options: TransportOptions,
    private readonly warn: (text: string) => void = () => undefined,
    private readonly fault: OnFault = () => '',
  ) {
    const { baseUrl, maxAnswerBytes } = options;
    const { origin, pathname } = new URL(baseUrl);
    this.basePath = pathname.replace(/\/$/, '');
    this.limits = { origin, maxAnswerBytes };
    this.opening = this.open();
    // Each send fails with it.
    this.opening.catch(() => undefined);
  }

  post(request: GatewayRequest, outgoing: Outgoing): Promise<GatewayAnswer | SmsGatewayError> {
    const { deadline, keep } = outgoing;
    // Not every dispatcher reports when it starts a request.
    const permitEnd = deadline.checkPermit();
    if (permitEnd) return Promise.resolve(deadline.error(permitEnd));
    const { source } = this;
    if (!source) return this.postOnceOpen(request, outgoing);
    const exchange = new Exchange(source, this.limits, outgoing);
    if (this.options.http || keep > 0) return this.postWatched(request, outgoing, exchange);
    return new Promise((resolve) => {
      deadline.begin(exchange);
      exchange.begin(this.basePath + request.path, request, () =>
        resolve(exchange.answer ?? exchangeError(exchange)),
      );
    });
  }

  distrust(outgoing: Outgoing, isMismatch: boolean): void {
    this.source?.distrust(outgoing, isMismatch);
  }

  async close(): Promise<void> {
    await this.opening.catch(() => undefined);
    await this.closeSource();
  }

  private async postOnceOpen(
    request: GatewayRequest,
    outgoing: Outgoing,
  ): Promise<GatewayAnswer | SmsGatewayError> {
    try {
      await outgoing.deadline.wait(this.opening, outgoing.keep);
    } catch (error) {
      if (error instanceof SmsGatewayError) return error;
      throw error;
    }
    return this.post(request, outgoing);
  }

  /** Through axios, or as one of several accounts that may send the message. */
  private postWatched(
    request: GatewayRequest,
    { deadline, keep }: Outgoing,
    exchange: Exchange,
  ): Promise<GatewayAnswer | SmsGatewayError> {
    return new Promise((resolve) => {
      let isOver = false;
      const read = (interceptors?: InterceptorsEnd): void => {
        isOver = true;
        stop();
        resolve(exchange.answer ?? exchangeError(exchange, interceptors));
      };
      // Does not wait for axios: an interceptor may hang, before the exchange or after it.
      const fail: EndableRequest['fail'] = (failure) => {
        exchange.fail(failure);
        deadline.requestEnded();
        read();
      };
      deadline.begin({
        fail,
        get mayHaveBegun() {
          return !isOver && !exchange.provedNotStarted;
        },
      });
      // Another account can take the message. What may have been started is waited for.
      const stop = deadline.onEnd(() => {
        if (exchange.provedNotStarted) fail({ kind: 'timeout' });
      }, keep);
      const { http, baseUrl } = this.options;
      if (!http) {
        exchange.begin(this.basePath + request.path, request, read);
        return;
      }
      callAxios(http, exchange, baseUrl + request.path, request).then(
        () => read('answered'),
        (threw: unknown) => read({ threw }),
      );
    });
  }

  private async open(): Promise<void> {
    const { dispatcher: givenDispatcher } = this.options;
    const undici = await loadUndici();
    if (!givenDispatcher) {
      const connections = new Connections(undici, this.limits.origin, this.options);
      this.closeSource = () => connections.close();
      this.source = connections;
      return;
    }
    const isMade = makesDispatcher(givenDispatcher);
    const ownLibrary = isMade ? withEndingTunnels(undici) : undici;
    const dispatcher = isMade
      ? makeDispatcher(givenDispatcher, ownLibrary, this.fault)
      : givenDispatcher;
    if (isMade) this.closeSource = () => endDispatcher(dispatcher);
    if (isOfAnotherUndici(dispatcher, undici)) this.warn(OF_ANOTHER_UNDICI);
    const isKnown = [undici, ownLibrary].some((library) => isTrusted(dispatcher, library));
    this.source = new GivenDispatcher(dispatcher, isKnown, this.warn);
  }
}
