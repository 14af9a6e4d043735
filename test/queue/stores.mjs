// Runs PostgreSQL and Redis for tests and benchmarks of the queue.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import events, { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '../../scripts/free-port.mjs';
import { startInProcess, tryStart } from '../../scripts/try-start.mjs';
import { postgresServer } from './postgres-server.mjs';

const REDIS_URL = process.env['REDIS_URL'];
/** The program to start, for example `valkey-server`. */
export const REDIS_SERVER = process.env['REDIS_SERVER'] ?? 'redis-server';

export const OWN_STORES = hasRedis() ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'];

export const STORES = REDIS_URL ? ['PostgreSQL', 'Redis'] : OWN_STORES;

export function startStore(name, { durable = false } = {}) {
  if (name === 'PostgreSQL') return durable ? tryStart(() => startPostgres(true)) : openDatabase();
  if (hasRedis()) return tryStart(() => startRedis(durable));
  return Promise.resolve({ name, url: REDIS_URL, stop: cannot, start: cannot, close: nothing });
}

const cannot = () =>
  Promise.reject(new Error('This needs a store that is durable, not a shared one'));
const nothing = () => Promise.resolve();

function hasRedis() {
  try {
    execFileSync(REDIS_SERVER, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    if (process.env['REQUIRE_REDIS']) throw new Error(`${REDIS_SERVER} is not installed`);
    return false;
  }
}

async function startRedis(durable) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sms-redis-'));
  const settings = ['--port', `${port}`, '--dir', folder, '--save', '', '--appendonly', 'yes'];
  const run = async () => {
    const child = spawn(REDIS_SERVER, [...settings, '--appendfsync', durable ? 'always' : 'no'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    for await (const lines of child.stdout.iterator({ destroyOnReturn: false })) {
      said += lines;
      if (!said.includes('Ready to accept connections')) continue;
      child.stdout.resume();
      return child;
    }
    throw new Error(`Redis ended: ${said}`);
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

const SHARED = Symbol.for('sms-test-postgres');

/**
 * A new database in a PostgreSQL that all test files of a Jest worker share, because the start of one
 * takes seconds. It runs in a process that ends with this one.
 */
async function openDatabase() {
  // A module of Node is the same for all test files of a Jest worker. With this process's output, Jest
  // would wait until PostgreSQL has stopped.
  const starting =
    Reflect.get(events, SHARED) ?? startInProcess(fileURLToPath(import.meta.url), 'ignore');
  Reflect.set(events, SHARED, starting);
  const shared = await starting;
  const database = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client(shared.replace(/app$/, 'postgres'));
  await client.connect();
  await client.query(`create database ${database} template app`);
  await client.end();
  const url = shared.replace(/app$/, database);
  return { name: 'PostgreSQL', url, stop: cannot, start: cannot, close: nothing };
}

// Connections that were replaced, because they stay silent, are still open for the server.
const MANY_CONNECTIONS = 'max_connections=250';

async function startPostgres(durable) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sms-postgres-'));
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const settings = [...(durable ? [] : fast), MANY_CONNECTIONS];
  const server = await postgresServer(data, port, settings);
  await server.initialise();
  await server.start();
  await server.createDatabase('app');
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

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await tryStart(() => startPostgres(false));
  process.once('disconnect', async () => {
    await server.close();
    process.exit();
  });
  process.send(server.url);
}
