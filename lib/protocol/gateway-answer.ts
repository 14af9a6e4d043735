/** One HTTP answer of the gateway, with its body whole and decoded from its content encoding. */
export interface GatewayAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body's bytes. */
  readonly body: Buffer;
}

/** A header's value; the first one where the gateway sent several. */
export function headerOf(answer: GatewayAnswer, name: string): string | undefined {
  const value = answer.headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
