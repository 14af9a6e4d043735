import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createGuardStore } from '../../lib/extras/queue/index.js';
import { freePort } from '../../scripts/free-port.mjs';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { storeForTests } from './describe-stores.js';
import { counted, freshName, KEY, outcomeOf } from './open-queue.js';

const PGBOUNCER = 'pgbouncer';

const MANY = Array.from({ length: 200 }, (_, index) => `text ${index}`);

const SETTINGS = `SELECT name, setting FROM pg_settings
  WHERE name IN ('search_path', 'statement_timeout', 'lock_timeout', 'transaction_isolation') ORDER BY name`;

// Where it is not installed, the test is skipped, and its name says why.
const describeIfInstalled = isInstalled()
  ? describe
  : (name: string, tests: () => void) => describe.skip(`${name} (needs pgbouncer)`, tests);

function isInstalled(): boolean {
  try {
    execFileSync(PGBOUNCER, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    if (process.env['REQUIRE_PGBOUNCER']) throw new Error(`${PGBOUNCER} is not installed`);
    return false;
  }
}

/** Starts PgBouncer before a database, with two connections, and returns the address of the database through it. */
async function startPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction',
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-pgbouncer-'));
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const listenPort = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 20 : 2}
`,
  );
  // It does not run as root.
  await chmod(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const server = spawn(PGBOUNCER, [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  afterThisTest(async () => {
    server.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });
  let said = '';
  for await (const lines of server.stderr.iterator({ destroyOnReturn: false })) {
    said += String(lines);
    if (!said.includes('process up')) continue;
    server.stderr.resume();
    return `postgres://app@127.0.0.1:${listenPort}${pathname}`;
  }
  throw new Error(`PgBouncer ended: ${said}`);
}

describe.each(['session', 'transaction'] as const)('%s mode', (mode) => {
  describeIfInstalled(`behind PgBouncer in ${mode} mode`, () => {
    const tested = storeForTests('PostgreSQL');

    it('a queue sends messages, now and later, and its neighbours notice nothing', async () => {
      const url = await startPgBouncer(tested.store.url, mode);
      const neighbour = new pg.Pool({ connectionString: url, max: 2 });
      afterThisTest(() => neighbour.end());
      await neighbour.query('CREATE TABLE public.neighbour (n int)');
      const settings = async () => {
        const { rows } = await neighbour.query<{ setting: string }>(SETTINGS);
        return rows;
      };
      const before = await settings();
      const { queue, gateway, close } = await tested.open({}, { url });
      const { id: now } = await queue.add(message('now'));
      const { id: later } = await queue.add(message('later'), { delay: 500 });
      const added = await queue.addMany(MANY.map((text) => message(text)));
      expect(added).toMatchObject({ added: MANY.length });
      for (let round = 0; round < 40; round += 1) {
        // Unqualified, so that a search path of ours would break it.
        await neighbour.query('INSERT INTO neighbour VALUES ($1)', [round]);
        expect(await settings()).toEqual(before);
      }
      for (const id of [now, later]) {
        expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
      }
      await counted(queue, ({ finished }) => finished === MANY.length + 2);
      expect(gateway.texts.toSorted()).toEqual(['now', 'later', ...MANY].toSorted());
      await close();
      expect(await settings()).toEqual(before);
    });

    it('a guard counts', async () => {
      const guard = createGuardStore(await startPgBouncer(tested.store.url, mode), { key: KEY });
      afterThisTest(() => guard.close());
      const take = { key: freshName(), amount: 1, limit: 1, windowMs: 60_000 };
      expect(await guard.take([take])).toMatchObject({ over: [] });
      expect(await guard.take([take])).toMatchObject({ over: [{ index: 0 }] });
    });
  });
});
