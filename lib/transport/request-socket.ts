import { subscribe } from 'node:diagnostics_channel';
import { hasMethods, memberOf } from '../common/members.js';

/** The part of a socket that is used. */
export interface RequestSocket {
  /** How many bytes it has not reported as written out. */
  readonly writableLength: number;
  destroy(): void;
}

/** A request that is about to be written to a socket. */
export interface StartingRequest {
  /** The message that undici publishes when it writes the request. {@link socketOf} reads the socket from it. */
  written: unknown;
}

let starting: StartingRequest | undefined;
let isSubscribed = false;

/**
 * Notes which socket a request is written to, which undici does not report to its handler. Call it in
 * `onRequestStart`: undici publishes the socket right after that.
 */
export function noteSocket(request: StartingRequest): void {
  if (!isSubscribed) subscribe('undici:client:sendHeaders', onSendHeaders);
  isSubscribed = true;
  starting = request;
}

/**
 * The socket that a request to this path was written to. There is none with HTTP/2, whose answers name their
 * requests, or with a dispatcher that is not undici's. It is read only for the few answers that need it.
 */
export function socketOf({ written }: StartingRequest, path: string): RequestSocket | undefined {
  const socket = memberOf(written, 'socket');
  const head = memberOf(written, 'headers');
  const isOurs = typeof head === 'string' && head.startsWith(`POST ${path} HTTP/1.1\r\n`);
  return isOurs && isSocket(socket) ? socket : undefined;
}

function onSendHeaders(message: unknown): void {
  if (starting) starting.written = message;
  starting = undefined;
}

function isSocket(value: unknown): value is RequestSocket {
  return hasMethods(value, 'destroy') && typeof memberOf(value, 'writableLength') === 'number';
}
