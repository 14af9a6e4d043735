import type { ServerResponse } from 'node:http';

/** Headers of every answer of the page and the API. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** Writes a JSON answer. */
export function writeJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  writeWhole(response, status, JSON.stringify(value), {
    'Content-Type': 'application/json; charset=utf-8',
    ...headers,
  });
}

/** Writes an answer of any type. Does nothing if one was already sent. */
export function writeWhole(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    ...SAFE_HEADERS,
    ...headers,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
