import { Client } from 'undici';
import type { WorldClock } from './clock.js';
import { type Reply, type Request, type WorldGateway } from './gateway.js';
import type { Fate } from './weather.js';

/** The part of an undici 7 handler that the package implements. */
interface Handler {
  onRequestStart(controller: object, context: object): void;
  onResponseStart(controller: object, status: number, headers: object, message: string): void;
  onResponseData(controller: object, chunk: Buffer): void;
  onResponseEnd(controller: object, trailers: object): void;
  onResponseError(controller: object, error: Error): void;
}

/** What the package passes to `dispatch`. */
interface DispatchOptions {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Whether the connection is closed after this request. */
  readonly reset: boolean | null;
}

/** A request as the world saw it on its way. Times by the world's clock. */
export interface Exchange {
  readonly request: Request;
  readonly dispatchedAt: number;
  /** When a socket took it. */
  startedAt?: number;
  endedAt?: number;
  /**
   * How it ended: the whole answer arrived, the connection failed or broke, or the package gave it up: on its way,
   * or before a socket took it.
   */
  end?: 'answered' | 'refused' | 'broken' | 'given up' | 'withdrawn';
  /** The head of its answer, if that arrived. */
  head?: Pick<Reply, 'status' | 'headers' | 'accepts' | 'refuses'>;
}

/** A step of an exchange. */
export interface WireStep {
  readonly step: 'dispatched' | 'started' | 'ended';
  readonly at: number;
  readonly exchange: Exchange;
}

/** For how long an answer asks for a pause, in ms. */
export function retryAfterOf({ head }: Exchange): number {
  const { 'retry-after': header, date } = head?.headers ?? {};
  if (header === undefined) return 0;
  return /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.parse(date ?? '');
}

/** An answer that came twice, and waits on the connection for the next request. */
interface Second {
  readonly reply: Reply;
  readonly numbers: readonly string[];
}

/** An undici `Dispatcher` without sockets: the world decides what happens to each request. */
export class WorldNetwork {
  /** Everything that happened on the wire, in order. */
  readonly steps: WireStep[] = [];
  /** How many sends left with a token that had expired. */
  oldTokens = 0;
  private second: Second | undefined;

  constructor(
    private readonly clock: WorldClock,
    private readonly gateway: WorldGateway,
    private readonly fateOf: (request: Request) => Fate,
    private readonly note: (line: string) => void,
  ) {}

  dispatch(options: object, handler: object): boolean {
    const given = options as DispatchOptions;
    const request = this.gateway.read(given);
    if (this.gateway.hasOldToken(request)) this.oldTokens += 1;
    const fate = this.fateOf(request);
    // A second answer without numbers looks like the answer to the next request.
    const isTwice = fate.isTwice && fate.verdict === 'yes' && !given.reset;
    new Flight(request, { ...fate, isTwice }, handler as Handler, this).begin();
    return true;
  }

  after(ms: number, work: () => void): void {
    this.clock.after(ms, work);
  }

  tell(request: Request, what: string): void {
    this.note(`${request.id} #${request.attempt}: ${what}`);
  }

  log(step: WireStep['step'], exchange: Exchange): void {
    this.steps.push({ step, at: this.now, exchange });
  }

  arrived(request: Request, fate: Fate, startedAt: number): Reply {
    return this.gateway.receive(request, fate, startedAt);
  }

  get now(): number {
    return this.clock.now;
  }

  /** The answer that a request finds on its connection, before its own. */
  takeSecond({ numbers, kind }: Request): Reply | undefined {
    const { second } = this;
    this.second = undefined;
    if (!second || kind !== 'send') return undefined;
    // An answer with the same numbers looks like the request's own.
    return second.numbers.some((number) => numbers.includes(number)) ? undefined : second.reply;
  }

  /** Opens new connections. */
  renew(): void {
    this.second = undefined;
  }

  keepSecond(reply: Reply, { numbers }: Request): void {
    this.second = { reply, numbers };
  }
}

// The package trusts undici's own dispatchers to report when a request is started, and knows them by their class.
Object.defineProperty(WorldNetwork.prototype, 'constructor', { value: Client });

/** One request on its way. */
class Flight {
  private isOver = false;
  private isAborted = false;
  private startedAt = 0;
  private readonly exchange: Exchange;

  constructor(
    private readonly request: Request,
    private readonly fate: Fate,
    private readonly handler: Handler,
    private readonly network: WorldNetwork,
  ) {
    this.exchange = { request, dispatchedAt: network.now };
  }

  begin(): void {
    const { network, fate } = this;
    network.log('dispatched', this.exchange);
    network.after(fate.connect, () => (fate.isRefused ? this.fail('ECONNREFUSED') : this.start()));
  }

  private readonly controller = {
    aborted: false,
    paused: false,
    reason: null,
    pause: (): void => undefined,
    resume: (): void => undefined,
    abort: (reason: Error): void => {
      if (this.isOver) return;
      this.isAborted = true;
      this.network.tell(this.request, 'given up');
      this.end('given up', () => this.handler.onResponseError(this.controller, reason));
    },
  };

  private start(): void {
    const { handler, network, fate, request } = this;
    try {
      handler.onRequestStart(this.controller, {});
    } catch (error) {
      network.tell(request, 'had ended before a socket took it');
      this.end('withdrawn', () => handler.onResponseError(this.controller, error as Error));
      return;
    }
    network.tell(request, 'started');
    this.startedAt = network.now;
    this.exchange.startedAt = network.now;
    network.log('started', this.exchange);
    const found = network.takeSecond(request);
    if (found) network.after(0, () => this.answer(found, "finds another request's answer"));
    network.after(fate.upload, () => this.arrive());
  }

  private arrive(): void {
    const { network, fate, request } = this;
    if (this.isAborted && !fate.readsAborted) return;
    if (fate.lost === 'request') return this.fail('ECONNRESET');
    if (fate.lost === 'request, silently') return;
    const reply = network.arrived(request, fate, this.startedAt);
    network.after(fate.think, () => {
      if (fate.lost === 'answer') return this.fail('ECONNRESET');
      if (fate.lost === 'answer, silently') return;
      if (fate.isTwice && reply.status === 200) network.keepSecond(reply, request);
      this.answer(reply, `is answered: ${fate.verdict}`);
    });
  }

  private answer(reply: Reply, what: string): void {
    if (this.isOver) return;
    const { status, headers, body } = reply;
    const { handler, network, request, fate, controller } = this;
    network.tell(request, what);
    this.exchange.head = reply;
    handler.onResponseStart(controller, status, headers, '');
    const half = Math.ceil(body.length / 2);
    handler.onResponseData(controller, body.subarray(0, half));
    if (fate.lost === 'half the answer') return this.fail('UND_ERR_SOCKET');
    if (half < body.length) handler.onResponseData(controller, body.subarray(half));
    this.end('answered', () => handler.onResponseEnd(controller, {}));
  }

  private fail(code: string): void {
    this.network.tell(this.request, code);
    const error = Object.assign(new Error(code), { code });
    this.end(code === 'ECONNREFUSED' ? 'refused' : 'broken', () =>
      this.handler.onResponseError(this.controller, error),
    );
  }

  private end(end: NonNullable<Exchange['end']>, tell: () => void): void {
    if (this.isOver) return;
    this.isOver = true;
    const { exchange, network } = this;
    exchange.endedAt = network.now;
    exchange.end = end;
    network.log('ended', exchange);
    tell();
  }
}
