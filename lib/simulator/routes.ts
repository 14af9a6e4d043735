/** The paths, with their methods, that are open to everybody who can reach the port. */
export const OPEN_ROUTES = {
  '/me/': ['POST'],
  '/SMSApi/send': ['POST', 'GET'],
  '/health': ['GET', 'HEAD'],
} as const;

/** Where the OpenAPI description is. */
export const OPENAPI_PATH = '/api/openapi.json';

/** The paths of the API with their methods. Order matters: names come before ids. */
export const API_ROUTES = {
  '/api/messages': ['GET', 'DELETE'],
  '/api/messages/latest': ['GET'],
  '/api/messages/wait': ['GET'],
  '/api/messages/otp': ['GET'],
  '/api/messages/export': ['GET'],
  '/api/messages/read': ['POST'],
  '/api/messages/:id': ['GET', 'DELETE'],
  '/api/messages/:id/read': ['POST', 'PATCH'],
  '/api/messages/:id/delivery': ['PUT'],
  '/api/events': ['GET'],
  '/api/faults': ['GET', 'POST', 'PUT'],
  '/api/faults/:id': ['DELETE'],
  [OPENAPI_PATH]: ['GET'],
  '/metrics': ['GET'],
} as const;

/** One of the open paths, without the base path. */
export type OpenPath = keyof typeof OPEN_ROUTES;

/** One value for each method of each path. A missing one does not compile. */
export type ByRoute<Routes extends Readonly<Record<string, readonly string[]>>, Value> = {
  readonly [Path in keyof Routes]: Readonly<Record<Routes[Path][number], Value>>;
};

/** Whether a path belongs to the gateway itself, and so comes after the base path. */
export function isGatewayPath(path: OpenPath): boolean {
  return path !== '/health';
}

/** The open path of a request, if it is one. Gateway paths work with and without a final slash. */
export function findOpenPath(pathname: string, basePath: string): OpenPath | undefined {
  const paths = Object.keys(OPEN_ROUTES) as OpenPath[];
  return paths.find((path) =>
    isGatewayPath(path)
      ? pathname.replace(/\/$/, '') === (basePath + path).replace(/\/$/, '')
      : pathname === path,
  );
}
