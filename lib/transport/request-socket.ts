import { subscribe } from 'node:diagnostics_channel';
import { hasMethods, memberOf } from '../common/members.js';

/** The part of a socket that is used. */
export interface RequestSocket {
  /** Bytes that it has not reported as written out. */
  readonly writableLength: number;
  destroy(): void;
}

/** A request that is about to be written to a socket. */
export interface StartingRequest {
  readonly path: string;
  socket: RequestSocket | undefined;
}

let starting: StartingRequest | undefined;
let isSubscribed = false;

/**
 * Passes a request the socket that it is written to, which undici does not report to its handler. Call it in
 * `onRequestStart`: undici publishes the socket right after that. There is none with HTTP/2, whose
 * answers name their requests, or with a dispatcher that is not undici's.
 */
export function findSocket(request: StartingRequest): void {
  if (!isSubscribed) subscribe('undici:client:sendHeaders', onSendHeaders);
  isSubscribed = true;
  starting = request;
}

function onSendHeaders(message: unknown): void {
  const request = starting;
  starting = undefined;
  if (!request) return;
  const socket = memberOf(message, 'socket');
  const head = memberOf(message, 'headers');
  const isOurs = typeof head === 'string' && head.startsWith(`POST ${request.path} HTTP/1.1\r\n`);
  if (isOurs && isSocket(socket)) request.socket = socket;
}

function isSocket(value: unknown): value is RequestSocket {
  return hasMethods(value, 'destroy') && typeof memberOf(value, 'writableLength') === 'number';
}
