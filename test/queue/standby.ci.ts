import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../scripts/free-port.mjs';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { counted, openQueueApp, outcomeOf, succeeds } from './open-queue.js';
import { postgresServer } from './postgres-server.mjs';

const SETTINGS = ['fsync=off', 'wal_level=replica', 'hot_standby=on'];

const urlOf = (port: number): string => `postgres://postgres:postgres@127.0.0.1:${port}/app`;

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** A primary and a standby that follows it, and an address in front of them, as of a cloud. */
async function startPair() {
  const folder = await mkdtemp(join(tmpdir(), 'sms-standby-'));
  await chmod(folder, 0o755);
  const ports = [await freePort(), await freePort()] as const;
  const [primary, standby] = [join(folder, 'a'), join(folder, 'b')];
  const first = await postgresServer(primary, ports[0], SETTINGS);
  await first.initialise();
  await first.start();
  await first.createDatabase('app');
  await first.stop();
  // With the owners of the files: as root, PostgreSQL runs as another user.
  execFileSync('cp', ['-a', primary, standby]);
  await rm(join(standby, 'postmaster.pid'), { force: true });
  await writeFile(join(standby, 'standby.signal'), '');
  await writeFile(
    join(standby, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${ports[0]} user=postgres password=postgres'\n`,
  );
  await first.start();
  const second = await postgresServer(standby, ports[1], SETTINGS);
  // It says that it is ready only once it takes writes.
  second.start().catch(() => undefined);
  await succeeds(() => run(urlOf(ports[1]), 'SELECT pg_is_in_recovery()'));
  let target: number = ports[0];
  const sockets = new Set<net.Socket>();
  const name = net.createServer((socket) => {
    const server = net.connect(target, '127.0.0.1');
    for (const end of [socket, server]) {
      sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => sockets.delete(end));
    }
    socket.pipe(server).pipe(socket);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => name.listen(port, '127.0.0.1', resolve));
  afterThisTest(async () => {
    for (const socket of sockets) socket.destroy();
    name.close();
    await Promise.all(
      [first.stop(), second.stop()].map((stopping) => stopping.catch(() => undefined)),
    );
    await rm(folder, { recursive: true, force: true });
  });
  return {
    url: urlOf(port),
    /** Lets new connections lead to another server. Those that are open stay. */
    moveTo: (index: 0 | 1) => (target = ports[index]),
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    promote: () => run(urlOf(ports[1]), 'SELECT pg_promote()'),
    stopPrimary: () => first.stop(),
  };
}

it('a queue follows its host name from a server to its standby, and reads nothing that is out of date', async () => {
  const pair = await startPair();
  const gateway = await ScriptedGateway.listen({});
  const app = await openQueueApp({ url: pair.url, gateway: gateway.url });
  const { queue } = app;
  await succeeds(() => queue.counts());
  const { id } = await queue.add(message('before'));
  expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
  // The name leads to the standby for a while, as with a wrong DNS answer, and back.
  pair.moveTo(1);
  pair.cut();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    // The first may meet a connection that has just been cut.
    const outcome = attempt === 0 ? expect.any(String) : 'not-sent';
    await expect(queue.add(message('never'))).rejects.toMatchObject({ outcome });
    await expect(queue.status(id)).rejects.toMatchObject({ code: 'queue-failed' });
  }
  pair.moveTo(0);
  pair.cut();
  await succeeds(() => queue.add(message('again'), { key: 'again' }));
  await counted(queue, ({ finished }) => finished === 2);
  // A real failover: the old primary is gone, and the standby takes over.
  await pair.stopPrimary();
  pair.moveTo(1);
  await pair.promote();
  await succeeds(() => queue.add(message('after'), { key: 'after' }));
  await counted(queue, ({ finished }) => finished === 3);
  expect(gateway.texts).toEqual(['before', 'again', 'after']);
}, 120_000);
