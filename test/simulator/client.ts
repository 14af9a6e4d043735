import { connect } from 'node:net';
import { estimateSegments } from '../../lib/core/message/segments.js';
import { GatewaySimulator, type GatewaySimulatorOptions } from '../../simulator/index.js';

const started: GatewaySimulator[] = [];

export const ACCOUNT = { userId: 'acme', password: 'p@ss word+1', apiKey: 'key-4711' };
export const NUMBER = '919876543210';
export const FORM: Readonly<Record<string, string>> = {
  userid: ACCOUNT.userId,
  mobile: NUMBER,
  senderid: 'ACMECO',
  dltEntityId: '1201159100000000001',
  msg: 'Your code is 482913.',
  sendMethod: 'quick',
  msgType: 'text',
  output: 'json',
  duplicatecheck: 'true',
};

/** The fields of a success that a refused send has too. */
export const EMPTY = { mobile: '', invalidMobile: '', transactionId: '', msgId: '' };

const A_DAY = 86_400_000;

/**
 * Starts a simulator that is closed after the test. Its messages stay pending, because a delivery
 * changes them: by default after a second, which a slow machine may need for a test.
 */
export async function start(options: GatewaySimulatorOptions = {}): Promise<GatewaySimulator> {
  const gateway = await GatewaySimulator.start({ ...ACCOUNT, deliveryDelay: A_DAY, ...options });
  started.push(gateway);
  return gateway;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((gateway) => gateway.close()));
});

export const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

export function login(
  gateway: GatewaySimulator,
  { userId = ACCOUNT.userId, password = ACCOUNT.password } = {},
): Promise<Response> {
  return fetch(`${gateway.url}/me/`, {
    method: 'POST',
    headers: { Authorization: basic(userId, password), 'Content-Type': 'application/json' },
  });
}

export async function getToken(gateway: GatewaySimulator): Promise<string> {
  const { token } = (await (await login(gateway)).json()) as { token: string };
  return token;
}

/** The `msgType` for a text. */
export function typeOf(text: string): string {
  return estimateSegments(text).encoding === 'UCS-2' ? 'unicode' : 'text';
}

/**
 * The fields of the specification with changes; `undefined` leaves a field out. The `msgType` is that of the text
 * if it is not changed itself.
 */
export function fields(
  change: Record<string, string | undefined> = {},
): readonly (readonly [string, string])[] {
  const msgType = typeOf(change['msg'] ?? '');
  return Object.entries({ ...FORM, msgType, ...change }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
}

export function multipart(change: Record<string, string | undefined> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of fields(change)) form.append(name, value);
  return form;
}

/** Sends a multipart form, with the key unless other headers are given. */
export function send(
  gateway: GatewaySimulator,
  change: Record<string, string | undefined> = {},
  headers: Record<string, string> = { apikey: ACCOUNT.apiKey },
): Promise<Response> {
  return fetch(`${gateway.url}/SMSApi/send`, { method: 'POST', headers, body: multipart(change) });
}

export async function sendJson(...args: Parameters<typeof send>): Promise<Record<string, unknown>> {
  return (await (await send(...args)).json()) as Record<string, unknown>;
}

/** Writes bytes and returns what comes back until the connection ends. */
export function raw(port: number, bytes: string | Buffer, end = true): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () =>
      end ? socket.end(bytes) : socket.write(bytes),
    );
    socket.setEncoding('utf8').on('data', (chunk) => (answer += String(chunk)));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => {});
  });
}
