import { acceptance, bytesOf, rejection, token } from '../support/answers.js';

/** The body of an acceptance to a send. It names no number, so it fits any send. */
export function acceptanceBody(transactionId = '1234567890123456789'): string {
  return JSON.stringify(acceptance({ transactionId }).body);
}

/** The body of a rejection. */
export const REJECTION_BODY = JSON.stringify(rejection().body);

/** The body of an acceptance to a login. */
export function tokenBody(value = 'token-1'): string {
  return JSON.stringify(token(value, '2099-01-01 00:00:00').body);
}

interface Head {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** An answer with its head. */
export function answer(body: unknown, { status = 200, headers = {} }: Head = {}): Buffer {
  const bytes = bytesOf(body);
  const lines = Object.entries({
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.length),
    ...headers,
  }).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}\r\n`));
  const head = `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

/** An acceptance with its head. */
export const ACCEPTANCE = answer(acceptanceBody());

/** An acceptance to a login with its head. */
export const TOKEN = answer(tokenBody());

/** The length of an answer's head. */
export function headLength(whole: Buffer): number {
  return whole.indexOf('\r\n\r\n') + 4;
}
