import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFromThisApp, isRead } from '../pages/own-pages-only.js';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Lets only those through who know the password (HTTP Basic, with any user name). A browser sends a
 * password that it knows with every request, so whatever changes something must also come from a page
 * of this app.
 */
export function adminOnly(password: string): Middleware {
  return (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Frame-Options', 'DENY');
    if (!hasPassword(request.headers.authorization, password)) {
      response.setHeader('WWW-Authenticate', 'Basic realm="Queue", charset="UTF-8"');
      refuse(response, 401, 'Enter the password in SMS_ADMIN_PASSWORD, with any user name.');
    } else if (!isRead(request) && !isFromThisApp(request)) {
      refuse(response, 403, 'Only pages of this app may do this: Origin must be its address.');
    } else next();
  };
}

function hasPassword(authorization: string | undefined, password: string): boolean {
  const encoded = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const credentials = Buffer.from(encoded, 'base64').toString();
  const colon = credentials.indexOf(':');
  return colon !== -1 && isSame(credentials.slice(colon + 1), password);
}

// The time that it takes tells nothing: hashes have the same length.
function isSame(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(`${why}\n`);
}
