import type { GatewaySimulator } from '../../simulator/index.js';
import { ACCOUNT } from './client.js';

export type Given = Readonly<Record<string, string>>;

export const OTHER = '14155550123';
export const LOGIN: Given = { userid: ACCOUNT.userId, password: ACCOUNT.password };
export const newYear = () => Date.parse('2026-01-01T00:00:00Z');

/** Asks with a GET and with a POST, which must answer the same. */
export async function ask(
  { url }: GatewaySimulator,
  path: string,
  given: Given,
  headers: Given = {},
): Promise<Record<string, unknown>> {
  const form = new URLSearchParams(given);
  const answers = await Promise.all([
    fetch(`${url}${path}?${form}`, { headers }),
    fetch(url + path, { method: 'POST', headers, body: form }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [get, post] = await Promise.all(answers.map((answer) => answer.json()));
  expect(post).toEqual(get);
  return get as Record<string, unknown>;
}

/** Decides about the delivery of a message. */
export async function deliver(
  { origin, messages }: GatewaySimulator,
  change: object,
  nth = 0,
): Promise<void> {
  const id = messages[nth]?.id;
  const body = JSON.stringify(change);
  await fetch(`${origin}/api/messages/${id}/delivery`, { method: 'PUT', body });
}
