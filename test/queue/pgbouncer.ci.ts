import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGuardStore } from '../../lib/extras/queue/index.js';
import { freePort } from '../../scripts/free-port.mjs';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { storeForTests } from './describe-stores.js';
import { freshName, KEY, outcomeOf } from './open-queue.js';

const PGBOUNCER = 'pgbouncer';

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

/** Starts PgBouncer before a database, in session mode, and returns the address of the database through it. */
async function startPgBouncer(databaseUrl: string): Promise<string> {
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
pool_mode = session
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

describeIfInstalled('behind PgBouncer in session mode', () => {
  const tested = storeForTests('PostgreSQL');

  it('a queue sends messages, now and later', async () => {
    const url = await startPgBouncer(tested.store.url);
    const { queue, gateway } = await tested.open({}, { url });
    const now = await queue.add(message('now'));
    expect(await outcomeOf(queue, now.id)).toMatchObject({ status: 'accepted' });
    const later = await queue.add(message('later'), { delay: 500 });
    expect(await outcomeOf(queue, later.id)).toMatchObject({ status: 'accepted' });
    expect(gateway.texts).toEqual(['now', 'later']);
  });

  it('a guard counts', async () => {
    const guard = createGuardStore(await startPgBouncer(tested.store.url), { key: KEY });
    afterThisTest(() => guard.close());
    const take = { key: freshName(), amount: 1, limit: 1, windowMs: 60_000 };
    expect(await guard.take([take])).toMatchObject({ over: [] });
    expect(await guard.take([take])).toMatchObject({ over: [{ index: 0 }] });
  });
});
