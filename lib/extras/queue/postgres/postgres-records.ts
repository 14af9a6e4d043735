import type { QueueRecords } from '../store/queue-records.js';
import type { OwnPool } from './postgres-pool.js';

const TABLE = 'sms_gateway.record';
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
const REMOVE = `DELETE FROM ${TABLE} WHERE key IN
(SELECT key FROM ${TABLE} WHERE key = ANY ($1::text[]) ORDER BY key FOR UPDATE)`;

/** Stores records in PostgreSQL. Deletes expired ones when others are stored. */
export function postgresRecords(pool: OwnPool): QueueRecords {
  return {
    async read(keys) {
      const rows = await pool.read<{ key: string; value: string }>(READ, [keys]);
      return new Map(rows.map(({ key, value }) => [key, value]));
    },

    async swap(changes, ttl) {
      const keys = changes.map(({ key }) => key);
      const values = changes.map(({ after }) => after);
      const before = Object.fromEntries(changes.map((change) => [change.key, change.before]));
      const parameters = [keys, values, JSON.stringify(before), Math.ceil(ttl)];
      const swapped = await pool.query<{ key: string }>(SWAP, parameters);
      return new Set(swapped.rows.map(({ key }) => key));
    },

    remove: (keys) => pool.query(REMOVE, [keys]),
  };
}
