// `npm run bench:queue`: what the queue costs, beside other queues with `undici` by hand in their workers, in one
// process and in turn. The queue stores delivery reports, and none come, except where it says so.
//
//   --store NAME     PostgreSQL or Redis; default every one that can be started here
//   --messages N     sent in each round; default 2000
//   --rounds N       default 9
//   --behind N       bulk messages that a one-time password overtakes; default 100000
//   --only-sends     leaves out everything but the messages sent a second
//   --seconds N      of the rate limit with 4 workers, in processes of their own; default 20
//   --vs COMMIT      an earlier commit to compare with, in the same run and in a database of its own
//   --waiting N      measures operations with N waiting messages instead: see queue-depth.mjs
//   --due N          measures N messages that become due together instead: see queue-due.mjs
//   --old-snapshot   measures PostgreSQL with an hour's dead rows instead: see queue-table.mjs
//   --retention      measures how far its table grows instead: see queue-table.mjs
import 'reflect-metadata';
import { EventEmitter } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGuardStore } from 'nestjs-sms-gateway/queue';
import { OWN_STORES, startStore } from '../test/queue/stores.mjs';
import { argumentsOf } from './arguments.mjs';
import { buildEarlier, importQueue } from './earlier.mjs';
import { spread, table } from './figures.mjs';
import { countOf, startServer } from './gateway.mjs';
import { describe, machine } from './machine.mjs';
import { OTHER_QUEUES } from './other-queues.mjs';
import {
  CONCURRENCY,
  connect,
  end,
  forkWorkers,
  openApp,
  startGateway,
  timed,
  timesOfHigh,
  TO_CONNECT,
  withGoal,
} from './queue-parts.mjs';
import { longestBlock, numberAt, storedPerSecond } from './queue-reports.mjs';
import { randomOf, shuffled } from './shuffle.mjs';
import { open as openByHand } from './variants/undici-request.mjs';

const has = (flag) => process.argv.some((each) => each.startsWith(flag));
if (has('--waiting')) await import('./queue-depth.mjs');
if (has('--due')) await import('./queue-due.mjs');
if (has('--old-snapshot') || has('--retention')) await import('./queue-table.mjs');

const values = argumentsOf(import.meta.url, {
  store: { type: 'string' },
  messages: { type: 'string', default: '2000' },
  rounds: { type: 'string', default: '9' },
  behind: { type: 'string', default: '100000' },
  seconds: { type: 'string', default: '20' },
  'only-sends': { type: 'boolean', default: false },
  vs: { type: 'string' },
});
const [messages, rounds, behind, seconds] = ['messages', 'rounds', 'behind', 'seconds'].map(
  (name) => Number(values[name]),
);

const NUMBER = '919876543210';
/** Ratios, and ms. Those to an earlier commit are to one whose queue in PostgreSQL was BullMQ's. */
const GOALS = {
  withoutReports: 0.95,
  oneNumber: 0.9,
  urgent: 50,
  block: 500,
  mostSends: 55,
  PostgreSQL: {
    others: { pgBoss: 1, graphileWorker: 1, graphileTuned: 0.9 },
    otherAdds: 0.9,
    earlier: { sends: 2.5, 'one by one': 1, '50 at once': 2, 'by addMany': 1 },
  },
  Redis: {
    others: { bullmq: 0.85 },
    earlier: { sends: 0.95, 'one by one': 0.95, '50 at once': 0.95, 'by addMany': 0.95 },
  },
};

const toOne = () => NUMBER;

const texts = (count, numberOf = numberAt) =>
  Array.from({ length: count }, (_, index) => ({
    to: numberOf(index),
    text: `Your code is ${100_000 + index}`,
  }));

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

/** Sends through another queue with undici by hand: messages a second. */
async function othersPerSecond(queue, url) {
  const client = openByHand(url);
  await queue.addMany(texts(messages).map((message, index) => ({ ...message, index })));
  const begin = await queue.work(({ index }) => client.send(index), messages);
  await sleep(TO_CONNECT);
  const ms = await timed(begin);
  await Promise.all([queue.close(), client.close()]);
  return (messages / ms) * 1000;
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

const addedPerSecond = async (work) => (messages / (await timed(work))) * 1000;

/** Messages that are added in a second, one by one and several at once. */
const addedSingly = async (add) => ({
  'one by one': await addedPerSecond(() => atOnce(1, texts(messages), add)),
  '50 at once': await addedPerSecond(() => atOnce(CONCURRENCY, texts(messages), add)),
});

async function added(store, url, name) {
  const { app, queue } = await openApp(store, url, { worker: false, name });
  const rates = {
    ...(await addedSingly((message) => queue.add(message))),
    'by addMany': await addedPerSecond(() => queue.addMany(texts(messages)).finish()),
  };
  await app.close();
  return rates;
}

async function addedToOther(queue) {
  const rates = await addedSingly(queue.add);
  await queue.close();
  return rates;
}

/** ms from `add` until the gateway has read the message, one at a time, behind others or not. */
async function latency(store, crowd) {
  const arrivals = new EventEmitter();
  const { url, stop } = await startGateway((body) => {
    if (body.includes('one-time')) arrivals.emit('one-time');
  });
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
  const times = await timesOfHigh(queue, arrivals, 100);
  await Promise.all([app.close(), filler.app.close()]);
  stop();
  return times;
}

/** Messages a second that `count` worker processes send. */
async function workersPerSecond(store, url, count) {
  const { app, queue } = await openApp(store, url, { worker: false });
  await queue.pause();
  await queue.addMany(texts(messages));
  const config = { store: store.url, gateway: url, concurrency: CONCURRENCY };
  const workers = await forkWorkers(count, config);
  const perSecond = await sentPerSecond(queue, url, () => queue.resume());
  workers.kill();
  await app.close();
  return Math.round(perSecond);
}

/** The most requests in any second, and the average, with four workers at 50 a second. */
async function rate(store) {
  const at = [];
  const { url, stop } = await startGateway(() => {
    at.push(performance.now());
  });
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
  const client = await connect(store);
  const { rows } = await client.query(
    "select pg_total_relation_size('sms_gateway.message') as size",
  );
  await client.end();
  return Number(rows[0].size);
}

/** The same store, with a database of its own for an earlier commit. */
async function earlierStore(store, code) {
  if (store.name === 'Redis') return { ...store, url: `${store.url}/1`, code };
  const client = await connect(store);
  await client.query('CREATE DATABASE earlier');
  await client.end();
  return { ...store, url: store.url.replace(/app$/, 'earlier'), code };
}

/** Everything else that is measured with a store. */
async function otherRows(store, url) {
  const byWorkers = [];
  for (const count of [1, 2, 4]) byWorkers.push(await workersPerSecond(store, url, count));
  const alone = await latency(store, 0);
  const crowded = await latency(store, behind);
  const limited = await rate(store);
  const reports = await stored(store, url);
  return [
    ['sent per second by 1, 2 and 4 worker processes', byWorkers.join(', ')],
    ['ms from add to read, p50 and p99', `${alone.p50.toFixed(1)}, ${alone.p99.toFixed(1)}`],
    [
      withGoal(`the same, high behind ${behind} bulk: p50`, crowded.p50, { most: GOALS.urgent }),
      `${crowded.p50.toFixed(1)}, ${crowded.p99.toFixed(1)}`,
    ],
    [
      withGoal(`4 workers at 50 a second for ${seconds} s: most in any second`, limited.most, {
        most: GOALS.mostSends,
      }),
      `${limited.most} (${limited.average.toFixed(1)} on average)`,
    ],
    ['reports stored per second, for distinct numbers', Math.round(reports.distinct)],
    ['reports stored per second, all for one number', Math.round(reports.oneNumber)],
    [
      withGoal(
        '30 requests of 1,000 forged reports for one number: most ms that the event loop was blocked',
        reports.block,
        { most: GOALS.block },
      ),
      reports.block.toFixed(0),
    ],
  ];
}

const random = randomOf(1);

/** Runs each side in every round. What runs first finds a smaller table, and a store may rewrite its log at any time. */
async function inTurn(sides) {
  const figures = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, work] of shuffled(Object.entries(sides), random))
      figures[side].push(await work(`${side}-${round}`));
  }
  return figures;
}

const timeOf = (rates) => rates.reduce((sum, each) => sum + 1 / each, 0);

/** The ratio of two sides, of all rounds together: one round alone differs from the next by a third. */
function ratioRow(what, over, under, least) {
  const ratio = timeOf(under) / timeOf(over);
  return [withGoal(what, ratio, { least }), ratio.toFixed(2)];
}

async function sendRows(store, earlier, url) {
  const others = OTHER_QUEUES[store.name];
  const goals = GOALS[store.name];
  const guardStore = createGuardStore(store.url, { key: 'cd'.repeat(32) });
  const reports = false;
  const sends = await inTurn({
    ours: (name) => oursPerSecond(store, url, name),
    withoutReports: (name) => oursPerSecond(store, url, name, { reports }),
    oneNumber: (name) => oursPerSecond(store, url, name, { numberOf: toOne }),
    everyOption: (name) => oursPerSecond(store, url, name, everyOption(guardStore)),
    ...Object.fromEntries(
      Object.entries(others).map(([side, { open }]) => [
        side,
        async (name) => othersPerSecond(await open(store, name), url),
      ]),
    ),
    ...(earlier && {
      earlier: (name) => oursPerSecond(earlier, url, name),
      earlierWithoutReports: (name) => oursPerSecond(earlier, url, name, { reports }),
    }),
  });
  const { ours, withoutReports, oneNumber } = sends;
  const { sends: faster } = goals.earlier;
  return [
    ['sent per second, to distinct numbers, median (least–most)', spread(ours)],
    ['the same with `reports: false`', spread(withoutReports)],
    ['the same, all to one number', spread(oneNumber)],
    ['the same with every option, `guard` in the store', spread(sends.everyOption)],
    ...Object.entries(others).map(([side, { title }]) => [
      `${title}, with undici by hand`,
      spread(sends[side]),
    ]),
    ratioRow('with reports / `reports: false`', ours, withoutReports, GOALS.withoutReports),
    ...Object.entries(goals.others).map(([side, least]) =>
      ratioRow(`\`reports: false\` / ${others[side].title}`, withoutReports, sends[side], least),
    ),
    ratioRow('one number / distinct numbers', oneNumber, ours, GOALS.oneNumber),
    ...(earlier
      ? [
          [`sent per second by ${values.vs}`, spread(sends.earlier)],
          [
            `sent per second by ${values.vs}, \`reports: false\``,
            spread(sends.earlierWithoutReports),
          ],
          ratioRow(`with reports / ${values.vs}`, ours, sends.earlier, faster),
          ratioRow(
            `\`reports: false\` / ${values.vs}`,
            withoutReports,
            sends.earlierWithoutReports,
            faster,
          ),
        ]
      : []),
  ];
}

async function addRows(store, earlier, url) {
  const others = Object.entries(OTHER_QUEUES[store.name]).filter(([, { adds }]) => adds);
  const goals = GOALS[store.name];
  const adds = await inTurn({
    ours: (name) => added(store, url, `adds-${name}`),
    ...Object.fromEntries(
      others.map(([side, { open }]) => [
        side,
        async (name) => addedToOther(await open(store, `adds-${name}`)),
      ]),
    ),
    ...(earlier && { earlier: (name) => added(earlier, url, `adds-${name}`) }),
  });
  const of = (side, how) => adds[side].map((rates) => rates[how]);
  return ['one by one', '50 at once', 'by addMany'].flatMap((how) => {
    const compared = how === 'by addMany' ? [] : others;
    const what = `added per second, ${how}`;
    return [
      [what, spread(of('ours', how))],
      ...compared.map(([side, { title }]) => [`${what}, ${title}`, spread(of(side, how))]),
      ...compared.map(([side, { title }]) =>
        ratioRow(`${what} / ${title}`, of('ours', how), of(side, how), goals.otherAdds),
      ),
      ...(earlier
        ? [
            [`${what}, ${values.vs}`, spread(of('earlier', how))],
            ratioRow(
              `${what} / ${values.vs}`,
              of('ours', how),
              of('earlier', how),
              goals.earlier[how],
            ),
          ]
        : []),
    ];
  });
}

/** Measures everything with one store, and prints it. */
async function measure(name, code) {
  const store = await startStore(name, { durable: true });
  const { url, stop } = await startServer();
  const earlier = code && (await earlierStore(store, code));
  // What runs first would pay for compiling.
  if (earlier) await oursPerSecond(earlier, url, 'warm-up');
  await oursPerSecond(store, url, 'warm-up');
  const isShort = values['only-sends'];
  // Before rows that are removed leave room for others.
  const size = isShort ? [] : [['bytes of a waiting message', Math.round(await bytes(store, url))]];
  const rows = [
    ...(await sendRows(store, earlier, url)),
    ...(isShort ? [] : await addRows(store, earlier, url)),
    ...(isShort ? [] : await otherRows(store, url)),
    ...size,
  ];
  process.stdout.write(`\n${name}\n\n${table(['', ''], rows)}\n`);
  stop();
  await store.close();
}

const about = machine('bench:queue');
const folder = values.vs && buildEarlier(values.vs);
if (values.vs && !folder) throw new Error(`This clone has no commit ${values.vs}`);
const code = folder && (await importQueue(folder));
process.stdout.write(`${describe(about)}\n`);
for (const name of values.store ? [values.store] : OWN_STORES) await measure(name, code);
if (folder) rmSync(folder, { recursive: true });
end();
