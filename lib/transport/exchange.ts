import type { Dispatcher, RetryHandler } from 'undici';
import { type GatewayAnswer, meaningOf } from '../protocol/gateway-answer.js';
import { decodeBody } from './decode-body.js';
import { headersProblem } from './request-problem.js';
import type { EndReason } from './send-scope.js';
import { sawStartSignal, signalsStart } from './start-signal.js';

// What a dispatcher's interceptors read of a request. A repeat that resumes a cut answer would not
// even tell that it starts, and the message would be sent twice.
const NOTHING_BY_ITSELF = {
  retryOptions: {
    maxRetries: 0,
    methods: [],
    statusCodes: [],
    retry: (error, _state, end) => end(error),
  },
  maxRedirections: 0,
} satisfies { retryOptions: RetryHandler.RetryOptions; maxRedirections: number };

/** What requests go through: as much of undici's `Dispatcher` as is used, known by its structure. */
export interface ExchangeDispatcher {
  dispatch(options: object, handler: object): boolean;
}

/** Where an exchange may go, and how much it may take. */
export interface ExchangeLimits {
  /** The only origin that it goes to. */
  readonly origin: string;
  /** ms from when a socket takes the request until the answer is whole. */
  readonly attempt: number;
  readonly maxAnswerBytes: number;
}

/** What a request carries. */
export interface RequestContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** What was seen of an exchange that brought no whole answer. */
export interface ExchangeFailure {
  /** A cause of ours, or what the connection said. */
  readonly kind:
    EndReason | 'connection' | 'request' | 'elsewhere' | 'unfit' | 'too-large' | 'unreadable';
  /** What makes a request unfit to be sent. */
  readonly problem?: string | undefined;
  /** The system's word for it, such as `ECONNRESET`. */
  readonly systemCode?: string | undefined;
  /** The HTTP status, where the answer's head came. */
  readonly httpStatus?: number | undefined;
}

// What undici says of a request that it refuses to write, as of a header that is none.
const UNFIT_REQUESTS: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);

/**
 * One HTTP exchange over undici's `dispatch`, with its own record of what happened on the wire.
 *
 * No error code tells a reset before the gateway read the request from one after it. Whether a socket
 * took the request does.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Whether it was begun at all. */
  begun = false;
  /** How far it was seen to come in axios, where it goes through axios; of another adapter nothing is known. */
  reached: 'nothing' | 'interceptors' | 'our adapter' | 'another adapter' = 'nothing';
  answer: GatewayAnswer | undefined;
  failure: ExchangeFailure | undefined;

  private started = false;
  private status = 0;
  private headers: GatewayAnswer['headers'] = {};
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private controller: Dispatcher.DispatchController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private done: (() => void) | undefined;

  /** @param onStart called when it is started on a socket, where the dispatcher tells */
  constructor(
    private readonly dispatcher: ExchangeDispatcher,
    private readonly limits: ExchangeLimits,
    private readonly onStart?: () => void,
  ) {}

  /** Whether it is proved that no byte of the request was written. */
  get provedNotStarted(): boolean {
    if (this.reached === 'another adapter') return false;
    // What stands in for axios, and shows nothing of what it does, may have sent.
    if (!this.begun) return this.reached !== 'nothing';
    return !this.started && signalsStart(this.dispatcher);
  }

  /**
   * Begins it. Called once.
   *
   * @param path the path and query at the origin
   * @param done called once, when there is an answer or a failure
   */
  begin(path: string, { headers, body }: RequestContent, done: () => void): void {
    this.begun = true;
    this.done = done;
    const { origin } = this.limits;
    const problem = headersProblem(headers, body?.length ?? 0);
    if (problem) {
      this.fail({ kind: 'unfit', problem });
      return;
    }
    try {
      this.dispatcher.dispatch(
        {
          origin,
          path,
          method: 'POST',
          headers,
          body: body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
          ...NOTHING_BY_ITSELF,
        },
        this,
      );
    } catch (error) {
      this.fail({ kind: 'request', systemCode: systemCodeOf(error) });
    }
  }

  /** Ends it from outside. What came before stands. */
  fail(failure: ExchangeFailure): void {
    if (this.failure || this.answer) return;
    clearTimeout(this.timer);
    const { status, headers } = this;
    // Where the head said all that the body could, it is the answer.
    if (meaningOf(status) !== 'body') this.answer = { status, headers, body: Buffer.alloc(0) };
    else this.failure = status === 0 ? failure : { ...failure, httpStatus: status };
    this.controller?.abort(new Error('The send has ended'));
    this.done?.();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    sawStartSignal(this.dispatcher);
    if (this.started) {
      // The dispatcher repeats by itself. The first one may have been read.
      this.fail({ kind: 'connection', systemCode: 'REPEATED' });
      controller.abort(new Error('An SMS send is never repeated by the transport'));
      return;
    }
    // Given up while it waited for a socket. Thrown and not aborted: either way undici writes nothing
    // of it, but an abort would end the socket as well, once for every send that gave up.
    if (this.failure) throw new Error('The send has ended');
    this.started = true;
    this.controller = controller;
    this.onStart?.();
    this.timer = setTimeout(() => this.fail({ kind: 'timeout' }), this.limits.attempt);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: GatewayAnswer['headers'],
  ): void {
    // A dispatcher that gave no start signal gives its controller here first.
    this.controller ??= controller;
    if (this.failure) controller.abort(new Error('The send has ended'));
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > this.limits.maxAnswerBytes) this.fail({ kind: 'too-large' });
    else this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.failure || this.answer) return;
    const encoding = this.headers['content-encoding']?.toString();
    const { chunks } = this;
    const raw = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    const decoded = decodeBody(raw, encoding, this.limits.maxAnswerBytes);
    if (decoded.problem !== undefined) {
      this.fail({ kind: decoded.problem });
      return;
    }
    clearTimeout(this.timer);
    this.answer = { status: this.status, headers: this.headers, body: decoded.body };
    this.done?.();
  }

  onResponseError(_controller: unknown, error: Error): void {
    const systemCode = systemCodeOf(error);
    const isUnfit = !this.started && systemCode !== undefined && UNFIT_REQUESTS.has(systemCode);
    this.fail({ kind: isUnfit ? 'request' : 'connection', systemCode });
  }
}

// Only words that undici or the system give: an error's text may repeat what was sent.
function systemCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,50}$/.test(code) ? code : undefined;
}
