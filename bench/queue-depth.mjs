// `npm run bench:queue -- --waiting N`: how long the queue's operations take with N waiting messages, and how
// many it sends a second, beside an empty queue. The app, its worker, the gateway and the store share the machine.
//
//   --waiting N      messages that wait; default 10000. The goals are for 1000000 in PostgreSQL
//   --store NAME     PostgreSQL or Redis; default every one that can be started here
//   --sends N        messages sent in each of 3 rounds to measure the rate; default 3000
import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { argumentsOf } from './arguments.mjs';
import { median } from './figures.mjs';
import {
  addAll,
  connect,
  measureStores,
  openApp,
  queueNameOf,
  startGateway,
  timed,
  TO_CONNECT,
  until,
  withGoal,
} from './queue-parts.mjs';
import { numberAt } from './queue-reports.mjs';

const ROUNDS = 3;
const values = argumentsOf(import.meta.url, {
  store: { type: 'string' },
  waiting: { type: 'string', default: '10000' },
  sends: { type: 'string', default: '3000' },
});
const waiting = Number(values.waiting);
const sends = Math.min(Number(values.sends), Math.floor(waiting / ROUNDS / 2));

const UNKNOWN = 10;
/** Messages to the number that is erased. */
const ERASED = 10;
const BATCHES = 20;
/** Messages in each state, in a queue of its own. */
const IN_STATES = Math.min(waiting, 100_000);
const GOALS = {
  PostgreSQL: { sends: { least: 0.8 }, counts: { most: 100 }, countsAfterAdds: { most: 1000 } },
  Redis: {},
};

const messageAt = (index) => ({ to: numberAt(index), text: `Your code is ${index}` });
const ERASED_NUMBER = '919999999999';

/** Sets how often Redis writes to disk: not while the queue is being filled, which would take most of the time. */
async function setSync(store, appendfsync) {
  if (store.name !== 'Redis') return;
  const redis = new Redis(store.url);
  await redis.config('SET', 'appendfsync', appendfsync);
  redis.disconnect();
}

async function fill(queue) {
  for (let index = 0; index < ERASED; index += 1)
    await queue.add(
      { to: ERASED_NUMBER, text: `Your code is ${index}` },
      { key: `erased-${index}` },
    );
  const numbers = Array.from({ length: BATCHES * 100 }, (_, index) => numberAt(index));
  const run = queue.broadcast({ text: 'Sale starts today' }, numbers, { priority: 'bulk' });
  await run;
  await addAll(queue, waiting, messageAt);
  return run.id;
}

const ignore = () => undefined;

/** ms that `counts` takes, several times. Also if it is refused because it takes too long. */
async function countTimes(queue) {
  const times = [];
  for (let round = 0; round < 5; round += 1)
    times.push(await timed(() => queue.counts().catch(ignore)));
  return times;
}

/** The longest time, in ms, that `counts` takes right after messages in all states were added. */
async function countStates(store, gateway) {
  const name = 'states';
  const { app, queue } = await openApp(store, gateway.url, { name, worker: false });
  const client = await connect(store);
  await client.query(
    `INSERT INTO sms_gateway.message
      (queue, id, state, priority, added, due, life, expires, claimed, locked_until, status, ended, sealed)
    SELECT $1, state || n, replace(state, 'd', 'w')::"char", 1, now(),
      now() + CASE state WHEN 'd' THEN interval '1 day' ELSE '0' END, 1e9, now() + interval '2 days', now(),
      now() + interval '1 day', 'accepted', now(), repeat('x', 300)
    FROM unnest(ARRAY['w', 'd', 's', 'u', 'f']) AS state, generate_series(1, $2::int) AS n`,
    [queueNameOf(name), IN_STATES],
  );
  await client.end();
  const times = await countTimes(queue);
  await app.close();
  return Math.max(...times);
}

/** ms in which a worker sends messages that wait. */
async function timeToSend(store, gateway, { name, queue }) {
  const worker = await openApp(store, gateway.url, { name, reports: false });
  await sleep(TO_CONNECT);
  const before = gateway.sends;
  const ms = await timed(async () => {
    await queue.resume();
    await until(() => gateway.sends >= before + sends);
  });
  await queue.pause();
  await worker.app.close();
  return ms;
}

const perSecond = (ms) => Math.round((ROUNDS * sends * 1000) / ms);

async function measure(store) {
  const goals = GOALS[store.name];
  const gateway = { sends: 0 };
  // The outcome of some stays unknown.
  const { url, stop } = await startGateway((body) => {
    gateway.sends += 1;
    return body.includes('lost') ? 500 : 200;
  });
  gateway.url = url;
  const first = await openApp(store, url, { reports: false });
  await first.queue.addMany(
    Array.from({ length: UNKNOWN }, () => ({ to: numberAt(0), text: 'lost' })),
  );
  await until(async () => (await first.queue.counts()).unknown === UNKNOWN);
  await first.queue.pause();
  await first.app.close();
  const { app, queue } = await openApp(store, url, { reports: false, worker: false });
  await setSync(store, 'no');
  const broadcast = await fill(queue);
  await setSync(store, 'always');
  const afterAdds = Math.max(...(await countTimes(queue)));
  const rows = [
    [
      withGoal('`counts()` right after the adds, ms', afterAdds, goals.countsAfterAdds ?? {}),
      Math.round(afterAdds),
    ],
  ];
  if (store.name === 'PostgreSQL') {
    const inStates = await countStates(store, gateway);
    rows.push([
      withGoal(`\`counts()\` with ${IN_STATES} in each state, ms`, inStates, goals.countsAfterAdds),
      Math.round(inStates),
    ]);
    const client = await connect(store);
    await client.query('VACUUM ANALYZE sms_gateway.message');
    await client.end();
  }
  const counted = median(await countTimes(queue));
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
  const name = 'empty';
  const empty = await openApp(store, url, { name, reports: false, worker: false });
  await empty.queue.pause();
  let [deepTime, emptyTime] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    await addAll(empty.queue, sends, messageAt);
    emptyTime += await timeToSend(store, gateway, { name, queue: empty.queue });
    deepTime += await timeToSend(store, gateway, { queue });
  }
  await Promise.all([empty.app.close(), app.close()]);
  stop();
  const ratio = emptyTime / deepTime;
  return [
    ['sent per second', perSecond(deepTime)],
    ['sent per second from an empty queue', perSecond(emptyTime)],
    [withGoal('the ratio of the two', ratio, goals.sends ?? {}), ratio.toFixed(2)],
    [withGoal('`counts()`, ms', counted, goals.counts ?? {}), Math.round(counted)],
    ...rows,
    [`\`unknown()\` of ${UNKNOWN}, ms`, Math.round(unknown)],
    [`\`cancel()\` of a broadcast of ${BATCHES} batches, ms`, Math.round(cancelled)],
    [`\`erase()\` of ${ERASED} messages, s`, (erasing / 1000).toFixed(1)],
  ];
}

await measureStores({ store: values.store, title: `${waiting} waiting` }, measure);
