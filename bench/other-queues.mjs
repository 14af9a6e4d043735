// The queues that ours is measured beside. `work` connects a worker, and returns what lets it begin and waits until it
// has sent and stored so many.
import { readFileSync } from 'node:fs';
import { createRedisBackend, Queue, Worker } from 'bullmq';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import PgBoss from 'pg-boss';
import { CONCURRENCY, connect, until } from './queue-parts.mjs';

const { devDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const nameOf = (name) => `${name} ${devDependencies[name]}`;

const BULK = 1000;
/** As in graphile-worker's own advice for short tasks. */
const TUNED = {
  localQueue: { size: 4 * CONCURRENCY },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
};

const ignore = () => undefined;

async function openBullMq({ url }, name) {
  const connection = { url, maxRetriesPerRequest: null };
  const queue = new Queue(name, { connection }, createRedisBackend);
  const options = { connection, concurrency: CONCURRENCY };
  let worker;
  return {
    async addMany(messages) {
      const opts = { attempts: 1, priority: 10 };
      const jobs = messages.map((data) => ({ name: 'sms', data, opts }));
      for (let from = 0; from < jobs.length; from += BULK)
        await queue.addBulk(jobs.slice(from, from + BULK));
    },
    async work(send, count) {
      await queue.pause();
      worker = new Worker(name, ({ data }) => send(data), options, createRedisBackend);
      let left = count;
      worker.on('completed', () => (left -= 1));
      return async () => {
        await queue.resume();
        await until(() => left === 0);
      };
    },
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}

async function openPgBoss({ url }, name) {
  const boss = new PgBoss(url);
  boss.on('error', ignore);
  await boss.start();
  await boss.createQueue(name);
  return {
    add: (message) => boss.send(name, message),
    addMany: (messages) => boss.insert(messages.map((data) => ({ name, data }))),
    work: async (send, count) => async () => {
      for (let left = count; left > 0;) {
        const jobs = await boss.fetch(name, { batchSize: CONCURRENCY });
        await Promise.all(jobs.map(({ data }) => send(data)));
        const ids = jobs.map(({ id }) => id);
        if (ids.length > 0) await boss.complete(name, ids);
        left -= ids.length;
      }
    },
    close: () => boss.stop({ graceful: false }),
  };
}

const openGraphile = (settings) => async (store, name) => {
  const logger = new Logger(() => ignore);
  const utils = await makeWorkerUtils({ connectionString: store.url, logger });
  await utils.migrate();
  const client = await connect(store);
  let runner;
  return {
    add: (message) => utils.addJob(name, message),
    addMany: (messages) =>
      utils.addJobs(messages.map((payload) => ({ identifier: name, payload }))),
    async work(send, count) {
      let open;
      const isOpen = new Promise((resolve) => (open = resolve));
      let left = count;
      const task = async (message) => {
        await isOpen;
        await send(message);
        left -= 1;
      };
      const worker = {
        connectionString: store.url,
        concurrentJobs: CONCURRENCY,
        logger,
        ...settings,
      };
      runner = await run({ preset: { worker }, taskList: { [name]: task }, noHandleSignals: true });
      return async () => {
        open();
        await until(() => left === 0);
        // It does not say when they are stored.
        await until(async () => {
          const { rows } = await client.query(
            'SELECT FROM graphile_worker.jobs WHERE task_identifier = $1 LIMIT 1',
            [name],
          );
          return rows.length === 0;
        });
      };
    },
    async close() {
      await runner?.stop();
      await utils.release();
      await client.end();
    },
  };
};

/** The queues of each store. Those with `adds` are compared in single adds, too. */
export const OTHER_QUEUES = {
  PostgreSQL: {
    pgBoss: { title: nameOf('pg-boss'), open: openPgBoss, adds: true },
    graphileWorker: { title: nameOf('graphile-worker'), open: openGraphile({}), adds: true },
    graphileTuned: {
      title: `${nameOf('graphile-worker')} with localQueue`,
      open: openGraphile(TUNED),
    },
  },
  Redis: { bullmq: { title: 'bare BullMQ', open: openBullMq } },
};
