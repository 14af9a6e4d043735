/** One HTTP answer of the gateway, with its whole body, decompressed. */
export class GatewayAnswer {
  /** What its status means by itself. */
  readonly meaning: ReturnType<typeof meaningOf>;

  constructor(
    readonly status: number,
    /** By lower-case name. */
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>,
    readonly body: Buffer,
    /** Whether the body was not read to its end, or could not be decoded. Then it is empty here. */
    readonly cut = false,
  ) {
    this.meaning = meaningOf(status);
  }
}

/** The value of a header; the first one if the gateway sent several. */
export function headerOf(answer: GatewayAnswer, name: string): string | undefined {
  const value = answer.headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** What an HTTP status means by itself, for all requests alike; `body` if the body decides. */
export function meaningOf(status: number) {
  if (status === 401 || status === 403) return 'refused';
  if (status === 429) return 'throttled';
  // From a proxy: the gateway did not answer in time, or the connection was closed.
  if (status === 408 || status === 499) return 'timed-out';
  if (status >= 500) return 'failed';
  return status >= 300 && status < 400 ? 'redirected' : 'body';
}
