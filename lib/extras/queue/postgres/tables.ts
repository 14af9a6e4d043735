import { otpSchema } from '../../records/postgres-otp-store.js';
import { isDenied } from './denial.js';
import type { OwnPool } from './postgres-pool.js';

/**
 * One process at a time makes the schema and what is in it: a queue and `createGuardStore` may start together.
 * `CREATE SCHEMA IF NOT EXISTS` needs the permission to create schemas even if the schema exists.
 */
export const CREATE_SCHEMA = `SELECT pg_advisory_xact_lock(hashtextextended('sms_gateway', 0));
DO $$ BEGIN
  IF to_regnamespace('sms_gateway') IS NULL THEN CREATE SCHEMA sms_gateway; END IF;
END $$;`;

/** The layout of the rows that this release writes. It claims no rows of a newer one. */
export const LAYOUT = 1;

/** A row's states: it waits, is being sent, may have been sent, or is finished. */
export type RowState = 'w' | 's' | 'u' | 'f';

// Later releases only add columns, so that old and new ones can run side by side. `locked_until` is in no index, so
// that renewing a lock changes none.
const CREATE = `${CREATE_SCHEMA}
CREATE TABLE IF NOT EXISTS sms_gateway.message (
  queue text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  v smallint NOT NULL DEFAULT ${LAYOUT},
  state "char" NOT NULL DEFAULT 'w',
  priority smallint NOT NULL,
  added timestamptz NOT NULL,
  due timestamptz NOT NULL,
  life float8 NOT NULL,
  expires timestamptz NOT NULL,
  token uuid,
  claimed timestamptz,
  locked_until timestamptz,
  starts integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  maybe boolean NOT NULL DEFAULT false,
  reach_all boolean,
  status text,
  code text,
  broadcast text,
  ended timestamptz,
  outcome text,
  sealed text,
  PRIMARY KEY (queue, id)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
CREATE INDEX IF NOT EXISTS message_waiting ON sms_gateway.message (queue, priority, due, id) WHERE state = 'w';
CREATE INDEX IF NOT EXISTS message_sending ON sms_gateway.message (queue, claimed) WHERE state = 's';
CREATE INDEX IF NOT EXISTS message_unknown ON sms_gateway.message (queue, ended, id) WHERE state = 'u';
CREATE INDEX IF NOT EXISTS message_finished ON sms_gateway.message (queue, ended) WHERE state = 'f';
CREATE TABLE IF NOT EXISTS sms_gateway.queue (
  name text PRIMARY KEY,
  paused boolean NOT NULL DEFAULT false,
  held_until timestamptz,
  rate_at timestamptz,
  worker_at timestamptz
) WITH (fillfactor = 20);
CREATE OR REPLACE VIEW sms_gateway.message_state AS SELECT queue, id,
  CASE WHEN state = 's' THEN 'sending' WHEN state <> 'w' THEN status
    WHEN due > clock_timestamp() THEN 'delayed' ELSE 'waiting' END AS state,
  added, due, expires, claimed, ended, code, broadcast
  FROM sms_gateway.message;
${otpSchema('sms_gateway.record')}`;

// Reads the catalog, so it needs no permissions.
const FIND = `SELECT count(*)::float8 AS tables FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = 'sms_gateway' AND relname IN ('message', 'queue', 'message_state', 'record')`;

/**
 * Creates the tables and the view of all queues, if one of them is missing.
 *
 * @param patient opens a pool whose statements may take longer, and which is ended here
 * @throws an error that says what to do, if the role may not create them
 */
export async function prepareTables(queries: OwnPool, patient: () => OwnPool): Promise<void> {
  const [answer] = await queries.read<{ tables: number }>(FIND);
  if (answer?.tables === 4) return;
  try {
    // Without values, PostgreSQL runs all statements in one transaction.
    const pool = patient();
    await pool.query(CREATE).finally(() => pool.end());
  } catch (error) {
    if (isDenied(error)) {
      error.message = `the queue's tables are missing, and this role may not create them: ${error.message}. Start one process with a role that may, as "Roles in PostgreSQL" in docs/queue-operation.md describes`;
    }
    throw error;
  }
}
