import type { PoolConfig } from 'pg';
import { memberOf } from '../../../core/common/members.js';
import { SQLSTATE } from '../../records/sql-state.js';
import type { BullMq } from '../load-bullmq.js';
import { loadPg } from './load-pg.js';
import { prepareAsOwner } from './owner.js';
import { postgresJobs } from './postgres-jobs.js';
import { clockProblem } from '../jobs/clock.js';
import { endingFarLimits, LARGEST_OFFSET } from './postgres-limits.js';
import { postgresRecords } from './postgres-records.js';
import { ListeningPool } from './listening-pool.js';
import { NO_CONNECTION, OwnPool, type PoolLimits, type Queryable } from './postgres-pool.js';
import { DueMessages } from './due-messages.js';
import { prepareClaims, WORKERS_PATH } from './claims.js';
import { readingOurWay } from './postgres-types.js';
import type { SmsQueuePool } from '../sms-queue.options.js';
import { type QueueStore, type StoreBackend, WORKER_PATIENCE } from '../jobs/store.js';
import { DATABASE, SCHEMA, transactionPool } from './transaction.js';

/**
 * The connections of a queue. Its operations do not wait for those of the worker, and wait less than
 * they may take, also for what others have locked, so that an error says that nothing was done.
 */
const FOR_QUEUES = {
  max: 5,
  query_timeout: 5000,
  patience: 800,
  settings: { search_path: SCHEMA, lock_timeout: 500 },
};
/** The connections of a worker: BullMQ listens on one and queries on the others. */
const FOR_WORKERS = {
  max: 10,
  query_timeout: WORKER_PATIENCE,
  settings: { search_path: WORKERS_PATH },
};
/** A migration of a large table takes long, and another app may be at it. */
const FOR_MIGRATIONS = { max: 1, query_timeout: 600_500 };

// The window in which it was taken began no later than the start.
const UNCOUNT_START = `UPDATE rate_limit SET points = points - 1
  WHERE queue = $1 AND points > 0 AND expire_at_ms > $2 AND expire_at_ms <= $3`;

/**
 * Keeps messages in PostgreSQL 14 or later, in the schema `bullmq`.
 *
 * @param onError called with connection errors, which would otherwise end the process
 * @param user what needs pg, in errors
 */
export async function createPostgresStore(
  bull: BullMq,
  connection: string | SmsQueuePool,
  onError: (error: Error) => void,
  user: string,
): Promise<QueueStore> {
  const pg = await loadPg(user);
  const pools: OwnPool[] = [];
  const open = (limits: PoolLimits): OwnPool => {
    const opened = new OwnPool(
      pg.Pool,
      readingOurWay(pg.Client, configOf(connection)),
      limits,
      onError,
    );
    pools.push(opened);
    return opened;
  };
  // Each connects when it is used.
  const pool = open(FOR_QUEUES);
  const migrations = open(FOR_MIGRATIONS);
  const workerPool = open(FOR_WORKERS);
  const workers = new ListeningPool(workerPool);
  const movers = new Set<DueMessages>();
  workerPool.onNotification((queueName) => {
    for (const each of movers) each.heard(queueName);
  });
  let database: string | undefined;
  return {
    name: 'PostgreSQL',
    addsEach: false,
    bull,

    async prepare() {
      await pool.open();
      if (!(await isMigrated(bull, pool))) {
        const client = await migrations.connect();
        await bull.runMigrations(client, SCHEMA).finally(() => client.release(true));
      }
      await prepareAsOwner(pool);
      database = await databaseOf(pool);
    },

    async weaknesses() {
      const found = await findWeaknesses(pool);
      const problem = await prepareClaims(pool);
      return problem === undefined ? found : [...found, problem];
    },

    forQueues: endingFarLimits(pool, backendOf(bull, pool)),
    forWorkers: (...args) => {
      const backend = endingFarLimits(pool, backendOf(bull, workers.forBull))(...args);
      const wait = backend.waitForJob.bind(backend);
      backend.waitForJob = (seconds) => workers.watched(wait(seconds));
      const due = new DueMessages(workerPool, args[0], onError);
      movers.add(due);
      const becomeReady = backend.waitUntilReady.bind(backend);
      let ready: Promise<void> | undefined;
      const start = async (): Promise<void> => {
        await becomeReady();
        await prepareClaims(pool);
        due.start();
      };
      // BullMQ asks before each message that it completes.
      backend.waitUntilReady = () => (ready ??= start());
      const close = backend.close.bind(backend);
      backend.close = (force) => {
        due.end();
        movers.delete(due);
        return close(force);
      };
      return backend;
    },
    forTransactions: backendOf(
      bull,
      transactionPool(() => pool.connect()),
    ),

    async isOwnDatabase(other) {
      // Its server may have been started again, or another one have taken over.
      if (other !== database) database = await databaseOf(pool);
      return other === database;
    },

    ...postgresJobs(pool),

    uncountStart({ name }, { processedOn = 0 }, { windowMs }) {
      return pool.query(UNCOUNT_START, [name, Date.now(), processedOn + windowMs]);
    },

    records: postgresRecords(pool),

    provesNothingDone(error) {
      const code = String(memberOf(error, 'code'));
      const text = String(memberOf(error, 'message'));
      const isRolledBack = SQLSTATE.test(code) && !NOT_ROLLED_BACK.test(code);
      return NOT_CONNECTED.test(code) || isRolledBack || NO_CONNECTION.test(text);
    },

    async close() {
      for (const each of movers) each.end();
      // Waits for connections in use, which may never answer.
      for (const each of pools) each.end().catch(onError);
      await Promise.resolve();
    },
  };
}

// Not connected, or an error that the server returned after a rollback. An error about the end of the
// connection does not count: it may have ended after the commit.
const NOT_CONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/;
const NOT_ROLLED_BACK = /^(?:08|40003|57P0[12])/;

async function isMigrated(bull: BullMq, pool: OwnPool): Promise<boolean> {
  try {
    return (await bull.assertSchemaCompatibility(pool, SCHEMA)) >= bull.LATEST_SCHEMA_VERSION;
  } catch (error) {
    if (error instanceof bull.SchemaMigrationRequiredError) return false;
    throw error;
  }
}

function configOf(connection: string | SmsQueuePool): PoolConfig {
  if (typeof connection === 'string') return { connectionString: connection };
  // pg hides the password from being listed. It may be a function, for example for short-lived
  // passwords.
  const password: unknown = memberOf(connection.options, 'password');
  return { ...connection.options, ...(isPassword(password) && { password }) };
}

function isPassword(value: unknown): value is NonNullable<PoolConfig['password']> {
  return typeof value === 'string' || typeof value === 'function';
}

async function databaseOf(connection: Queryable): Promise<string | undefined> {
  const { rows } = await connection.query<{ database: string }>(`SELECT ${DATABASE} AS database`);
  return rows[0]?.database;
}

const WEAKNESSES = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
  to_jsonb(array(
    SELECT name FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit') AND setting = 'off')) AS off`;

async function findWeaknesses(pool: Queryable): Promise<readonly string[]> {
  const asked = Date.now();
  const { rows } = await pool.query<{ now: number; off: string[] }>(WEAKNESSES);
  const [{ now, off } = { now: NaN, off: [] }] = rows;
  const found = off.map(
    (name) =>
      `${name} is off: a power cut loses the last messages, or sends some of them twice. Set it to on.`,
  );
  const offset = Math.round(now - (asked + Date.now()) / 2);
  const problem = clockProblem('PostgreSQL', offset, LARGEST_OFFSET);
  return problem === undefined ? found : [...found, problem];
}

function backendOf(bull: BullMq, connection: unknown): StoreBackend {
  if (!bull.isPgPool(connection)) throw new TypeError('BullMQ does not know this pool');
  return (name, options, more) =>
    bull.createPostgresBackend(name, { ...options, connection }, more);
}
