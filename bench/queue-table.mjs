// `npm run bench:queue -- --old-snapshot` and `-- --retention`: what PostgreSQL does with the rows of messages that
// ended. The app, its worker, the gateway and the store share the machine.
//
//   --old-snapshot   sends and one-time passwords while a transaction, such as a backup, keeps dead rows
//   --dead N         messages that were sent meanwhile: an hour at 1,000 a second. Default 3600000
//   --sends N        messages sent to measure the rate; default 3000
//   --retention      the size of the table while messages are sent and removed, in the middle and at the end
//   --rate N         messages a second; default 1000
//   --seconds N      of --retention; default 120
import 'reflect-metadata';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStore } from '../test/queue/stores.mjs';
import { argumentsOf } from './arguments.mjs';
import { table } from './figures.mjs';
import { describe, machine } from './machine.mjs';
import {
  addAll,
  connect,
  end,
  forkWorkers,
  openApp,
  queueNameOf,
  startGateway,
  timed,
  timesOfHigh,
  TO_CONNECT,
  until,
  withGoal,
} from './queue-parts.mjs';
import { numberAt } from './queue-reports.mjs';

const values = argumentsOf(import.meta.url, {
  'old-snapshot': { type: 'boolean', default: false },
  dead: { type: 'string', default: '3600000' },
  sends: { type: 'string', default: '3000' },
  retention: { type: 'boolean', default: false },
  rate: { type: 'string', default: '1000' },
  seconds: { type: 'string', default: '120' },
});
const [dead, sends, rate, seconds] = ['dead', 'sends', 'rate', 'seconds'].map((name) =>
  Number(values[name]),
);

const NAME = 'table';
const KEY_TTL = 15_000;
/** Messages of one statement. */
const STEP = 36_000;
const HIGH = 50;
const GOALS = { growth: 1.1 };

const messageAt = (index) => ({ to: numberAt(index), text: 'Your order has left our shop' });

// A message leaves two dead rows: that which waited, and that which was being sent. By primary key: otherwise each step
// would read the dead rows of all earlier ones.
const OF_STEP = 'queue = $1 AND id >= $2 AND id < $3';
const END = [
  `UPDATE sms_gateway.message SET state = 's', starts = 1, claimed = due, locked_until = due + interval '30 seconds',
    token = gen_random_uuid() WHERE ${OF_STEP}`,
  `UPDATE sms_gateway.message SET state = 'f', status = 'accepted', ended = due WHERE ${OF_STEP}`,
];
const idAt = (index) => `dead${String(index).padStart(9, '0')}`;

/** Adds and ends messages in the hour before a time. */
async function addEnded(store, before) {
  const client = await connect(store);
  // By their index, whatever the statistics say.
  await client.query('SET synchronous_commit = off; SET enable_seqscan = off');
  for (let from = 0; from < dead; from += STEP) {
    const to = Math.min(from + STEP, dead);
    // In one transaction, so that the worker never finds one of them waiting.
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO sms_gateway.message (queue, id, priority, added, due, life, expires)
      SELECT $1, 'dead' || lpad(n::text, 9, '0'), 1, at, at, 1e9, at + interval '1 day'
      FROM generate_series($2::int, $3::int - 1) AS n,
        LATERAL (SELECT to_timestamp(($4::float8 - 3600000.0 * ($5::int - n) / $5::int) / 1000) AS at) AS times`,
      [queueNameOf(NAME), from, to, before, dead],
    );
    for (const text of END) await client.query(text, [queueNameOf(NAME), idAt(from), idAt(to)]);
    await client.query('COMMIT');
  }
  await client.end();
}

async function oldSnapshot(store) {
  const arrivals = new EventEmitter();
  let taken = 0;
  const { url, stop } = await startGateway((body) => {
    taken += 1;
    if (body.includes('one-time')) arrivals.emit('one-time');
  });
  const options = { name: NAME, reports: false };
  const { app, queue } = await openApp(store, url, { ...options, worker: false });
  let worker = await openApp(store, url, options);
  const rowOf = async (what) => {
    await sleep(TO_CONNECT);
    await queue.pause();
    await addAll(queue, sends, messageAt);
    const before = taken;
    const ms = await timed(async () => {
      await queue.resume();
      await until(() => taken >= before + sends);
    });
    const { p50, most } = await timesOfHigh(queue, arrivals, HIGH);
    return [what, Math.round((sends / ms) * 1000), p50.toFixed(1), most.toFixed(1)];
  };
  const rows = [await rowOf('before')];
  const client = await connect(store);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
  const ms = await timed(() => addEnded(store, Date.now()));
  rows.push(await rowOf('with the dead rows'));
  await worker.app.close();
  worker = await openApp(store, url, options);
  rows.push(await rowOf('the same, by a worker that has just started'));
  await client.end();
  await Promise.all([worker.app.close(), app.close()]);
  stop();
  process.stdout.write(
    `\n${dead} messages that ended under an old snapshot, made in ${Math.round(ms / 1000)} s\n\n`,
  );
  const head = ['', 'sent per second', 'ms of a `high` message, p50', 'most'];
  process.stdout.write(`${table(head, rows)}\n`);
}

async function retention(store) {
  const client = await connect(store);
  await client.query("ALTER SYSTEM SET autovacuum_naptime = '5s'");
  await client.query('SELECT pg_reload_conf()');
  const size = async () => {
    const { rows } = await client.query(
      "SELECT pg_total_relation_size('sms_gateway.message')::float8 AS size",
    );
    return rows[0].size;
  };
  let taken = 0;
  const { url, stop } = await startGateway(() => {
    taken += 1;
  });
  const options = { name: NAME, reports: false, keyTtl: KEY_TTL };
  const { app, queue } = await openApp(store, url, { ...options, worker: false });
  const workers = await forkWorkers(1, { store: store.url, gateway: url, ...options });
  const start = performance.now();
  let added = 0;
  const addUntil = async (second) => {
    while (performance.now() - start < second * 1000) {
      const wanted = Math.floor(((performance.now() - start) * rate) / 1000);
      await addAll(queue, wanted - added, messageAt);
      added = wanted;
      await sleep(100);
    }
    return size();
  };
  const half = await addUntil(seconds / 2);
  const whole = await addUntil(seconds);
  const { finished } = await queue.counts();
  workers.kill();
  await app.close();
  await client.end();
  stop();
  const growth = whole / half;
  const rows = [
    [`MB after ${seconds / 2} s`, (half / 1e6).toFixed(1)],
    [`MB after ${seconds} s`, (whole / 1e6).toFixed(1)],
    [withGoal('the ratio of the two', growth, { most: GOALS.growth }), growth.toFixed(2)],
    ['added, and sent', `${added}, ${taken}`],
    ['finished and still kept', finished],
  ];
  process.stdout.write(
    `\n${rate} messages a second for ${seconds} s, keyTtl ${KEY_TTL} ms\n\n${table(['', ''], rows)}\n`,
  );
}

process.stdout.write(`${describe(machine('bench:queue'))}\n`);
for (const [flag, measure] of Object.entries({ 'old-snapshot': oldSnapshot, retention })) {
  if (!values[flag]) continue;
  const store = await startStore('PostgreSQL', { durable: true });
  await measure(store);
  await store.close();
}
end();
