import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import type { Exchange, ExchangeFailure } from './exchange.js';

/** What the adapter reads of a request. An interceptor may have changed all of it. */
export interface AdapterConfig {
  readonly url?: unknown;
  readonly baseURL?: unknown;
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

/** What axios passes a request to. */
export type Adapter = (config: AdapterConfig) => Promise<AdapterResponse>;

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

/** Where an exchange goes, unless an interceptor changes it. */
export interface ExchangeAddress {
  /** The origin and the path. */
  readonly url: string;
  /** The only origin that credentials may go to, whatever an interceptor does to the address. */
  readonly origin: string;
  readonly path: string;
}

/** An axios adapter that makes one exchange. */
export function adapterFor(exchange: Exchange, address: ExchangeAddress): Adapter {
  return (config) => {
    if (exchange.begun) {
      // An interceptor that sends again would send the message twice. The rejection comes later,
      // because an interceptor that always sends again would otherwise never let a timer run.
      const error = new AdapterError('An SMS send is made once', 'ERR_BAD_REQUEST', config);
      return new Promise((_resolve, reject) => void setImmediate(reject, error));
    }
    return new Promise((resolve, reject) => {
      const done = (): void => {
        if (exchange.answer) settle(exchange.answer, config, resolve, reject);
        else reject(failureError(exchange.failure, config));
      };
      const path = config.url === address.url ? address.path : pathAt(address.origin, config);
      const body = bodyOf(config);
      if (path === undefined) exchange.fail({ kind: 'elsewhere' });
      else if (!body)
        exchange.fail({ kind: 'unfit', problem: 'the body is neither text nor bytes' });
      if (exchange.failure || path === undefined || !body) done();
      else exchange.begin(path, { headers: headersOf(config), body }, done);
    });
  };
}

// Resolves or rejects as axios's own adapters do.
function settle(
  { status, headers, body }: GatewayAnswer,
  config: AdapterConfig,
  resolve: (response: AdapterResponse) => void,
  reject: (error: AdapterError) => void,
): void {
  const response = { status, statusText: '', headers, data: body.toString('utf8'), config };
  if (isValid(config, status)) {
    resolve(response);
    return;
  }
  const code = status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE';
  reject(new AdapterError(`Request failed with status code ${status}`, code, config, response));
}

function isValid({ validateStatus }: AdapterConfig, status: number): boolean {
  if (typeof validateStatus !== 'function') return true;
  try {
    return Boolean(validateStatus(status));
  } catch {
    return true;
  }
}

function failureError(failure: ExchangeFailure | undefined, config: AdapterConfig): AdapterError {
  const { kind = 'request', systemCode } = failure ?? {};
  const code = systemCode ?? (kind === 'timeout' ? 'ETIMEDOUT' : 'ERR_NETWORK');
  return new AdapterError(`The send failed: ${kind}`, code, config);
}

// The `params` of an instance's defaults are not meant for the gateway and are left out.
function pathAt(origin: string, { url, baseURL }: AdapterConfig): string | undefined {
  const address = String(url ?? '');
  const base = typeof baseURL === 'string' ? baseURL : undefined;
  // An invalid base would make even an absolute address fail.
  const needed = URL.canParse(address) ? undefined : base;
  if (!URL.canParse(address, needed)) return undefined;
  const found = new URL(address, needed);
  return found.origin === origin ? found.pathname + found.search : undefined;
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
  if (data === undefined || data === null) return Buffer.alloc(0);
  if (typeof data === 'string') return Buffer.from(data);
  if (Buffer.isBuffer(data)) return data;
  return data instanceof Uint8Array ? Buffer.from(data) : undefined;
}
