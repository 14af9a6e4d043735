import type { SmsMessageError } from '../../../core/errors/index.js';
import { memberOf } from '../../../core/common/members.js';
import { problem } from '../problem.js';
import type { SmsQueueTransaction, SmsQueueValue } from '../sms-queue.options.js';

/**
 * SQL that names a database, and the start of its server: databases on two servers can have the same
 * number.
 */
export const DATABASE =
  "(SELECT oid FROM pg_database WHERE datname = current_database())::text || ' ' || extract(epoch FROM pg_postmaster_start_time())::text";

/**
 * Checks that a user's function runs statements in one transaction of the queue's database.
 *
 * @param isOwn whether a `DATABASE` is that of the queue: no worker would find a message in another one
 * @throws SmsMessageError if each statement runs in a transaction of its own, as with a pool: the
 *   message would stay queued after a rollback; or if it is a transaction of another database
 */
export async function checkTransaction(
  transaction: SmsQueueTransaction,
  isOwn: (database: string) => Promise<boolean>,
): Promise<void> {
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
}

async function identify(transaction: SmsQueueTransaction) {
  const text = `SELECT pg_current_xact_id()::text AS id, ${DATABASE} AS database`;
  const [row] = await rowsOf(transaction, text, []);
  const id = textOf(row, 'id');
  const database = textOf(row, 'database');
  if (id !== undefined && database !== undefined) return { id, database };
  throw noRows();
}

/**
 * Runs a statement in a transaction of the user, and returns its rows.
 *
 * @param least the fewest rows that the statement returns
 */
export async function rowsOf(
  transaction: SmsQueueTransaction,
  text: string,
  values: SmsQueueValue[],
  least = 1,
): Promise<readonly unknown[]> {
  const answer: unknown = await transaction(text.replaceAll(/\s+/g, ' '), values);
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

export function textOf(row: unknown, name: string): string | undefined {
  const value = memberOf(row, name);
  return typeof value === 'string' ? value : undefined;
}
