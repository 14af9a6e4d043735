// How tests start the servers and browsers that they share.
import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Tries a start up to three times. Another process may take the free port that it found, or create
 * the user of PostgreSQL at the same time, and a browser sometimes crashes while it starts.
 */
export async function tryStart(start, left = 2) {
  try {
    return await start();
  } catch (error) {
    if (left === 0) throw error;
    return tryStart(start, left - 1);
  }
}

/**
 * Runs a module in another process, which is to end when this one disconnects.
 *
 * @returns the first message of the other process
 */
export async function startInProcess(file, stdio) {
  const child = fork(file, { stdio });
  const ended = new AbortController();
  child.once('exit', (code) => ended.abort(new Error(`${file} ended with ${code}`)));
  const [message] = await once(child, 'message', { signal: ended.signal });
  child.unref();
  child.channel?.unref();
  return message;
}
