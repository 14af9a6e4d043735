import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterThisTest } from '../support/clean-up.js';
import { eventually } from '../support/eventually.js';

/** A request that the app got. */
interface Post {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A server of the app that takes reports, and what it got.
 *
 * @param status the one of every answer, or of the answer to the nth request
 */
export async function listen(given: number | ((nth: number) => number) = 200, answer = 'ok') {
  const posts: Post[] = [];
  const server = createServer(async (request, response) => {
    const { method, headers, url = '' } = request;
    const query = Object.fromEntries(new URL(url, 'http://app.test').searchParams);
    posts.push({ method, headers, query, body: await text(request) });
    const status = typeof given === 'number' ? given : given(posts.length);
    response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterThisTest(() => void server.close());
  const forms = () => posts.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/reports?secret=1`,
    posts,
    /** The bodies, read as forms. */
    forms,
    mobiles: () => forms().map(({ mobile }) => mobile),
  };
}

/** Waits until a check passes. */
export async function settled(check: () => void): Promise<void> {
  await eventually(() => {
    try {
      check();
      return true;
    } catch {
      return false;
    }
  });
}
