import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterThisTest } from './clean-up.js';
import { readForm } from './form.js';

/** A request as it was received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** The form's fields. A login has none. */
  readonly fields: Readonly<Record<string, string>>;
  /** When it came, by `performance.now()`. */
  readonly at: number;
}

/** What to answer. A body that is neither a string nor a buffer is sent as JSON. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

/** Answers one request. `count` is 1 for the first of its kind. */
export type Answering = (request: Received, count: number) => Answer | Promise<Answer>;

export interface Script {
  readonly login?: Answering;
  readonly send?: Answering;
}

/** The answer to an accepted send, as in the gateway specification. It names no number, so that it fits any send. */
export function acceptance(more: object = {}): Answer {
  return {
    body: {
      status: 'success',
      mobile: '',
      invalidMobile: '',
      transactionId: '1234567890123456789',
      statusCode: '200',
      reason: 'success',
      msgId: '',
      ...more,
    },
  };
}

/** The answer to a rejected send, as real gateways give it. */
export function rejection(statusCode = '203', reason = 'Sender id is invalid'): Answer {
  return { body: { status: 'error', statusCode, reason } };
}

/** The answer to a login. By default the token expires in an hour, written in UTC. */
export function token(value: string, ...expiresAfter: readonly unknown[]): Answer {
  return {
    body: {
      status: 'success',
      token: value,
      expires_after: expiresAfter.length === 0 ? inAnHour() : expiresAfter[0],
      statusCode: '200',
      reason: 'success',
    },
  };
}

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** A gateway that answers as scripted and keeps everything that it received. */
export class ScriptedGateway {
  readonly logins: Received[] = [];
  readonly sends: Received[] = [];
  /** What it answers from now on. */
  script: Script;

  private server: Server;
  private port = 0;

  /** Without sockets, for a `FakeAccount`. */
  constructor(script: Script = {}) {
    this.script = script;
    this.server = this.makeServer();
  }

  /** Listens on a free port until the test ends. */
  static async listen(script: Script = {}): Promise<ScriptedGateway> {
    const gateway = new ScriptedGateway(script);
    await gateway.reopen();
    afterThisTest(() => gateway.close());
    return gateway;
  }

  /** Listens again on the same port. */
  async reopen(): Promise<void> {
    this.server = this.makeServer();
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (typeof address === 'object' && address) this.port = address.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The texts received, in order. */
  get texts(): readonly (string | undefined)[] {
    return this.sends.map(({ fields }) => fields['msg']);
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  /** Keeps a request. Returns what answers it. */
  keep(received: Received): () => Promise<Answer> {
    const isLogin = received.path.endsWith('/me/');
    const count = (isLogin ? this.logins : this.sends).push(received);
    return async () => {
      const answering = isLogin ? this.script.login : this.script.send;
      return (await answering?.(received, count)) ?? (isLogin ? token(`t${count}`) : acceptance());
    };
  }

  private makeServer(): Server {
    return createServer((request, response) => void this.handle(request, response));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await receive(request);
    const { status = 200, headers = {}, body = '' } = await this.keep(received)();
    response.sendDate = false;
    // Node's own header would use the host's clock, not the one that tests set.
    response.setHeader('Date', new Date(Date.now()).toUTCString());
    response.setHeader('Content-Type', 'application/json');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.statusCode = status;
    const plain = typeof body === 'string' || Buffer.isBuffer(body);
    response.end(plain ? body : JSON.stringify(body));
  }
}

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers,
    rawHeaders: request.rawHeaders,
    body,
    fields: body.length > 0 ? await readForm(headers['content-type'] ?? '', body) : {},
    at: performance.now(),
  };
}
