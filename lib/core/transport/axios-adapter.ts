import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { headersProblem } from '../protocol/header.js';
import type { Exchange } from './exchange.js';

/** What the adapter reads of a request. An interceptor may have changed all of it. */
export interface AdapterConfig {
  readonly url?: unknown;
  readonly headers?: unknown;
  readonly data?: unknown;
  readonly validateStatus?: unknown;
  readonly adapter?: unknown;
}

/** The answer as interceptors see it; axios wraps the headers in its own object. */
export interface AdapterResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: GatewayAnswer['headers'];
  readonly data: string;
  readonly config: AdapterConfig;
}

/**
 * An error as interceptors expect it from axios: `axios.isAxiosError` is true for it. It is created
 * without axios, which an app without the option `http` does not have.
 */
export class AdapterError extends Error {
  override readonly name = 'AxiosError';
  readonly isAxiosError = true;
  readonly status: number | undefined;
  declare readonly config: AdapterConfig;
  declare readonly response?: AdapterResponse;

  constructor(
    message: string,
    readonly code: string,
    config: AdapterConfig,
    response?: AdapterResponse,
  ) {
    super(message);
    this.status = response?.status;
    // Not enumerable: interceptors can read them, but printing the error does not show credentials.
    Object.defineProperties(this, { config: { value: config }, response: { value: response } });
  }
}

/**
 * An axios adapter that makes one exchange.
 *
 * @param origin the only one that it goes to
 */
export function adapterFor(exchange: Exchange, origin: string) {
  return (config: AdapterConfig): Promise<AdapterResponse> =>
    new Promise((resolve, reject) => {
      if (exchange.begun) {
        // An interceptor that sends again would send the message twice. The rejection comes later,
        // because an interceptor that always sends again would otherwise never let a timer run.
        const error = new AdapterError('An SMS send is never repeated', 'ERR_BAD_REQUEST', config);
        setImmediate(reject, error);
        return;
      }
      const done = (): void => {
        const exchangeEnd = exchange.answer
          ? responseTo(exchange.answer, config)
          : errorOf(exchange, config);
        if (exchangeEnd instanceof AdapterError) reject(exchangeEnd);
        else resolve(exchangeEnd);
      };
      const to = pathAt(origin, config);
      const body = bodyOf(config);
      const headers = headersOf(config);
      const problem = problemOf(to, body, headers);
      if (!exchange.failure && to !== undefined && !problem) {
        exchange.begin(to, { headers, body }, done);
        return;
      }
      exchange.fail({ kind: 'unfit', problem });
      done();
    });
}

/** Why a request cannot be sent as interceptors left it. */
function problemOf(
  path: string | undefined,
  body: Buffer | undefined,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  if (!body) return 'the body is neither text nor bytes';
  if (path === undefined)
    return 'its address is invalid, or at another origin than baseUrl, where credentials are never sent';
  return headersProblem(headers, body.length);
}

// An answer that axios's own adapters would reject is an error.
function responseTo(
  { status, headers, body }: GatewayAnswer,
  config: AdapterConfig,
): AdapterResponse | AdapterError {
  const response = { status, statusText: '', headers, data: body.toString('utf8'), config };
  if (isValid(config, status)) return response;
  const code = status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE';
  return new AdapterError(`Request failed with status code ${status}`, code, config, response);
}

function isValid({ validateStatus }: AdapterConfig, status: number): boolean {
  if (typeof validateStatus !== 'function') return true;
  try {
    return Boolean(validateStatus(status));
  } catch {
    // Otherwise the send would wait for an answer that has come until its time is over.
    return true;
  }
}

function errorOf({ failure }: Exchange, config: AdapterConfig): AdapterError {
  const { kind = 'request', systemCode } = failure ?? {};
  const code = systemCode ?? (kind === 'timeout' ? 'ETIMEDOUT' : 'ERR_NETWORK');
  return new AdapterError(`The send failed: ${kind}`, code, config);
}

// The `baseURL` and the `params` of an instance's defaults are not meant for the gateway.
function pathAt(origin: string, { url }: AdapterConfig): string | undefined {
  const address = String(url ?? '');
  const parsedUrl = URL.canParse(address) ? new URL(address) : undefined;
  return parsedUrl?.origin === origin ? parsedUrl.pathname + parsedUrl.search : undefined;
}

// Axios keeps headers as properties; one that is null, undefined or false is not sent.
function headersOf({ headers }: AdapterConfig): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {}) as [string, unknown][]) {
    if (value === undefined || value === null || value === false) continue;
    plain[name] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return plain;
}

function bodyOf({ data }: AdapterConfig): Buffer | undefined {
  if (Buffer.isBuffer(data)) return data;
  if (typeof data === 'string' || data instanceof Uint8Array) return Buffer.from(data);
  return data === undefined || data === null ? Buffer.alloc(0) : undefined;
}
