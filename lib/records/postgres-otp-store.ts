import { memberOf } from '../common/members.js';
import type { SmsOtpStore } from './otp-store.js';

/**
 * Runs one statement and resolves with its rows, or with an object that has them as `rows`. With `pg`:
 * `(text, values) => pool.query(text, values)`. Do not run it in a transaction of yours: a rollback would
 * forget which codes were tried.
 */
export type SmsOtpQuery = (
  text: string,
  values: (string | number)[],
) => Promise<readonly unknown[] | { readonly rows: readonly unknown[] }>;

const TABLE = 'sms_otp';

/**
 * The SQL that creates the table of `postgresOtpStore`, for a migration of yours.
 *
 * @param table its name, with its schema if it has one
 */
export function otpSchema(table = TABLE): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
  key text PRIMARY KEY,
  value text NOT NULL,
  delete_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS ${table.replace('.', '_')}_delete_at ON ${table} (delete_at);`;
}

/**
 * Stores one-time passwords in PostgreSQL 14 or newer, in one table: see `otpSchema`. Times are by its clock.
 * Expired rows are deleted when others are added.
 *
 * @param query runs a statement
 * @param table its name, with its schema if it has one
 */
export function postgresOtpStore(query: SmsOtpQuery, table = TABLE): SmsOtpStore {
  const now = 'clock_timestamp()';
  const read = `SELECT extract(epoch FROM ${now}) * 1000 AS now,
(SELECT value FROM ${table} WHERE key = $1 AND delete_at > ${now}) AS value`;
  const end = `${now} + $3::bigint * interval '1 millisecond'`;
  const insert = `WITH ended AS (DELETE FROM ${table} WHERE key IN
(SELECT key FROM ${table} WHERE delete_at < ${now} AND key <> $1 LIMIT 100 FOR UPDATE SKIP LOCKED))
INSERT INTO ${table} AS kept (key, value, delete_at) VALUES ($1::text, $2::text, ${end})
ON CONFLICT (key) DO UPDATE SET value = excluded.value, delete_at = excluded.delete_at
WHERE kept.delete_at <= ${now} RETURNING key`;
  const update = `UPDATE ${table} SET value = $2, delete_at = ${end}
WHERE key = $1 AND value = $4 AND delete_at > ${now} RETURNING key`;
  const run = async (text: string, ...values: (string | number)[]): Promise<readonly unknown[]> => {
    const answer = await query(text, values);
    return 'rows' in answer ? answer.rows : answer;
  };
  return {
    async read(key) {
      const [row] = await run(read, key);
      const value = memberOf(row, 'value');
      const time = Number(memberOf(row, 'now'));
      return { value: typeof value === 'string' ? value : undefined, now: time };
    },

    async swap(key, before, after, ttl) {
      const values = [key, after, Math.ceil(ttl)];
      const isNew = before === undefined;
      const rows = await (isNew ? run(insert, ...values) : run(update, ...values, before));
      return rows.length > 0;
    },
  };
}
