import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Dispatcher, RetryHandler } from 'undici';
import { memberOf } from '../common/members.js';
import { GatewayAnswer } from '../protocol/gateway-answer.js';
import { readJsonObject } from '../protocol/read-json.js';
import type { EndReason, Outgoing } from '../deadline/deadline.js';

// Read by undici's own interceptors. A retry that resumes a cut answer would not even report its start,
// and the message would be sent twice.
const NO_RETRY: RetryHandler.RetryOptions = {
  maxRetries: 0,
  methods: [],
  statusCodes: [],
  retry: (error, _state, end) => end(error),
};

/**
 * A gateway may answer a body before it has read it to its end, and then read the rest as another request. The
 * operating system takes this many bytes at once, so a shorter body has been written out by then. The connection
 * of a longer one is closed after its answer.
 */
const WRITTEN_AT_ONCE = 16_384;

/** How many chunks of an answer are kept before they are joined. */
const MOST_CHUNKS = 1024;

/** What requests go through, and what is known of it. */
export interface DispatchSource {
  /** The part of undici's `Dispatcher` that is used. */
  readonly dispatcher: { dispatch(options: object, handler: object): boolean };
  /** Whether it reports when it starts a request. If not, no failure proves that nothing was sent. */
  reportsStart: boolean;
  /** Whether each connection is closed after one request. */
  readonly closesEach?: boolean;
  /** Called when a socket takes a request. */
  started?(outgoing: Outgoing): void;
  /** Called with each whole answer. */
  answered?(answer: GatewayAnswer): void;
  /** Called after an answer that may belong to another request; `isMismatch` if it certainly does. */
  distrust(outgoing: Outgoing, isMismatch: boolean): void;
}

/** The only origin that an exchange goes to, and how much it reads. */
export interface ExchangeLimits {
  readonly origin: string;
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
  /** Why the request is unfit to be sent, if the kind is `unfit`. */
  readonly problem?: string | undefined;
  /** The deadline that passed, if it was the attempt's. */
  readonly option?: 'attempt' | undefined;
  /** The system's code, for example `ECONNRESET`. */
  readonly systemCode?: string | undefined;
  /** The HTTP status, if the head of the answer arrived. */
  readonly httpStatus?: number | undefined;
}

/**
 * One HTTP exchange over undici's `dispatch`, with a record of what happened on the wire: no error code
 * distinguishes a reset before the gateway read the request from one after it.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Whether {@link begin} was called. */
  begun = false;
  /** How far the exchange is known to have come in axios, if axios makes it. */
  reached: 'nothing' | 'interceptors' | 'our adapter' | 'another adapter' = 'nothing';
  answer: GatewayAnswer | undefined;
  failure: ExchangeFailure | undefined;

  private started = false;
  private status = 0;
  private headers: GatewayAnswer['headers'] = {};
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private controller: Dispatcher.DispatchController | undefined;
  private done: (() => void) | undefined;

  constructor(
    private readonly source: DispatchSource,
    private readonly limits: ExchangeLimits,
    readonly outgoing: Outgoing,
  ) {}

  /** Whether it is certain that no byte of the request was written. */
  get provedNotStarted(): boolean {
    if (this.reached === 'another adapter') return false;
    // A stand-in for axios, whose interceptors cannot be watched, may have sent it.
    if (!this.begun) return this.reached !== 'nothing';
    return !this.started && this.source.reportsStart;
  }

  get mayHaveBegun(): boolean {
    return !this.answer && !this.failure && !this.provedNotStarted;
  }

  /**
   * Starts it. Called once.
   *
   * @param path the path and the query
   * @param done called once, when there is an answer or a failure
   */
  begin(path: string, { headers, body }: RequestContent, done: () => void): void {
    this.begun = true;
    this.done = done;
    const isLong = body !== undefined && body.length > WRITTEN_AT_ONCE;
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
          reset: isLong || this.source.closesEach ? true : null,
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
    this.outgoing.deadline.requestEnded();
    const { status, headers } = this;
    // For these statuses the head decides, however the body ended.
    const answer = new GatewayAnswer(status, headers, Buffer.alloc(0), true);
    if (answer.meaning !== 'body') this.answer = answer;
    else this.failure = status === 0 ? failure : { ...failure, httpStatus: status };
    this.stop(this.controller);
    this.done?.();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.source.reportsStart = true;
    if (this.started) {
      // The dispatcher retries by itself. The gateway may have read the first request.
      this.fail({ kind: 'connection', systemCode: 'REPEATED' });
      this.stop(controller);
      return;
    }
    this.outgoing.deadline.checkPermit();
    // It ended while it waited for a socket. Throw instead of aborting: undici writes nothing either
    // way, but an abort would also close the socket.
    if (this.failure) throw new Error('The send has ended');
    this.started = true;
    this.controller = controller;
    this.source.started?.(this.outgoing);
    this.outgoing.started();
    this.outgoing.deadline.requestStarted();
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
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > this.limits.maxAnswerBytes) this.fail({ kind: 'too-large' });
    else this.chunks.push(chunk);
    // A chunk of one byte takes a hundred times as much memory.
    if (this.chunks.length === MOST_CHUNKS) {
      this.chunks.splice(0, MOST_CHUNKS, Buffer.concat(this.chunks));
    }
  }

  onResponseEnd(): void {
    if (this.failure || this.answer) return;
    const { status, headers, chunks } = this;
    let body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    const encoding = headers['content-encoding'];
    // Some gateways announce an encoding of a body that they do not send.
    if (encoding !== undefined && body.length > 0) {
      const decoded = decode(body, String(encoding), this.limits.maxAnswerBytes);
      if (typeof decoded === 'string') return this.fail({ kind: decoded });
      body = decoded;
    }
    this.outgoing.deadline.requestEnded();
    this.answer = new GatewayAnswer(status, headers, body);
    this.source.answered?.(this.answer);
    this.done?.();
  }

  onResponseError(_controller: unknown, error: Error): void {
    const systemCode = systemCodeOf(error);
    // undici's own code for a request that it does not write.
    const isRefused = !this.started && systemCode === 'UND_ERR_INVALID_ARG';
    this.fail({ kind: isRefused ? 'request' : 'connection', systemCode });
  }

  private stop(controller: Dispatcher.DispatchController | undefined): void {
    // The controller of a dispatcher that is not undici's may be missing, or have no `abort`.
    controller?.abort?.(new Error('The send has ended'));
  }
}

const DECODERS = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** Undoes a content encoding, or says why it cannot. Several at once, which no server uses, are unreadable. */
function decode(
  body: Buffer,
  encoding: string,
  limit: number,
): Buffer | 'unreadable' | 'too-large' {
  const name = encoding.trim().toLowerCase();
  if (!name || name === 'identity') return body;
  const decoder = DECODERS.get(name);
  // Some servers write a charset there, as in `Content-Encoding: utf-8`. A body that is really
  // encoded is not JSON.
  if (!decoder) return readJsonObject(body) ? body : 'unreadable';
  try {
    return decoder(body, { maxOutputLength: limit });
  } catch (error) {
    // By its code: it is not an instance of RangeError if it is from another realm.
    return memberOf(error, 'code') === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'unreadable';
  }
}

// Only codes of undici or the system: the text of an error may repeat what was sent.
function systemCodeOf(error: unknown): string | undefined {
  const code = memberOf(error, 'code');
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,50}$/.test(code) ? code : undefined;
}
