import type { ServerResponse } from 'node:http';
import { hasMethods, memberOf } from '../core/common/members.js';

/** A response of Express, or a reply of Fastify. */
interface FrameworkResponse {
  status(code: number): unknown;
  send(body: object): unknown;
}

/** The Node.js response inside any kind of response. Middleware on Fastify gets the Node.js response itself. */
function nodeResponse(response: unknown): ServerResponse {
  const body = memberOf(response, 'raw') ?? response;
  if (hasMethods<ServerResponse>(body, 'setHeader', 'end')) return body;
  throw new TypeError('SmsExceptionFilter can only answer on Express and Fastify');
}

/** Answers without Nest's adapter, which a filter gets only if Nest creates the filter. */
export const directAdapter = {
  isHeadersSent: (response: unknown): boolean =>
    memberOf(response, 'sent') === true || nodeResponse(response).headersSent,

  setHeader(response: unknown, name: string, value: string): void {
    nodeResponse(response).setHeader(name, value);
  },

  reply(response: unknown, body: object, statusCode: number): void {
    if (hasMethods<FrameworkResponse>(response, 'status', 'send')) {
      response.status(statusCode);
      response.send(body);
      return;
    }
    const raw = nodeResponse(response);
    raw.statusCode = statusCode;
    raw.setHeader('Content-Type', 'application/json; charset=utf-8');
    raw.end(JSON.stringify(body));
  },

  end(response: unknown): void {
    nodeResponse(response).end();
  },
};
