/** What a gateway answers. A body that is neither a string nor a buffer is sent as JSON. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

/** The answer to an accepted send, as in the gateway specification. It names no number, so that it fits any send. */
export function acceptance(more: object = {}): Answer {
  return {
    body: {
      status: 'success',
      mobile: '',
      invalidMobile: '',
      transactionId: '1234567890123456789',
      statusCode: '200',
      reason: 'success',
      msgId: '',
      ...more,
    },
  };
}

/** The answer to a rejected send, as real gateways give it. */
export function rejection(statusCode = '203', reason = 'Sender id is invalid'): Answer {
  return { body: { status: 'error', statusCode, reason } };
}

/** The answer to a login. By default the token expires in an hour, written in UTC. */
export function token(value: string, ...expiresAfter: readonly unknown[]): Answer {
  return {
    body: {
      status: 'success',
      token: value,
      expires_after: expiresAfter.length === 0 ? inAnHour() : expiresAfter[0],
      statusCode: '200',
      reason: 'success',
    },
  };
}

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** A body as bytes. */
export function bytesOf(body: unknown = ''): Buffer {
  return Buffer.from(
    typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  );
}
