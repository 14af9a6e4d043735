import type { Pool } from 'pg';
import { memberOf } from '../common/members.js';
import { retryDeadlocks } from './deadlocks.js';
import type { Records } from './store.js';

/** Expired rows that each change removes, so that the table does not grow. */
const REMOVED = 20;

// In a schema of our own: that of BullMQ is its to migrate. The function's exception takes back what it has
// changed before. A row that has expired counts as none, but one that was read must still be there.
const SCHEMA = `
SELECT pg_advisory_xact_lock(hashtextextended('sms_gateway.record', 0));
CREATE SCHEMA IF NOT EXISTS sms_gateway;
CREATE TABLE IF NOT EXISTS sms_gateway.record (
  key text PRIMARY KEY, value text NOT NULL, until bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS record_until ON sms_gateway.record (until);
CREATE OR REPLACE FUNCTION sms_gateway.record_swap(keys text[], olds text[], news text[], ttls bigint[])
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := extract(epoch FROM clock_timestamp()) * 1000;
  change record;
BEGIN
  FOR change IN
    SELECT * FROM unnest(keys, olds, news, ttls) AS given (key, old, new, ttl) ORDER BY key
  LOOP
    IF change.old = '' THEN
      INSERT INTO sms_gateway.record AS kept VALUES (change.key, change.new, now_ms + change.ttl)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, until = excluded.until
        WHERE kept.until <= now_ms;
    ELSIF change.new = '' THEN
      DELETE FROM sms_gateway.record WHERE key = change.key AND value = change.old AND until > now_ms;
    ELSE
      UPDATE sms_gateway.record SET value = change.new, until = now_ms + change.ttl
        WHERE key = change.key AND value = change.old AND until > now_ms;
    END IF;
    IF NOT FOUND THEN RAISE SQLSTATE 'SMS01'; END IF;
  END LOOP;
  DELETE FROM sms_gateway.record WHERE key = ANY (ARRAY(
    SELECT key FROM sms_gateway.record WHERE until <= now_ms LIMIT ${REMOVED} FOR UPDATE SKIP LOCKED
  ));
  RETURN true;
EXCEPTION WHEN SQLSTATE 'SMS01' THEN
  RETURN false;
END $$;`;

const READ = `SELECT coalesce(jsonb_object_agg(key, value), '{}') AS found,
  floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now
  FROM sms_gateway.record
  WHERE key = ANY ($1::text[]) AND until > extract(epoch FROM clock_timestamp()) * 1000`;

const SWAP =
  'SELECT sms_gateway.record_swap($1::text[], $2::text[], $3::text[], $4::bigint[]) AS swapped';

/** The errors of PostgreSQL if the schema, its table or its function is not there. */
const MISSING = /^(?:3F000|42P01|42883)$/;

/** Keeps records in PostgreSQL, in the schema `sms_gateway`. */
export function postgresRecords(pool: Pick<Pool, 'query'>): Records {
  // Only where it is missing: to look for an index locks the table, and each worker that starts would do it.
  const query = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> => {
    try {
      return (await pool.query<Row>(text, values)).rows;
    } catch (error) {
      if (!MISSING.test(String(memberOf(error, 'code')))) throw error;
    }
    // Without values, all of it is one transaction.
    await pool.query(SCHEMA);
    return (await pool.query<Row>(text, values)).rows;
  };
  return {
    async read(keys) {
      const [row] = await query<{ found: Record<string, string>; now: string }>(READ, [keys]);
      const found = new Map(Object.entries(row?.found ?? {}));
      return { now: Number(row?.now), values: keys.map((key) => found.get(key) ?? '') };
    },

    async swap(changes) {
      const [row] = await retryDeadlocks(() =>
        query<{ swapped: boolean }>(SWAP, [
          changes.map(({ key }) => key),
          changes.map(({ from }) => from),
          changes.map(({ to }) => to),
          changes.map(({ ttl }) => ttl),
        ]),
      );
      return row?.swapped === true;
    },
  };
}
