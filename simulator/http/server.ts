import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewaySimulatorError } from '../common/simulator-error.js';
import { ClientGoneError, HttpError } from './http-error.js';
import { writeJson } from './write-json.js';

/** Answers one request. An error that it throws becomes a JSON answer. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<void> | void;

/** Makes a server that survives any request. */
export function makeServer(handle: Handler, now: () => number): Server {
  const server = createServer(
    // Longer than clients keep an idle socket, so that no request meets a closed one.
    {
      keepAliveTimeout: 75_000,
      headersTimeout: 60_000,
      requestTimeout: 120_000,
      // A query may have a long text or many numbers.
      maxHeaderSize: 1024 * 1024,
    },
    (request, response) => {
      response.sendDate = false;
      response.setHeader('Date', new Date(now()).toUTCString());
      response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
      // A broken socket is the client's problem and must not end the process.
      response.on('error', () => {});
      const answer = async () => handle(request, response, parseTarget(request.url ?? '/'));
      answer().catch((error: unknown) => writeError(response, error));
    },
  );
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    else socket.destroy();
  });
  return server;
}

/**
 * Starts listening.
 *
 * @returns the port
 * @throws GatewaySimulatorError `listen`, saying what to do
 */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new GatewaySimulatorError('listen', describeListenError(error, port, host))),
    );
    server.listen({ port, host }, () => resolve((server.address() as AddressInfo).port));
  });
}

// Not `new URL(target, base)`, because a target like //host/path must stay a path.
function parseTarget(target: string): URL {
  try {
    return new URL(`http://simulator${target.startsWith('/') ? target : '/'}`);
  } catch {
    throw new HttpError(400, 'bad-target', 'The path of the request cannot be parsed.');
  }
}

function writeError(response: ServerResponse, error: unknown): void {
  if (error instanceof ClientGoneError) return;
  const httpError =
    error instanceof HttpError
      ? error
      : new HttpError(500, 'internal', 'The simulator failed. This is a bug in the simulator.');
  writeJson(response, httpError.status, httpError.body, httpError.headers);
}

function describeListenError({ code }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use. Stop what listens there, or use another port (0 picks a free one).`;
    case 'EACCES':
      return `This user may not listen on port ${port} of ${host}. Use a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Use one that is, for example 127.0.0.1.`;
    default:
      return `Cannot listen on ${host}, port ${port} (${code ?? 'unknown error'}).`;
  }
}
