import { AsyncLocalStorage } from 'node:async_hooks';
import type { DEFAULT_SCHEMA } from 'bullmq';
import type { SmsMessageError } from '../../../core/errors/index.js';
import { memberOf } from '../../../core/common/members.js';
import { problem } from '../problem.js';
import type { SmsQueueTransaction, SmsQueueValue } from '../sms-queue.options.js';

/** The schema of BullMQ's tables and functions. It must be BullMQ's default, which a raw pool uses. */
export const SCHEMA = 'bullmq' satisfies typeof DEFAULT_SCHEMA;

/**
 * SQL that names a database, and the start of its server: databases on two servers can have the same
 * number.
 */
export const DATABASE =
  "(SELECT oid FROM pg_database WHERE datname = current_database())::text || ' ' || extract(epoch FROM pg_postmaster_start_time())::text";

/** The transaction of the user that the current `add` belongs to. */
const current = new AsyncLocalStorage<SmsQueueTransaction>();

/**
 * Makes the queries of a {@link transactionPool} run in a transaction of the user.
 *
 * @param isOwn whether a `DATABASE` is that of the queue: no worker would find a message in another one
 * @throws SmsMessageError if each statement runs in a transaction of its own, as with a pool: the
 *   message would stay queued after a rollback; or if it is a transaction of another database
 */
export async function inTransaction<T>(
  transaction: SmsQueueTransaction,
  isOwn: (database: string) => Promise<boolean>,
  work: () => Promise<T>,
): Promise<T> {
  const first = await identify(transaction);
  if (!(await isOwn(first.database))) {
    throw problem(
      'options.transaction',
      "is of another database than the queue's, whose workers would never find the message. Use a transaction of the database that the queue's connection names",
    );
  }
  if (first.id !== (await identify(transaction)).id) {
    throw problem(
      'options.transaction',
      'did not run in an open transaction. Provide a function that uses the client of your transaction, before it is committed; not a pool or the data source',
    );
  }
  return current.run(transaction, work);
}

/**
 * What BullMQ takes for a `pg.Pool`, whose queries go to the user's transaction. There BullMQ's schema
 * is not in the search path, so its functions are named with it.
 *
 * @param connect returns a connection of our own, on which BullMQ checks its schema once
 */
export function transactionPool(connect: () => Promise<unknown>) {
  return {
    options: { keepAlive: true },
    connect,
    async query(text: string, values: unknown[] = []): Promise<{ rows: readonly unknown[] }> {
      const transaction = current.getStore();
      if (!transaction) throw new Error('A statement was run outside of its transaction');
      const qualified = text.replace(/\b(add_job|add_jobs_bulk)\(/g, `"${SCHEMA}".$1(`);
      return { rows: await rowsOf(transaction, qualified, values.map(plainValue)) };
    },
    end: () => Promise.resolve(),
    on: () => undefined,
    removeAllListeners: () => undefined,
  };
}

/** The encrypted messages of jobs that the transaction sees, by their ids; see `QueueStore.messages`. */
export async function readMessages(
  transaction: SmsQueueTransaction,
  queueName: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (ids.length === 0) return new Map();
  const text = `SELECT id, data->>'m' AS message FROM "${SCHEMA}".job WHERE queue = $1 AND id IN (SELECT jsonb_array_elements_text($2::jsonb))`;
  const rows = await rowsOf(transaction, text, [queueName, JSON.stringify(ids)], 0);
  return new Map(rows.map((row) => [textOf(row, 'id') ?? '', textOf(row, 'message')]));
}

async function identify(transaction: SmsQueueTransaction) {
  const text = `SELECT pg_current_xact_id()::text AS id, ${DATABASE} AS database`;
  const [row] = await rowsOf(transaction, text, []);
  const id = textOf(row, 'id');
  const database = textOf(row, 'database');
  if (id !== undefined && database !== undefined) return { id, database };
  throw noRows();
}

/** @param least rows that the statement always has */
async function rowsOf(
  transaction: SmsQueueTransaction,
  text: string,
  values: SmsQueueValue[],
  least = 1,
): Promise<readonly unknown[]> {
  const answer: unknown = await transaction(withoutComments(text), values);
  const rows: unknown = Array.isArray(answer) ? answer : memberOf(answer, 'rows');
  if (Array.isArray(rows) && rows.length >= least) return rows;
  throw noRows();
}

function noRows(): SmsMessageError {
  return problem(
    'options.transaction',
    'did not resolve with the rows of the statement. Return them, or an object that has them as rows',
  );
}

// Comments of BullMQ's statements name placeholders, which an adapter may replace.
function withoutComments(text: string): string {
  return text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
}

function plainValue(value: unknown): SmsQueueValue {
  const isPlain =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? value : null;
}

function textOf(row: unknown, name: string): string | undefined {
  const value = memberOf(row, name);
  return typeof value === 'string' ? value : undefined;
}
