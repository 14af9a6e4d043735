import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isSame } from '../../lib/core/common/is-same.js';
import { isLoopback, type ResolvedOptions } from '../options/check-options.js';
import { HttpError } from './http-error.js';

type GuardOptions = Pick<ResolvedOptions, 'host' | 'allowedHosts' | 'inboxPassword'>;

/**
 * Refuses requests that a browser makes for a page of another site. From how long they take, such a
 * page could learn who got a message, although it cannot read the answer.
 *
 * @throws HttpError 403
 */
export function refuseCrossSite({ headers }: IncomingMessage): void {
  if (headers['sec-fetch-site'] !== 'cross-site') return;
  throw new HttpError(403, 'cross-site', 'Pages of other sites must not use the simulator.');
}

/**
 * Refuses requests that a browser makes for a page of another origin. Over plain HTTP, browsers only send
 * `Sec-Fetch-Site` to this machine. Programs send no `Origin`, and may use any name for the host.
 *
 * @throws HttpError 403
 */
export function refuseOtherOrigin({ host = '', origin }: IncomingHttpHeaders): void {
  // The scheme may differ, because a proxy in front of the simulator may use TLS.
  const origins = [`http://${host}`, `https://${host}`].map((allowed) => allowed.toLowerCase());
  if (origin === undefined || origins.includes(origin.toLowerCase())) return;
  throw new HttpError(
    403,
    'origin',
    'Pages of other sites must not use the simulator. If a proxy is in front of it, the proxy must pass on the header Host.',
  );
}

/**
 * Checks that a request may use the page and the API. A site whose own name resolves to this machine
 * (DNS rebinding) is recognised because `Host` and `Origin` still carry that name.
 *
 * @throws HttpError 403 or 401 saying what to do
 */
export function guardRequest({ headers }: IncomingMessage, options: GuardOptions): void {
  const { host = '', authorization } = headers;
  if (!isKnownHost(hostName(host), options)) {
    throw new HttpError(
      403,
      'host',
      `The host name ${hostName(host).slice(0, 100)} is not allowed. Use 127.0.0.1 or localhost, or ` +
        'add the name to the option allowedHosts (--allowed-host).',
    );
  }
  refuseOtherOrigin(headers);
  if (options.inboxPassword !== undefined && !hasPassword(authorization, options.inboxPassword)) {
    throw new HttpError(401, 'password', 'Enter the inbox password, with any user name.', {
      'WWW-Authenticate': 'Basic realm="SMS gateway simulator", charset="UTF-8"',
    });
  }
}

function isKnownHost(name: string, { host, allowedHosts }: GuardOptions): boolean {
  const knownHosts = ['localhost', '127.0.0.1', '::1', host, ...allowedHosts];
  if (knownHosts.some((knownHost) => knownHost.toLowerCase() === name)) return true;
  // Other machines use an address, and an address cannot be rebound.
  return !isLoopback(host) && isIP(name) !== 0;
}

function hostName(host: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? [];
  return (bracketed ?? plain ?? '').toLowerCase();
}

function hasPassword(authorization: string | undefined, password: string): boolean {
  const encoded = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const credentials = Buffer.from(encoded, 'base64').toString();
  const colon = credentials.indexOf(':');
  return colon !== -1 && isSame(credentials.slice(colon + 1), password);
}
