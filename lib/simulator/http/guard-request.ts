import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { sameSecret } from '../gateway/check-credentials.js';
import { isLoopback, type ResolvedOptions } from '../simulator.options.js';
import { HttpError } from './http-error.js';

type Guarding = Pick<ResolvedOptions, 'host' | 'allowedHosts' | 'inboxPassword'>;

/**
 * Lets a request through to page and API. A page of some other site that has its own name resolved
 * to this machine (DNS rebinding) still says its own name in `Host` and `Origin`.
 *
 * @throws HttpError 403 or 401, saying what to do
 */
export function guardRequest(request: IncomingMessage, options: Guarding): void {
  const { host, origin, authorization } = request.headers;
  const name = hostName(host ?? '');
  if (!isKnownHost(name, options)) {
    throw new HttpError(
      403,
      'host',
      'This host name is not known here. Open the page under 127.0.0.1 or localhost, or add the ' +
        'name to allowedHosts (--allowed-host).',
    );
  }
  if (origin !== undefined && !isSameOrigin(origin, host ?? '')) {
    throw new HttpError(403, 'origin', 'Pages of other sites may not use this API.');
  }
  if (options.inboxPassword !== undefined && !hasPassword(authorization, options.inboxPassword)) {
    throw new HttpError(401, 'password', 'Give the inbox password (any user name).', {
      'WWW-Authenticate': 'Basic realm="SMS gateway simulator", charset="UTF-8"',
    });
  }
}

function isKnownHost(name: string, { host, allowedHosts }: Guarding): boolean {
  if (name === 'localhost' || name === '127.0.0.1' || name === '::1') return true;
  if (name === host.toLowerCase()) return true;
  // An address can't be rebound; what listens for other machines is opened under one.
  if (!isLoopback(host) && isIP(name) !== 0) return true;
  return allowedHosts.some((allowed) => allowed.toLowerCase() === name);
}

function hostName(host: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? [];
  return (bracketed ?? plain ?? '').toLowerCase();
}

// The scheme may differ: a proxy in front may speak TLS.
function isSameOrigin(origin: string, host: string): boolean {
  return /^https?:\/\/(.+)$/i.exec(origin)?.[1]?.toLowerCase() === host.toLowerCase();
}

function hasPassword(authorization: string | undefined, password: string): boolean {
  const encoded = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const credentials = Buffer.from(encoded, 'base64').toString();
  const colon = credentials.indexOf(':');
  return colon !== -1 && sameSecret(credentials.slice(colon + 1), password);
}
