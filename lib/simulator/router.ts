import type { IncomingMessage, ServerResponse } from 'node:http';
import { handleApi } from './api/api-routes.js';
import { guardRequest, refuseCrossSite } from './http/guard-request.js';
import { HttpError, allowMethods } from './http/http-error.js';
import type { Handler } from './http/server.js';
import { writeJson, writeWhole } from './http/write-json.js';
import { findPageAsset } from './page/page.js';
import type { SimulatorContext } from './simulator-context.js';
import { OPENAPI_PATH, OPEN_ROUTES, findOpenPath, isGatewayPath, type OpenPath } from './routes.js';

/** The gateway's own endpoints. */
export type GatewayEndpoints = Readonly<Record<'/me/' | '/SMSApi/send', Handler>>;

/**
 * Routes requests: the gateway's own paths and `/health` are open, the page and the API are behind
 * the guard.
 */
export function makeRouter(gateway: GatewayEndpoints, context: SimulatorContext): Handler {
  const handlers: Readonly<Record<OpenPath, Handler>> = {
    ...gateway,
    '/health': (_request, response) => writeJson(response, 200, { status: 'ok' }),
  };
  return (request, response, url) => {
    const path = findOpenPath(url.pathname, context.options.basePath);
    if (path === undefined) return serveGuarded(request, response, url, context);
    if (isGatewayPath(path)) refuseCrossSite(request);
    allowMethods(request, OPEN_ROUTES[path]);
    return handlers[path](request, response, url);
  };
}

function serveGuarded(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  context: SimulatorContext,
): Promise<void> | void {
  const { pathname } = url;
  const { options } = context;
  const isApi = pathname.startsWith('/api/') || pathname === '/metrics';
  const asset = isApi ? undefined : findPageAsset(pathname, options);
  if (!isApi && asset === undefined) {
    throw new HttpError(
      404,
      'not-found',
      `${request.method} ${pathname} does not exist. The gateway is at POST ${options.basePath}/me/ ` +
        `and POST ${options.basePath}/SMSApi/send, the page at /, the API at /api/messages. ` +
        `${OPENAPI_PATH} describes everything.`,
    );
  }
  // A link on another site may lead to the page, but not into the API.
  if (isApi) refuseCrossSite(request);
  guardRequest(request, options);
  if (asset === undefined) return handleApi(request, response, url, context);
  allowMethods(request, ['GET', 'HEAD']);
  return writeWhole(response, 200, asset.body, asset.headers);
}
