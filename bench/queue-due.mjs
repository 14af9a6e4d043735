// `npm run bench:queue -- --due N`: N messages become due at the same time, as with one `at` for a campaign or at
// the end of quiet hours. Two workers in processes of their own, the gateway and the store share the machine.
//
//   --due N          messages that become due; default 300000
//   --store NAME     PostgreSQL or Redis; default every one that can be started here
//   --seconds N      how long it watches; default 30
import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { bullQueueOf } from 'nestjs-sms-gateway/queue';
import { argumentsOf } from './arguments.mjs';
import {
  addAll,
  connect,
  forkWorkers,
  measureStores,
  openApp,
  startGateway,
  timed,
  withGoal,
} from './queue-parts.mjs';
import { numberAt } from './queue-reports.mjs';

const values = argumentsOf(import.meta.url, {
  due: { type: 'string', default: '300000' },
  store: { type: 'string' },
  seconds: { type: 'string', default: '30' },
});
const [due, seconds] = ['due', 'seconds'].map((name) => Number(values[name]));

const WORKERS = 2;
/** Members that one command of Redis changes. */
const RUN = 10_000;
/** How long the workers have to start before the time comes, in ms, and to set it. */
const TO_START = 15_000;
const GOALS = {
  PostgreSQL: { high: 500, operation: 1000, connections: 15 },
  Redis: { high: 5000, operation: 2000 },
};

const saleAt = (index) => ({ to: numberAt(index), text: 'Sale starts today' });

/** The store's own client, and what the time of messages is to it. */
async function clientOf(store) {
  if (store.name === 'Redis') {
    const redis = new Redis(store.url);
    return {
      async setTime(queue, at) {
        const delayed = (await bullQueueOf(queue)).toKey('delayed');
        const ids = await redis.zrange(delayed, 0, -1);
        for (let from = 0; from < ids.length; from += RUN) {
          const scores = ids.slice(from, from + RUN).flatMap((id) => [at * 4096, id]);
          await redis.zadd(delayed, ...scores);
        }
      },
      connections: () => undefined,
      close: () => redis.disconnect(),
    };
  }
  const client = await connect(store);
  return {
    async setTime(_queue, at) {
      await client.query(
        'UPDATE sms_gateway.message SET due = to_timestamp($1::float8 / 1000) WHERE due > now()',
        [at],
      );
    },
    async connections() {
      const { rows } = await client.query(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = 'app' AND pid <> pg_backend_pid()",
      );
      return rows[0].count;
    },
    close: () => client.end(),
  };
}

async function measure(store) {
  const client = await clientOf(store);
  let [sends, first, high] = [0, Infinity, Infinity];
  const { url, stop } = await startGateway((body) => {
    sends += 1;
    first = Math.min(first, Date.now());
    if (body.includes('Your code')) high = Math.min(high, Date.now());
  });
  const { app, queue } = await openApp(store, url, { reports: false, worker: false });
  const delay = 36_000_000;
  await addAll(queue, due, saleAt, { delay, priority: 'bulk' });
  const urgent = { to: numberAt(due), text: 'Your code is 123456' };
  await addAll(queue, 1, () => urgent, { delay, priority: 'high' });
  const at = Date.now() + TO_START + due / 10;
  await client.setTime(queue, at);
  const workers = await forkWorkers(WORKERS, {
    store: store.url,
    gateway: url,
    concurrency: 32,
    reports: false,
  });
  const start = Math.max(at, Date.now());
  await sleep(start - Date.now());
  const adds = [];
  const counts = [];
  let [most, failed, moved, unknown] = [0, 0, undefined, 0];
  while (Date.now() < start + seconds * 1000) {
    const add = () => queue.add({ to: numberAt(1), text: 'now' }, { priority: 'bulk' });
    const count = async () => {
      const found = await queue.counts();
      unknown = found.unknown;
      if (found.delayed === 0) moved ??= Date.now();
    };
    const fails = () => (failed += 1);
    adds.push(await timed(() => add().catch(fails)));
    counts.push(await timed(() => count().catch(fails)));
    most = Math.max(most, (await client.connections()) ?? 0);
    await sleep(100);
  }
  if (unknown > 0) {
    for await (const { id, code } of queue.unknown())
      process.stdout.write(`unknown: ${id} ${code}\n`);
  }
  workers.kill();
  await app.close();
  client.close();
  stop();
  /** Those of the app that adds are not a worker's. */
  const ofWorkers = most - 5;
  const connections = Math.ceil(ofWorkers / WORKERS);
  const goals = GOALS[store.name];
  return [
    ['first send after, ms', first - start, goals.high],
    ['first `high` send after, ms', high - start, goals.high],
    ['slowest `add`, ms', Math.round(Math.max(...adds)), goals.operation],
    ['slowest `counts`, ms', Math.round(Math.max(...counts)), goals.operation],
    ['operations that failed', failed, 0],
    ['unknown', unknown, 0],
    ...(most > 0 ? [['most connections of a worker', connections, goals.connections]] : []),
    ['all moved after, s', moved === undefined ? 'not yet' : ((moved - start) / 1000).toFixed(1)],
    ['sent per second', Math.round(sends / seconds)],
  ].map(([what, measured, goal]) => [withGoal(what, measured, { most: goal }), measured]);
}

await measureStores({ store: values.store, title: `${due} due` }, measure);
