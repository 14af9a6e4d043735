import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SendEndpoint } from './gateway/send-endpoint.js';
import type { TokenEndpoint } from './gateway/token-endpoint.js';
import { handleApi, type ApiMeans } from './api/api-routes.js';
import { OPENAPI_PATH } from './api/openapi-path.js';
import { guardRequest } from './http/guard-request.js';
import { HttpError } from './http/http-error.js';
import type { Handler } from './http/server.js';
import { writeJson, writeWhole } from './http/write-json.js';
import { OUTER_ROUTES, findOuterPath, type OuterPath } from './outer-routes.js';
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
  const handlers: Readonly<Record<OuterPath, Handler>> = {
    '/me/': (request, response) => gateway.me.handle(request, response),
    '/SMSApi/send': (request, response, url) => gateway.send.handle(request, response, url),
    '/health': (_request, response) => writeJson(response, 200, { status: 'ok' }),
  };
  return (request, response, url) => {
    const path = findOuterPath(url.pathname, basePath);
    if (path === undefined) return serveInside(request, response, url, means);
    allow(request, ...OUTER_ROUTES[path]);
    return handlers[path](request, response, url);
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
      `POST ${basePath}/SMSApi/send, the page at /, the API at /api/messages; ${OPENAPI_PATH} describes it all.`,
  );
}
