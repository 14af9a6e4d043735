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
