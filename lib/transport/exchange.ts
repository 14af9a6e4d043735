import type { Dispatcher, RetryHandler } from 'undici';
import { memberOf } from '../common/members.js';
import { type GatewayAnswer, meaningOf } from '../protocol/gateway-answer.js';
import { headersProblem } from '../protocol/header.js';
import { decodeBody } from './decode-body.js';
import { noteSocket, socketOf, type StartingRequest } from './request-socket.js';
import type { EndReason } from './send-scope.js';

// Read by undici's own interceptors. A retry that resumes a cut answer would not even report its start,
// and the message would be sent twice.
const NO_RETRY: RetryHandler.RetryOptions = {
  maxRetries: 0,
  methods: [],
  statusCodes: [],
  retry: (error, _state, end) => end(error),
};

/**
 * The operating system always takes a body of this many bytes at once, so such a request has been written out,
 * although a TLS socket under load reports it only after the answer. Closing the connection then would cost a
 * handshake.
 */
const WRITTEN_AT_ONCE = 16_384;

/** What requests go through, and what is known of it. */
export interface DispatchSource {
  /** The part of undici's `Dispatcher` that is used. */
  readonly dispatcher: { dispatch(options: object, handler: object): boolean };
  /** Whether it reports when it starts a request. If not, no failure proves that nothing was sent. */
  reportsStart: boolean;
  /** Whether each connection is closed after one request. */
  readonly closesEach?: boolean;
  /** Called when the answer to another request arrived. */
  onMismatch?(): void;
}

/** An answer, and the connection that brought it. A transport without connections returns none. */
export interface ReceivedAnswer extends GatewayAnswer {
  readonly connection?: AnsweringConnection | undefined;
}

/** The connection that brought an answer. */
interface AnsweringConnection {
  /**
   * Closes it, because its next answers may belong to other requests than theirs.
   *
   * @param isMismatch whether this is known, as the answer was not to its own request
   */
  close(isMismatch: boolean): void;
}

/** The only origin that an exchange goes to, its deadline once it is started in ms, and how much it reads. */
export interface ExchangeLimits {
  readonly origin: string;
  readonly attempt: number;
  readonly maxAnswerBytes: number;
}

/** What a request carries. */
export interface RequestContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** What is known about an exchange that brought no complete answer. */
export interface ExchangeFailure {
  readonly kind: EndReason | 'connection' | 'request' | 'unfit' | 'too-large' | 'unreadable';
  /** Why the request cannot be sent, if it is unfit. */
  readonly problem?: string | undefined;
  /** The system's code, for example `ECONNRESET`. */
  readonly systemCode?: string | undefined;
  /** The HTTP status, if the head of the answer arrived. */
  readonly httpStatus?: number | undefined;
}

/**
 * One HTTP exchange over undici's `dispatch`, with a record of what happened on the wire: no error code
 * distinguishes a reset before the gateway read the request from one after it.
 */
export class Exchange implements Dispatcher.DispatchHandler, StartingRequest, AnsweringConnection {
  /** Whether {@link begin} was called. */
  begun = false;
  /** How far it is known to have come in axios, if it is used. */
  reached: 'nothing' | 'interceptors' | 'our adapter' | 'another adapter' = 'nothing';
  answer: ReceivedAnswer | undefined;
  failure: ExchangeFailure | undefined;
  path = '';
  written: unknown;

  private started = false;
  private isLong = false;
  private isEarly = false;
  private status = 0;
  private headers: GatewayAnswer['headers'] = {};
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private controller: Dispatcher.DispatchController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private done: (() => void) | undefined;

  /** @param onStart called when a socket takes the request, if the dispatcher reports it */
  constructor(
    private readonly source: DispatchSource,
    private readonly limits: ExchangeLimits,
    private readonly onStart?: () => void,
  ) {}

  /** Whether it is certain that no byte of the request was written. */
  get provedNotStarted(): boolean {
    if (this.reached === 'another adapter') return false;
    // A stand-in for axios, whose interceptors cannot be watched, may have sent it.
    if (!this.begun) return this.reached !== 'nothing';
    return !this.started && this.source.reportsStart;
  }

  /**
   * Starts it. Called once.
   *
   * @param path the path and the query
   * @param done called once, when there is an answer or a failure
   */
  begin(path: string, { headers, body }: RequestContent, done: () => void): void {
    this.begun = true;
    this.path = path;
    this.isLong = (body?.length ?? 0) > WRITTEN_AT_ONCE;
    this.done = done;
    const problem = headersProblem(headers, body?.length ?? 0);
    if (problem) {
      this.fail({ kind: 'unfit', problem });
      return;
    }
    const { origin } = this.limits;
    try {
      this.source.dispatcher.dispatch(
        // Written out, because spread objects make a send a sixth slower. It has its own deadlines.
        {
          origin,
          path,
          method: 'POST',
          headers,
          body: body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
          reset: this.source.closesEach ? true : null,
          retryOptions: NO_RETRY,
          maxRedirections: 0,
        },
        this,
      );
    } catch (error) {
      this.fail({ kind: 'request', systemCode: systemCodeOf(error) });
    }
  }

  /** Ends it from outside. An earlier end stays. */
  fail(failure: ExchangeFailure): void {
    if (this.failure || this.answer) return;
    clearTimeout(this.timer);
    const { status, headers } = this;
    // The head says more than how the body ended.
    if (meaningOf(status) !== 'body')
      this.answer = { status, headers, body: Buffer.alloc(0), cut: true };
    else this.failure = status === 0 ? failure : { ...failure, httpStatus: status };
    this.stop(this.controller);
    this.done?.();
  }

  close(isMismatch: boolean): void {
    socketOf(this, this.path)?.destroy();
    if (isMismatch) this.source.onMismatch?.();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.source.reportsStart = true;
    if (this.started) {
      // The dispatcher retries by itself. The gateway may have read the first request.
      this.fail({ kind: 'connection', systemCode: 'REPEATED' });
      this.stop(controller);
      return;
    }
    // It ended while it waited for a socket. Throw instead of aborting: undici writes nothing either
    // way, but an abort would also close the socket.
    if (this.failure) throw new Error('The send has ended');
    this.started = true;
    this.controller = controller;
    noteSocket(this);
    this.onStart?.();
    this.timer = setTimeout(() => this.fail({ kind: 'timeout' }), this.limits.attempt);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: GatewayAnswer['headers'],
  ): void {
    // A dispatcher that does not report the start passes its controller here first.
    this.controller ??= controller;
    if (this.failure) this.stop(controller);
    if (status < 200) return;
    // The gateway may read the rest of this request as another one.
    if (this.isLong) this.isEarly = (socketOf(this, this.path)?.writableLength ?? 0) > 0;
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
    const { status, headers, chunks } = this;
    const encoding = headers['content-encoding']?.toString();
    const raw = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    const { body, problem } = decodeBody(raw, encoding, this.limits.maxAnswerBytes);
    if (problem) {
      this.fail({ kind: problem });
      return;
    }
    clearTimeout(this.timer);
    this.answer = { status, headers, body, connection: this };
    if (this.isEarly) this.close(false);
    this.done?.();
  }

  onResponseError(_controller: unknown, error: Error): void {
    const systemCode = systemCodeOf(error);
    // undici's own code for a request that it does not write.
    const isRefused = !this.started && systemCode === 'UND_ERR_INVALID_ARG';
    this.fail({ kind: isRefused ? 'request' : 'connection', systemCode });
  }

  private stop(controller: Dispatcher.DispatchController | undefined): void {
    try {
      controller?.abort(new Error('The send has ended'));
    } catch {
      // The controller of a dispatcher that is not undici's may have no `abort`, or a broken one.
    }
  }
}

// Only codes of undici or the system: the text of an error may repeat what was sent.
function systemCodeOf(error: unknown): string | undefined {
  const code = memberOf(error, 'code');
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,50}$/.test(code) ? code : undefined;
}
