import {
  AxiosError,
  type AxiosAdapter,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import type { Dispatcher } from 'undici';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { headersOf, toAxiosResponse, unseen } from './axios-response.js';
import { decodeBody } from './decode-body.js';
import type { EndReason } from './send-scope.js';
import { sawStartSignal, signalsStart } from './start-signal.js';

/** What a request carries. */
export interface RequestContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** Where and within what limits an exchange is made. */
export interface ExchangeTarget {
  readonly dispatcher: Dispatcher;
  /** The only origin that it goes to. */
  readonly origin: string;
  /** ms from when a socket takes the request until the answer is whole. */
  readonly attempt: number;
  readonly maxAnswerBytes: number;
  /** Whether anybody's interceptors see the request and may change it. */
  readonly isSeen: boolean;
}

/** What the adapter saw of an exchange that brought no whole answer. */
export interface ExchangeFailure {
  /** A cause of ours, or what the connection said. */
  readonly kind: EndReason | 'connection' | 'request' | 'elsewhere' | 'too-large' | 'unreadable';
  /** The system's word for it, such as `ECONNRESET`. */
  readonly systemCode?: string | undefined;
  /** The HTTP status, where the answer's head came. */
  readonly httpStatus?: number | undefined;
}

/**
 * One HTTP exchange, as an axios adapter over undici's `dispatch`.
 *
 * It keeps its own record of what happened on the wire, so that whatever interceptors do with the
 * answer or the error, the truth about the send can still be read here.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** The adapter of one request: axios calls it once, after the request interceptors. */
  readonly adapter: AxiosAdapter = (config) => this.run(config);

  /** Whether axios ever called the adapter. */
  called = false;
  answer: GatewayAnswer | undefined;
  failure: ExchangeFailure | undefined;

  private started = false;
  private status = 0;
  private headers: GatewayAnswer['headers'] = {};
  private chunks: Buffer[] = [];
  private size = 0;
  private controller: Dispatcher.DispatchController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private config: InternalAxiosRequestConfig | undefined;
  private resolve: ((response: AxiosResponse) => void) | undefined;
  private reject: ((error: AxiosError) => void) | undefined;

  constructor(
    private readonly target: ExchangeTarget,
    private readonly path: string,
    private readonly request: RequestContent,
  ) {}

  /** Whether it is proved that no byte of the request was written. */
  get surelyNotStarted(): boolean {
    return !this.called || (!this.started && signalsStart(this.target.dispatcher));
  }

  /** Ends the exchange from outside. What came before stands. */
  giveUp(reason: EndReason): void {
    this.fail({ kind: reason });
  }

  private run(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
    if (this.called) {
      // An interceptor that sends again would send the message twice.
      return Promise.reject(new AxiosError('An SMS send is made once', 'ERR_BAD_REQUEST', config));
    }
    if (this.failure) {
      return Promise.reject(new AxiosError('The send has ended', AxiosError.ERR_CANCELED, config));
    }
    this.called = true;
    this.config = config;
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      this.dispatch(config);
    });
  }

  private dispatch(config: InternalAxiosRequestConfig): void {
    const { origin, dispatcher, isSeen } = this.target;
    let { path, request } = this;
    if (isSeen) {
      const url = addressOf(config);
      if (url?.origin !== origin) {
        this.fail({ kind: 'elsewhere' });
        return;
      }
      path = url.pathname + url.search;
      request = { headers: headersOf(config), body: config.data };
    }
    try {
      dispatcher.dispatch(
        {
          origin,
          path,
          method: 'POST',
          headers: request.headers,
          body: request.body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        this,
      );
    } catch (error) {
      this.fail({ kind: 'request', systemCode: systemCodeOf(error) });
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    sawStartSignal(this.target.dispatcher);
    if (this.started) {
      // The dispatcher repeats by itself. The first one may have been read.
      controller.abort(new Error('An SMS send is never repeated by the transport'));
      this.fail({ kind: 'connection', systemCode: 'REPEATED' });
      return;
    }
    if (this.failure) {
      // Given up while it waited for a socket: undici writes nothing of a request aborted here.
      controller.abort(new Error('The send has ended'));
      return;
    }
    this.started = true;
    this.controller = controller;
    this.timer = setTimeout(() => this.fail({ kind: 'timeout' }), this.target.attempt);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: GatewayAnswer['headers'],
  ): void {
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > this.target.maxAnswerBytes) this.fail({ kind: 'too-large' });
    else this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.failure || this.answer) return;
    const raw = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
    const encoding = this.headers['content-encoding'];
    const decoded = decodeBody(raw, encoding?.toString(), this.target.maxAnswerBytes);
    if (decoded.problem !== undefined) this.fail({ kind: decoded.problem });
    else this.finish(decoded.body);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.fail({ kind: 'connection', systemCode: systemCodeOf(error) });
  }

  private finish(body: Buffer): void {
    clearTimeout(this.timer);
    this.answer = { status: this.status, headers: this.headers, body };
    this.settle(this.answer);
  }

  private fail(failure: ExchangeFailure): void {
    if (this.failure || this.answer) return;
    clearTimeout(this.timer);
    if (statusSaysAll(this.status)) {
      // The head said all that the body could.
      this.answer = { status: this.status, headers: this.headers, body: Buffer.alloc(0) };
    } else {
      this.failure = { ...failure, ...(this.status ? { httpStatus: this.status } : {}) };
    }
    this.controller?.abort(new Error('The send has ended'));
    if (this.answer) this.settle(this.answer);
    else this.settleFailure(failure);
  }

  private settle(answer: GatewayAnswer): void {
    const { config } = this;
    if (!config) return;
    const response = this.target.isSeen ? toAxiosResponse(answer, config) : unseen(config);
    if (isValid(config, answer.status)) this.resolve?.(response);
    else {
      const code = answer.status < 500 ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE;
      const text = `Request failed with status code ${answer.status}`;
      this.reject?.(new AxiosError(text, code, config, undefined, response));
    }
  }

  private settleFailure({ kind, systemCode }: ExchangeFailure): void {
    const code = systemCode ?? (kind === 'timeout' ? AxiosError.ETIMEDOUT : AxiosError.ERR_NETWORK);
    this.reject?.(new AxiosError(`The send failed: ${kind}`, code, this.config));
  }
}

// The `params` of an instance's defaults are not meant for the gateway and are left out.
function addressOf({ url, baseURL }: InternalAxiosRequestConfig): URL | undefined {
  const address = url ?? '';
  // A base that is none itself would spoil even an address that needs no base.
  if (URL.canParse(address)) return new URL(address);
  return URL.canParse(address, baseURL) ? new URL(address, baseURL) : undefined;
}

function isValid({ validateStatus }: InternalAxiosRequestConfig, status: number): boolean {
  try {
    return validateStatus?.(status) ?? true;
  } catch {
    return true;
  }
}

function statusSaysAll(status: number): boolean {
  return (
    status === 401 ||
    status === 403 ||
    status === 429 ||
    status >= 500 ||
    (status >= 300 && status < 400)
  );
}

// Only words that undici or the system give: an error's text may repeat what was sent.
function systemCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,50}$/.test(code) ? code : undefined;
}
