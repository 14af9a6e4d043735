import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster, Redis } from 'ioredis';
import { memberOf } from '../../lib/core/common/members.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { freshName, openQueueApp, succeeds, until } from './open-queue.js';
import { openProxy } from './store-proxy.mjs';
import { REDIS_SERVER } from './stores.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { eventually } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';

const HOST = '127.0.0.1';

/** A node of a group: its port, and a client of it. */
interface Node {
  readonly port: number;
  readonly redis: Redis;
  stop(): void;
}

/** Starts a Redis server in a folder of its own. It ends with the test. */
async function startNode(args: readonly string[], config = ''): Promise<Node> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sms-redis-'));
  await writeFile(
    join(folder, 'redis.conf'),
    `port ${port}\nbind ${HOST}\ndir ${folder}\n${config}`,
  );
  const child: ChildProcess = spawn(REDIS_SERVER, [join(folder, 'redis.conf'), ...args], {
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const redis = new Redis(port, HOST, { retryStrategy: () => 100, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  afterThisTest(async () => {
    redis.disconnect();
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true });
  });
  await redis.ping();
  return { port, redis, stop: () => child.kill('SIGKILL') };
}

// The promise covers what has reached a replica, so writing to disk would only slow the test down.
const IN_MEMORY = ['--save', '', '--appendonly', 'no'];

/** Three masters and a replica of the one that has the queue. */
async function startCluster() {
  const args = [...IN_MEMORY, '--cluster-enabled', 'yes', '--cluster-node-timeout', '15000'];
  const nodes: Node[] = [];
  const buses: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    const bus = await freePort();
    buses.push(bus);
    nodes.push(await startNode([...args, '--cluster-port', `${bus}`]));
  }
  const [first, owner, last, replica] = nodes;
  if (!first || !owner || !last || !replica) throw new Error('No nodes');
  for (const [at, { port }] of nodes.entries()) {
    await first.redis.call('cluster', 'meet', HOST, port, buses[at] ?? 0);
  }
  await first.redis.call('cluster', 'addslotsrange', 0, 5460);
  await owner.redis.call('cluster', 'addslotsrange', 5461, 10_922);
  await last.redis.call('cluster', 'addslotsrange', 10_923, 16_383);
  const id = String(await owner.redis.call('cluster', 'myid'));
  await succeeds(() => replica.redis.call('cluster', 'replicate', id));
  for (const { redis } of nodes) {
    await until(() => redis.call('cluster', 'info'), has('cluster_state:ok'));
  }
  await until(() => replica.redis.info('replication'), has('master_link_status:up'));
  return { nodes, owner, replica };
}

/** A master, a replica and a Sentinel. */
async function startSentinel(): Promise<Node> {
  const master = await startNode(IN_MEMORY);
  const replica = await startNode([...IN_MEMORY, '--replicaof', `${HOST} ${master.port}`]);
  await until(() => replica.redis.info('replication'), has('master_link_status:up'));
  const sentinel = await startNode(
    ['--sentinel'],
    `sentinel monitor sms ${HOST} ${master.port} 1\n`,
  );
  await until(() => sentinel.redis.call('sentinel', 'replicas', 'sms'), has(`${replica.port}`));
  return sentinel;
}

const has =
  (part: string) =>
  (answer: unknown): boolean =>
    String(answer).includes(part);

describe('a queue', () => {
  it('in a Cluster loses nothing when a replica takes over, whatever settings its client has', async () => {
    const { owner, replica, nodes } = await startCluster();
    const gateway = await ScriptedGateway.listen();
    const url = new Cluster([{ host: HOST, port: owner.port }], {
      lazyConnect: true,
      scaleReads: 'slave',
      redisOptions: { stringNumbers: true, maxRetriesPerRequest: 3, commandTimeout: 500 },
    });
    const name = freshName();
    const worker = await openQueueApp({ url, name, gateway: gateway.url, concurrency: 10 });
    const web = await openQueueApp({ url, name, gateway: gateway.url, worker: false });
    await succeeds(() => web.queue.counts());
    const messages = Array.from({ length: 500 }, (_, at) => message(`message ${at}`));
    expect(await web.queue.addMany(messages)).toMatchObject({ added: messages.length });
    await eventually(() => gateway.sends.length > 100);
    // Redis gives up after 5 s, for example on a busy machine.
    await until(async () => {
      const role = await replica.redis.info('replication');
      if (!has('role:master')(role)) {
        await replica.redis.call('cluster', 'failover').catch(() => undefined);
      }
      return role;
    }, has('role:master'));
    expect(gateway.sends.length).toBeLessThan(messages.length);
    await until(
      () => web.queue.counts().catch(() => undefined),
      (counts) => counts?.finished === messages.length,
      60_000,
    );
    expect(new Set(gateway.texts).size).toBe(messages.length);
    expect(gateway.texts).toHaveLength(messages.length);

    // Not kept in the process, to be added after its caller was told that it failed.
    await worker.close();
    for (const node of nodes) node.stop();
    await until(
      () => web.queue.add(message()).catch((error: unknown) => error),
      (error) => memberOf(error, 'outcome') === 'not-sent',
    );
  }, 90_000);

  it('behind a name goes on once the name leads to the replica that took over', async () => {
    const master = await startNode(IN_MEMORY);
    const replica = await startNode([...IN_MEMORY, '--replicaof', `${HOST} ${master.port}`]);
    await until(() => replica.redis.info('replication'), has('master_link_status:up'));
    const proxy = await openProxy(`redis://${HOST}:${master.port}`);
    afterThisTest(() => proxy.close());
    const gateway = await ScriptedGateway.listen();
    const { queue } = await openQueueApp({ url: proxy.url, gateway: gateway.url });
    await succeeds(() => queue.counts());
    await replica.redis.replicaof('NO', 'ONE');
    proxy.leadTo(`redis://${HOST}:${replica.port}`);
    await master.redis.replicaof(HOST, replica.port);
    await succeeds(() => queue.add(message('after')));
    await eventually(() => gateway.texts.includes('after'));
  }, 60_000);

  it('behind Sentinel goes on after a failover, and warns of what that may lose', async () => {
    const sentinel = await startSentinel();
    const gateway = await ScriptedGateway.listen();
    const { lines, logger } = keepLog();
    const { queue } = await openQueueApp({
      url: new Redis({
        sentinels: [{ host: HOST, port: sentinel.port }],
        name: 'sms',
        lazyConnect: true,
      }),
      gateway: gateway.url,
      logger,
    });
    await succeeds(() => queue.counts());
    await eventually(() => has('min-replicas-to-write is 0')(lines));
    const master = async () =>
      String(await sentinel.redis.call('sentinel', 'get-master-addr-by-name', 'sms'));
    const before = await master();
    // Refused until Sentinel knows the state of the replica.
    await succeeds(() => sentinel.redis.call('sentinel', 'failover', 'sms'));
    await eventually(async () => (await master()) !== before);
    // Sentinel names the new master before the client hears of it: what the old one still takes is lost.
    await eventually(async () => {
      await queue.add(message('after')).catch(() => undefined);
      return gateway.texts.includes('after');
    });
  }, 90_000);
});
