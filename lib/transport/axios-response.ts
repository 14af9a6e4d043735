import { AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';

/** An answer as users' axios interceptors know it; `data` is the body as text. */
export function toAxiosResponse(
  answer: GatewayAnswer,
  config: InternalAxiosRequestConfig,
): AxiosResponse {
  const { status } = answer;
  return {
    status,
    statusText: '',
    headers: new AxiosHeaders({ ...answer.headers } as Record<string, string>),
    data: answer.body.toString('utf8'),
    config,
  };
}

const NO_HEADERS = new AxiosHeaders();

/** What axios needs to get back where nobody looks at it. */
export function unseen(config: InternalAxiosRequestConfig): AxiosResponse {
  return { status: 200, statusText: '', headers: NO_HEADERS, data: '', config };
}

/** The headers of a request as the interceptors left them. */
export function headersOf({ headers }: InternalAxiosRequestConfig): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers.toJSON(true))) plain[name] = String(value);
  return plain;
}
