import type { IncomingMessage } from 'node:http';

/** A request that cannot be served, with the HTTP answer that says why. */
export class HttpError extends Error {
  constructor(
    /** HTTP status of the answer. */
    readonly status: number,
    /** A word that programs can compare. */
    readonly code: string,
    message: string,
    /** Extra headers of the answer. */
    readonly headers: Readonly<Record<string, string>> = {},
    /** Body of the answer. */
    public body: object = { error: { code, message } },
  ) {
    super(message);
  }
}

/** The client disconnected before its request was read, so there is nobody to answer. */
export class ClientGoneError extends Error {}

/**
 * Checks the method of a request.
 *
 * @throws HttpError 405 naming the methods of the path
 */
export function allowMethods({ method }: IncomingMessage, methods: readonly string[]): void {
  if (methods.includes(method ?? '')) return;
  const use = new Intl.ListFormat('en', { type: 'disjunction' }).format(methods);
  const message = `This path does not support ${method}. Use ${use}.`;
  throw new HttpError(405, 'method', message, { Allow: methods.join(', ') });
}
