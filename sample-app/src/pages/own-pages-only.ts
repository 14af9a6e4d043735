import type { IncomingMessage, ServerResponse } from 'node:http';

const READS = new Set(['GET', 'HEAD']);

/**
 * Refuses what a page of another site posts. Without this, any site that is open in a browser on this
 * machine could post a form to the app, and so send messages. Clients other than browsers name no
 * origin and get through.
 */
export function ownPagesOnly(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  if (isRead(request) || request.headers.origin === undefined || isFromThisApp(request)) next();
  else {
    const message = 'Only pages of this app may do this: Origin must be its address.';
    response.writeHead(403, { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ statusCode: 403, message }));
  }
}

/** Whether a request changes nothing. */
export function isRead({ method = '' }: IncomingMessage): boolean {
  return READS.has(method);
}

/**
 * Whether a request comes from a page of this app. Browsers send Origin with every POST. The scheme
 * may differ, because a proxy in front may use TLS.
 */
export function isFromThisApp({ headers: { origin, host } }: IncomingMessage): boolean {
  return host !== undefined && [`http://${host}`, `https://${host}`].includes(origin ?? '');
}
