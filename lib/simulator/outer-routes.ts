/** What the simulator serves to anybody who reaches the port, with the methods of each path. */
export const OUTER_ROUTES = {
  '/me/': ['POST'],
  '/SMSApi/send': ['POST', 'GET'],
  '/health': ['GET', 'HEAD'],
} as const;

/** One of these paths, without base path. */
export type OuterPath = keyof typeof OUTER_ROUTES;

/** Whether a path is the gateway's own, which stands behind the base path. */
export function isGatewayPath(path: OuterPath): boolean {
  return path !== '/health';
}

/** The route that a request's path means. A final slash of the gateway's paths does not matter. */
export function findOuterPath(pathname: string, basePath: string): OuterPath | undefined {
  const paths = Object.keys(OUTER_ROUTES) as OuterPath[];
  return paths.find((path) =>
    isGatewayPath(path) ? withSlash(pathname) === withSlash(basePath + path) : pathname === path,
  );
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
