import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewaySimulatorError } from '../simulator-error.js';
import { ClientGoneError, HttpError } from './http-error.js';
import { writeJson } from './write-json.js';

/** Answers one request. What it throws becomes a JSON answer. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<void> | void;

/** Makes a server that survives whatever comes. */
export function makeServer(handle: Handler, now: () => number): Server {
  const server = createServer(
    // A client's idle socket must outlive the client's own idea of it: a server that closes first
    // resets the next request on its way.
    { keepAliveTimeout: 75_000, headersTimeout: 60_000, requestTimeout: 120_000 },
    (request, response) => {
      response.sendDate = false;
      response.setHeader('Date', new Date(now()).toUTCString());
      // Broken sockets are the clients' affair and must not end the process.
      response.on('error', () => {});
      answer(handle, request, response).catch((error: unknown) => writeError(response, error));
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

async function answer(
  handle: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await handle(request, response, parseTarget(request.url ?? '/'));
}

// Not `new URL(target, base)`: a target such as //host/path must stay a path.
function parseTarget(target: string): URL {
  try {
    return new URL(`http://simulator${target.startsWith('/') ? target : '/'}`);
  } catch {
    throw new HttpError(400, 'bad-target', 'The path of the request cannot be read.');
  }
}

function writeError(response: ServerResponse, error: unknown): void {
  if (error instanceof ClientGoneError) return;
  if (error instanceof HttpError) {
    const body = { error: { code: error.code, message: error.message } };
    writeJson(response, error.status, body, error.headers);
    return;
  }
  const message = 'The simulator failed at this request; this is a fault of the simulator.';
  writeJson(response, 500, { error: { code: 'internal', message } });
}

function describeListenError(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE') {
    return (
      `Port ${port} of ${host} is in use. End what listens there, or give another port ` +
      '(0 takes a free one).'
    );
  }
  if (error.code === 'EACCES') {
    return `Port ${port} of ${host} may not be used by this user. Give a port above 1023.`;
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `${host} is no address of this machine. Give one that is, such as 127.0.0.1.`;
  }
  return `Cannot listen on ${host}, port ${port}: ${error.code ?? error.message}.`;
}
