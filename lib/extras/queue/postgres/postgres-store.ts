import type { PoolConfig } from 'pg';
import { memberOf } from '../../../core/common/members.js';
import { SQLSTATE } from '../../records/sql-state.js';
import type { SmsQueuePool } from '../sms-queue.options.js';
import { Hold } from '../store/hold.js';
import { type MessageStore, type StoreParts, WORKER_PATIENCE } from '../store/message-store.js';
import { loadPg } from './load-pg.js';
import { addRows } from './message-adds.js';
import { MessageRows } from './message-rows.js';
import { NO_CONNECTION, OwnPool, type PoolLimits } from './postgres-pool.js';
import { postgresRecords } from './postgres-records.js';
import { readingOurWay } from './postgres-types.js';
import { PostgresWorker } from './postgres-worker.js';
import { prepareTables } from './tables.js';
import { checkTransaction, DATABASE } from './transaction.js';
import { WorkerBell } from './wake-ups.js';

/** The connections of a queue's operations, which do not wait for those of the worker. */
const FOR_QUEUES = { max: 5, query_timeout: 5000, patience: 800 };
/** The connections of a worker: it listens on one. */
const FOR_WORKERS = { max: 5, query_timeout: WORKER_PATIENCE };
/** Creating the tables may wait for another process that does it. */
const FOR_TABLES = { max: 1, query_timeout: 120_000 };

// A worker that sweeps at least every 30 s.
const HAS_WORKER = `SELECT coalesce(worker_at > clock_timestamp() - interval '90 seconds', false) AS has_worker
  FROM sms_gateway.queue WHERE name = $1`;
const REGISTER = 'INSERT INTO sms_gateway.queue (name) VALUES ($1) ON CONFLICT DO NOTHING';
const PAUSE = 'UPDATE sms_gateway.queue SET paused = $2::boolean WHERE name = $1';

// A shorter hold never replaces a longer one.
const HOLD = `UPDATE sms_gateway.queue SET held_until =
  greatest(held_until, clock_timestamp() + $2::float8 * interval '1 millisecond') WHERE name = $1`;

const STOPS = `SELECT paused, coalesce((extract(epoch FROM held_until - clock_timestamp()) * 1000)::float8, 0) AS held
  FROM sms_gateway.queue WHERE name = $1`;
const STOPS_AND_MARKS = `SELECT queue.*, (SELECT coalesce(jsonb_agg(key), '[]') FROM sms_gateway.record
  WHERE key = ANY ($2::text[]) AND delete_at > statement_timestamp())::text AS marks FROM (${STOPS}) AS queue`;

const WEAKNESSES = `SELECT name FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit') AND setting = 'off'`;

/** Messages of earlier builds, which BullMQ kept. */
const FORGOTTEN = `SELECT count(*)::float8 AS count FROM bullmq.job
  WHERE queue = $1 AND state IN ('waiting', 'delayed', 'active', 'failed')`;

type StopsRow = Readonly<{ paused: boolean; held: number; marks?: string }>;

/**
 * Keeps the messages of a queue in PostgreSQL 14 or later, in the table `sms_gateway.message`.
 */
export async function createPostgresStore(
  connection: string | SmsQueuePool,
  { queueName, user, failed, warn }: StoreParts,
): Promise<MessageStore> {
  const pg = await loadPg(user);
  const pools: OwnPool[] = [];
  const create = (limits: PoolLimits): OwnPool =>
    new OwnPool(pg.Pool, readingOurWay(pg.Client, configOf(connection)), limits, failed);
  const open = (limits: PoolLimits): OwnPool => {
    const opened = create(limits);
    pools.push(opened);
    return opened;
  };
  // Each connects when it is used.
  const pool = open(FOR_QUEUES);
  const bell = new WorkerBell(pool, queueName);
  const rows = new MessageRows(pool, queueName, () => bell.ring());
  const hold = new Hold((ms) => pool.query(HOLD, [queueName, ms]));
  let database: string | undefined;
  let isReady = false;
  return {
    name: 'PostgreSQL',

    async prepare() {
      await pool.open();
      await prepareTables(pool, () => create(FOR_TABLES));
      await pool.query(REGISTER, [queueName]);
      database = await databaseOf(pool);
      if (isReady) return;
      isReady = true;
      // There may be no such table, or this role may not read it.
      const [row] = await pool.read<{ count: number }>(FORGOTTEN, [queueName]).catch(() => []);
      if (!row?.count) return;
      warn(
        `${row.count} messages of an earlier version of this package are in the schema bullmq, where nothing sends them. Add them again, or drop the schema.`,
      );
    },

    async weaknesses() {
      const settings = await pool.read<{ name: string }>(WEAKNESSES);
      return settings.map(
        ({ name }) =>
          `${name} is off: a power cut loses the last messages, or sends some of them twice. Set it to on.`,
      );
    },

    async add(messages, terms, transaction) {
      if (transaction) {
        await checkTransaction(transaction, async (userDatabase) => {
          // The server may have been restarted, or another one may have taken over.
          if (userDatabase !== database) database = await databaseOf(pool);
          return userDatabase === database;
        });
      }
      const added = await addRows(pool, queueName, messages, terms, transaction);
      const isDue = 'at' in terms.due ? terms.due.at <= Date.now() : terms.due.delay === 0;
      if (isDue && !transaction) bell.ring();
      return added;
    },

    find: (id) => rows.find(id),
    pages: () => rows.pages(),
    unknownIds: () => rows.unknownIds(),
    count: (most) => rows.count(most),

    async readStops(keys) {
      // Without keys, it needs no permission to read records.
      const [text, ...values] = keys.length > 0 ? [STOPS_AND_MARKS, keys] : [STOPS];
      const [row] = await pool.read<StopsRow>(text, [queueName, ...values]);
      hold.heard(row?.held ?? 0);
      return {
        isPaused: row?.paused ?? false,
        marks: new Set<unknown>(JSON.parse(row?.marks ?? '[]')),
      };
    },

    async pause() {
      await pool.query(PAUSE, [queueName, true]);
    },

    async resume() {
      await pool.query(PAUSE, [queueName, false]);
      bell.ring();
    },

    async hasWorker() {
      const [row] = await pool.read<{ has_worker: boolean }>(HAS_WORKER, [queueName]);
      return row?.has_worker ?? false;
    },

    records: postgresRecords(pool),

    openWorker: (parts) => new PostgresWorker(open(FOR_WORKERS), queueName, hold, parts),

    provesNothingDone(error) {
      const code = String(memberOf(error, 'code'));
      const text = String(memberOf(error, 'message'));
      const isRolledBack = SQLSTATE.test(code) && !NOT_ROLLED_BACK.test(code);
      return NOT_CONNECTED.test(code) || isRolledBack || NO_CONNECTION.test(text);
    },

    async close() {
      // Waits for connections in use, which may never answer.
      for (const opened of pools) opened.end().catch(failed);
    },
  };
}

// Not connected, or an error that the server returned after a rollback. An error about the end of the
// connection does not count: it may have ended after the commit.
const NOT_CONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/;
const NOT_ROLLED_BACK = /^(?:08|40003|57P0[12])/;

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

async function databaseOf(pool: OwnPool): Promise<string | undefined> {
  const [row] = await pool.read<{ database: string }>(`SELECT ${DATABASE} AS database`);
  return row?.database;
}
