import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SendEndpoint } from './gateway/send-endpoint.js';
import type { TokenEndpoint } from './gateway/token-endpoint.js';
import { handleApi, type ApiMeans } from './api/api-routes.js';
import { guardRequest } from './http/guard-request.js';
import { HttpError } from './http/http-error.js';
import type { Handler } from './http/server.js';
import { writeJson, writeWhole } from './http/write-json.js';
import { findPageAsset } from './page/page.js';

/** The gateway's own two endpoints. */
export interface GatewayEndpoints {
  readonly me: TokenEndpoint;
  readonly send: SendEndpoint;
}

/**
 * Says which request goes where: the gateway's own paths and `/health` to anybody, page and API to
 * those who pass the guard.
 */
export function makeRouter(gateway: GatewayEndpoints, means: ApiMeans): Handler {
  const { basePath } = means.options;
  return (request, response, url) => {
    switch (url.pathname) {
      case `${basePath}/me`:
      case `${basePath}/me/`:
        allow(request, 'POST');
        return gateway.me.handle(request, response);
      case `${basePath}/SMSApi/send`:
      case `${basePath}/SMSApi/send/`:
        allow(request, 'POST', 'GET');
        return gateway.send.handle(request, response, url);
      case '/health':
        allow(request, 'GET', 'HEAD');
        return writeJson(response, 200, { status: 'ok' });
      default:
        return serveInside(request, response, url, means);
    }
  };
}

function serveInside(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  means: ApiMeans,
): Promise<void> | void {
  const isApi = url.pathname.startsWith('/api/') || url.pathname === '/metrics';
  const asset = isApi ? undefined : findPageAsset(url.pathname, means);
  if (!isApi && asset === undefined) throw notFound(request, url, means.options.basePath);
  guardRequest(request, means.options);
  if (asset === undefined) return handleApi(request, response, url, means);
  allow(request, 'GET', 'HEAD');
  return writeWhole(response, 200, asset.body, asset.headers);
}

function allow(request: IncomingMessage, ...methods: string[]): void {
  if (methods.includes(request.method ?? '')) return;
  throw new HttpError(
    405,
    'method',
    `${request.method} is not for this path; it takes ${methods.join(' and ')}.`,
    { Allow: methods.join(', ') },
  );
}

function notFound(request: IncomingMessage, url: URL, basePath: string): HttpError {
  return new HttpError(
    404,
    'not-found',
    `Nothing is at ${request.method} ${url.pathname}. The gateway is at POST ${basePath}/me/ and ` +
      `POST ${basePath}/SMSApi/send, the page at /, the API at /api/messages.`,
  );
}
