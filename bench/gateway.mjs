// The server, in a separate process.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export function startServer(...args) {
  return new Promise((resolve, reject) => {
    const server = fork(fileURLToPath(new URL('server.mjs', import.meta.url)), args);
    server.once('message', (url) => resolve({ url, stop: () => server.disconnect() }));
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
}

/** How many sends a server has taken. */
export async function countOf(url) {
  const { accepted } = await (await fetch(`${url}/count`)).json();
  return accepted;
}
