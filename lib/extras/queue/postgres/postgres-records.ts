import { otpSchema } from '../../records/postgres-otp-store.js';
import { hasState, MISSING } from '../../records/sql-state.js';
import type { QueueRecords } from '../jobs/queue-records.js';
import { CREATE_SCHEMA } from './own-schema.js';
import type { Queryable } from './postgres-pool.js';

const TABLE = 'sms_gateway.record';
/** If the table exists, only its owner may run this. */
export const CREATE_TABLE = `SELECT pg_advisory_xact_lock(hashtextextended('${TABLE}', 0));
${CREATE_SCHEMA}
${otpSchema(TABLE)}`;

// No index serves a condition with `clock_timestamp()`.
const NOW = 'statement_timestamp()';
const READ = `SELECT key, value FROM ${TABLE} WHERE key = ANY ($1::text[]) AND delete_at > ${NOW}`;
// In the order of the keys, so that no two statements wait for each other.
const SWAP = `WITH ended AS (DELETE FROM ${TABLE} WHERE key IN
(SELECT key FROM ${TABLE} WHERE delete_at < ${NOW} AND key <> ALL ($1::text[])
LIMIT 2 * cardinality($1::text[]) FOR UPDATE SKIP LOCKED))
INSERT INTO ${TABLE} AS kept (key, value, delete_at)
SELECT key, value, ${NOW} + $4::bigint * interval '1 millisecond'
FROM unnest($1::text[], $2::text[]) AS given (key, value) ORDER BY key
ON CONFLICT (key) DO UPDATE SET value = excluded.value, delete_at = excluded.delete_at
WHERE kept.value = $3::jsonb ->> kept.key OR kept.delete_at <= ${NOW} RETURNING key`;
// Unlike the other statements, this one cannot fail because the table is missing.
const FIND = `SELECT (to_regclass('${TABLE}') IS NOT NULL)::text AS found`;
const REMOVE = `DELETE FROM ${TABLE} WHERE key IN
(SELECT key FROM ${TABLE} WHERE key = ANY ($1::text[]) ORDER BY key FOR UPDATE)`;

/** Stores records in PostgreSQL. Creates the table when one is first stored, and deletes expired rows then. */
export function postgresRecords(pool: Queryable): QueueRecords {
  let isFound = false;
  // Workers only read, and their role may not be able to create tables. Another process may create the table at
  // any time, so its absence is never remembered.
  const find = async (): Promise<boolean> => {
    isFound ||= (await pool.query<{ found: string }>(FIND)).rows[0]?.found === 'true';
    return isFound;
  };
  return {
    async read(keys) {
      if (!(await find())) return new Map();
      const found = await unlessMissing(pool.query<{ key: string; value: string }>(READ, [keys]));
      return new Map(found?.rows.map(({ key, value }) => [key, value]));
    },

    async swap(changes, ttl) {
      const keys = changes.map(({ key }) => key);
      const values = changes.map(({ after }) => after);
      const known = Object.fromEntries(changes.map(({ key, before }) => [key, before]));
      const given = [keys, values, JSON.stringify(known), Math.ceil(ttl)];
      const swap = () => pool.query<{ key: string }>(SWAP, given);
      let swapped = await unlessMissing(swap());
      if (!swapped) {
        // Not at each start of a worker, because even `CREATE INDEX IF NOT EXISTS` locks the table. Without
        // values, PostgreSQL runs all statements in one transaction.
        await pool.query(CREATE_TABLE);
        swapped = await swap();
      }
      return new Set(swapped.rows.map(({ key }) => key));
    },

    async remove(keys) {
      if (await find()) await unlessMissing(pool.query(REMOVE, [keys]));
    },
  };
}

/** Undefined if there is no table yet. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (hasState(error, MISSING)) return undefined;
    throw error;
  }
}
