import type { IncomingMessage, ServerResponse } from 'node:http';
import { OPENAPI_PATH, handleApi } from './api/api-routes.js';
import { GATEWAY_PATHS } from './gateway/gateway-paths.js';
import { keepForbidden, keepNotServed } from './gateway/not-served.js';
import { makeOtherCalls } from './gateway/query-endpoints.js';
import { makeSendEndpoint } from './gateway/send-endpoint.js';
import { makeTokenEndpoint } from './gateway/token-endpoint.js';
import { guardRequest, refuseCrossSite, refuseOtherOrigin } from './http/guard-request.js';
import { HttpError, allowMethods } from './http/http-error.js';
import type { Handler } from './http/server.js';
import { writeJson, writeWhole } from './http/write-json.js';
import { findPageAsset, type PageAsset } from './page/page.js';
import type { SimulatorContext } from './simulator-context.js';

const FORBIDDEN = 403;
const PATHS = Object.keys(GATEWAY_PATHS);
// What comes after the base path, which may begin like a path of the API. No path of the API ends like this.
const OF_GATEWAY = /^\/(?:SMSApi\/|me\/?$|index\.php$)/;

/**
 * Routes requests: the gateway's own paths and `/health` are open, the page and the API are behind
 * the guard. Everything else is a request to the gateway that it does not serve.
 */
export function makeRouter(context: SimulatorContext): Handler {
  const { basePath } = context.options;
  const serveGateway = makeGateway(context);
  return async (request, response, url) => {
    const { pathname } = url;
    if (pathname === '/health') {
      allowMethods(request, ['GET', 'HEAD']);
      return writeJson(response, 200, { status: 'ok' });
    }
    const isApi = pathname.startsWith('/api/') && !OF_GATEWAY.test(pathname.replace(basePath, ''));
    const asset = isApi ? undefined : findPageAsset(pathname, context.options);
    if (isApi || asset) return serveGuarded(request, response, url, asset, context);
    const target = rewritten(url, basePath);
    try {
      refuseCrossSite(request);
      refuseOtherOrigin(request.headers);
      await serveGateway(request, response, target);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.status === FORBIDDEN) {
        if (pathOf(target, basePath) !== undefined)
          keepForbidden(context, request, response, target, error);
        throw error;
      }
      // In the gateway's form, because clients of its other paths fail without a `response`.
      if (target !== url || pathname.includes('/SMSApi/')) {
        const { status, message: msg } = error;
        error.body = { response: { status: 'error', code: String(status), msg } };
      }
      await keepNotServed(context, request, response, target, error);
      throw error;
    }
  };
}

/** The path in the query of `index.php`, through which clients call hosts that do not rewrite paths. */
function rewritten(url: URL, basePath: string): URL {
  if (url.pathname !== `${basePath}/index.php`) return url;
  const target = new URL(url);
  target.searchParams.delete('url');
  target.pathname = `${basePath}/${url.searchParams.get('url') ?? ''}`;
  return target;
}

function makeGateway(context: SimulatorContext): Handler {
  const { basePath } = context.options;
  const endpoints: Readonly<Record<string, Handler>> = {
    '/me/': makeTokenEndpoint(context),
    '/SMSApi/send': makeSendEndpoint(context),
    ...makeOtherCalls(context),
  };
  return (request, response, url) => {
    const path = pathOf(url, basePath);
    if (path === undefined) throw notFound(request, url.pathname, basePath);
    allowMethods(request, GATEWAY_PATHS[path]?.methods ?? []);
    return endpoints[path]?.(request, response, url);
  };
}

/** The gateway's path that a request is for, if it is one of them. */
function pathOf({ pathname }: URL, basePath: string): string | undefined {
  return PATHS.find((knownPath) => isSame(pathname, basePath + knownPath));
}

/** What to do instead of a call that is not simulated on purpose. */
function adviceFor(path: string): string | undefined {
  if (/\/(?:SMSApi\/rest|library\/api)\//.test(path)) {
    return "It belongs to the vendor's older interface, which is not simulated: the newer one sends with /SMSApi/send.";
  }
  if (/\/SMSApi\/otp\/?$/.test(path)) {
    return 'There the gateway makes and checks codes. Here the app makes them, and sends them with /SMSApi/send.';
  }
  return undefined;
}

function notFound({ method }: IncomingMessage, pathname: string, basePath: string): HttpError {
  const what = `${method} ${pathname}`;
  const advice = adviceFor(pathname);
  if (advice !== undefined)
    return new HttpError(404, 'not-found', `${what} is not served. ${advice}`);
  if (!pathname.includes('/SMSApi/')) {
    const message =
      `${what} does not exist. The gateway is at POST ${basePath}/me/ ` +
      `and POST ${basePath}/SMSApi/send, the page at /, the API at /api/messages. ` +
      `${OPENAPI_PATH} describes everything.`;
    return new HttpError(404, 'not-found', message);
  }
  const served = PATHS.map((path) => basePath + path).join(', ');
  return new HttpError(404, 'not-found', `${what} is not served. These paths are: ${served}.`);
}

// The gateway's paths work with and without a final slash.
function isSame(path: string, knownPath: string): boolean {
  return path.replace(/\/$/, '') === knownPath.replace(/\/$/, '');
}

function serveGuarded(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  asset: PageAsset | undefined,
  context: SimulatorContext,
): Promise<void> | void {
  // A link on another site may lead to the page, but not into the API.
  if (asset === undefined) refuseCrossSite(request);
  guardRequest(request, context.options);
  if (asset === undefined) return handleApi(request, response, url, context);
  allowMethods(request, ['GET', 'HEAD']);
  return writeWhole(response, 200, asset.body, asset.headers);
}
