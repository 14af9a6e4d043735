import { refusal, type GatewayAnswer } from '../gateway/gateway-answer.js';
import type { Fault } from './fault.js';

const HTML = 'text/html; charset=utf-8';

/**
 * The answer that a fault sends instead of the gateway's own.
 *
 * @param own the gateway's own answer; undefined if it did not handle the request
 * @returns null if the answer is lost
 */
export function faultAnswer(fault: Fault, own: GatewayAnswer | undefined): GatewayAnswer | null {
  switch (fault.fault) {
    case 'accept-then-drop':
    case 'drop':
    case 'reset':
    case 'stall':
      return null;
    case '429':
      return html(429, 'Too Many Requests', fault.retryAfter);
    case '500':
      return html(500, 'Internal Server Error');
    case '502':
      return html(502, 'Bad Gateway', fault.retryAfter);
    case '503-html':
      return html(503, 'Service Unavailable', fault.retryAfter);
    case '200-html':
      return html(200, 'Welcome');
    case 'bad-json':
      return cutShort(own);
    case 'refuse':
      return refusal(fault.statusCode ?? '', fault.reason ?? '', fault.httpStatus);
    default:
      return own ?? null;
  }
}

function html(status: number, title: string, retryAfter?: number): GatewayAnswer {
  return {
    httpStatus: status,
    headers: {
      'Content-Type': HTML,
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    },
    body: `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}

function cutShort(own: GatewayAnswer | undefined): GatewayAnswer {
  const body = own?.body ?? '{"status":"success","mobile":"';
  return {
    httpStatus: own?.httpStatus ?? 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: body.slice(0, Math.ceil(body.length / 2)),
  };
}
