import { memberOf } from '../../core/common/members.js';
import { SmsConfigurationError } from '../../core/errors/index.js';
import { CONFLICT, retryConflicts } from './conflicts.js';
import { indexName } from './index-name.js';
import type { RecordStore } from './record-store.js';
import { hasState, MISSING } from './sql-state.js';

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

/** A table's name, which may be qualified; each part is plain or in double quotes. */
const PART = '(?:[\\p{L}_][\\p{L}\\p{N}_$]*|"(?:[^"]|"")+")';
const NAME = new RegExp(`^(?:${PART}\\.){0,2}(${PART})$`, 'u');

const DIVISION_BY_ZERO = /^22012$/;

/**
 * The SQL that creates the table of `postgresOtpStore`, for your own migration.
 *
 * @param table its name, with its schema if it has one. Names in quotes are kept as they are: `'"App"."Otp"'`
 * @throws SmsConfigurationError if this is not the name of a table
 */
export function otpSchema(table = TABLE): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
  key text PRIMARY KEY,
  value text NOT NULL,
  delete_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS ${indexName(checkTable(table))} ON ${table} (delete_at);`;
}

/**
 * Stores one-time passwords in PostgreSQL 14 or newer, in one table: see `otpSchema`. All times use its clock.
 * Expired rows are deleted when others are added.
 *
 * @param query runs a statement
 * @param table its name, as for `otpSchema`
 * @throws SmsConfigurationError if one of them is invalid. Later: if there is no such table
 */
export function postgresOtpStore(query: SmsOtpQuery, table = TABLE): RecordStore {
  if (typeof query !== 'function') {
    throw new SmsConfigurationError(
      'postgresOtpStore has no function that runs a statement. Provide one like (text, values) => pool.query(text, values).',
    );
  }
  checkTable(table);
  const now = 'clock_timestamp()';
  // As text, because the app may have its own parser for numbers.
  const read = `SELECT (extract(epoch FROM ${now}) * 1000)::text AS now,
(SELECT value FROM ${table} WHERE key = $1 AND delete_at > ${now}) AS value`;
  const end = `${now} + $3::bigint * interval '1 millisecond'`;
  // RETURNING is computed after any wait for locks. If it is too late by then, an error undoes the statement.
  const inTime = `(1 / (extract(epoch FROM ${now}) * 1000 <= $4::float8)::int)::text AS "in time, unless divided by zero"`;
  // Only the time of the statement does not change while it runs, so an index can be used for it.
  const insert = `WITH ended AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
SELECT ctid FROM ${table} WHERE delete_at < statement_timestamp() AND key <> $1
ORDER BY delete_at LIMIT 10 FOR UPDATE SKIP LOCKED)))
INSERT INTO ${table} AS kept (key, value, delete_at) VALUES ($1::text, $2::text, ${end})
ON CONFLICT (key) DO UPDATE SET value = excluded.value, delete_at = excluded.delete_at
WHERE kept.delete_at <= ${now} RETURNING ${inTime}`;
  const update = `UPDATE ${table} SET value = $2, delete_at = ${end}
WHERE key = $1 AND value = $5 AND delete_at > ${now} RETURNING ${inTime}`;
  const run = async (text: string, ...values: (string | number)[]): Promise<readonly unknown[]> => {
    try {
      const answer = await query(text, values);
      const rows = 'rows' in answer ? answer.rows : answer;
      // TypeORM resolves with [rows, count] for an UPDATE, whether it found a row or not.
      const [first] = rows;
      return Array.isArray(first) ? first : rows;
    } catch (error) {
      if (!hasState(error, MISSING)) throw error;
      throw new SmsConfigurationError(
        `postgresOtpStore cannot find the table ${table}. Create it with the SQL of otpSchema(), and check that both get the same name.`,
      );
    }
  };
  return {
    read: (key) =>
      retryConflicts(async () => {
        const [row] = await run(read, key);
        const value = memberOf(row, 'value');
        const time = Number(memberOf(row, 'now'));
        return { value: typeof value === 'string' ? value : undefined, now: time };
      }),

    async swap(key, before, after, ttl, until = Number.MAX_SAFE_INTEGER) {
      const values = [key, after, Math.ceil(ttl), until];
      const isNew = before === undefined;
      try {
        const rows = await (isNew ? run(insert, ...values) : run(update, ...values, before));
        return rows.length > 0;
      } catch (error) {
        // With serializable transactions, another transaction may have changed the entry first.
        if (hasState(error, CONFLICT) || hasState(error, DIVISION_BY_ZERO)) return false;
        throw error;
      }
    },
  };
}

/** @returns the name without its schema */
function checkTable(table: unknown): string {
  const [, name] = NAME.exec(String(table)) ?? [];
  if (typeof table === 'string' && name !== undefined) return name;
  throw new SmsConfigurationError(
    `The table of postgresOtpStore or otpSchema is not a valid name. Provide one like 'app.sms_otp' or '"App"."Otp"'.`,
  );
}
