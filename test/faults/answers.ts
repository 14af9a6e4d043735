/** The gateway's yes to a send, as its body. It names no number, so that it fits a send to any. */
export function yesBody(transactionId = '1234567890123456789'): string {
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

/** Its no. */
export const NO_BODY = JSON.stringify({
  status: 'error',
  statusCode: '203',
  reason: 'Sender id is invalid',
});

/** Its yes to a login. */
export function tokenBody(token = 'token-1'): string {
  return JSON.stringify({
    status: 'success',
    token,
    expires_after: '2099-01-01 00:00:00',
    statusCode: '200',
    reason: 'success',
  });
}

/** An answer as it goes over the wire, its length told. */
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

/** The yes as it goes over the wire. */
export const YES = answer(yesBody());

/** The answer to a login as it goes over the wire. */
export const TOKEN = answer(tokenBody());

/** Where an answer's body begins. */
export function headLength(whole: Buffer): number {
  return whole.indexOf('\r\n\r\n') + 4;
}
