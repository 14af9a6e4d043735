/** The body of an acceptance to a send. It names no number, so it fits any send. */
export function acceptanceBody(transactionId = '1234567890123456789'): string {
  return JSON.stringify({
    status: 'success',
    mobile: '',
    invalidMobile: '',
    transactionId,
    statusCode: '200',
    reason: 'success',
    msgId: '',
  });
}

/** The body of a rejection. */
export const REJECTION_BODY = JSON.stringify({
  status: 'error',
  statusCode: '203',
  reason: 'Sender id is invalid',
});

/** The body of an acceptance to a login. */
export function tokenBody(token = 'token-1'): string {
  return JSON.stringify({
    status: 'success',
    token,
    expires_after: '2099-01-01 00:00:00',
    statusCode: '200',
    reason: 'success',
  });
}

/** An answer with its head. */
export function answer(
  body: string | Buffer,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n`, 'latin1'),
    bytes,
  ]);
}

/** An acceptance with its head. */
export const ACCEPTANCE = answer(acceptanceBody());

/** An acceptance to a login with its head. */
export const TOKEN = answer(tokenBody());

/** The length of an answer's head. */
export function headLength(whole: Buffer): number {
  return whole.indexOf('\r\n\r\n') + 4;
}
