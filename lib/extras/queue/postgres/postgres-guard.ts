import { BUCKETS, type SmsGuardStore } from '../../../core/limits/guard-store.js';
import { memberOf } from '../../../core/common/members.js';
import { retryConflicts } from '../../records/conflicts.js';
import { CREATE_SCHEMA } from './tables.js';
import type { SmsQueuePool } from '../sms-queue.options.js';
import { loadPg } from './load-pg.js';
import { OwnPool } from './postgres-pool.js';

/** Expired rows that each send removes, so that the table does not grow. */
const REMOVED = 100;

// One statement sees the rows as they were when it began, so two sends at once could exceed a limit. A
// function's statements each see what was committed before, and it locks its counts first, in one order.
const BODY = `
DECLARE
  now_ms bigint; size bigint; total bigint; free bigint;
  stamps bigint[] := '{}'; refused jsonb := '[]';
BEGIN
  -- Holds for this statement only.
  PERFORM set_config('lock_timeout', '4000', true);
  PERFORM pg_advisory_xact_lock(id)
    FROM (SELECT DISTINCT hashtextextended(key, 0) AS id FROM unnest(keys) AS key ORDER BY id) AS locks;
  now_ms := extract(epoch FROM clock_timestamp()) * 1000;
  FOR i IN 1 .. cardinality(keys) LOOP
    size := ceil(windows[i] / ${BUCKETS}.0);
    stamps := stamps || ((now_ms / size + 1) * size + windows[i]);
    SELECT coalesce(sum(amount), 0) + amounts[i] INTO total
      FROM sms_gateway.guard WHERE key = keys[i] AND until > now_ms;
    IF total > limits[i] THEN
      SELECT min(until) INTO free FROM (
        SELECT until, sum(amount) OVER (ORDER BY until) AS gone
          FROM sms_gateway.guard WHERE key = keys[i] AND until > now_ms
      ) AS room WHERE total - gone <= limits[i];
      refused := refused || jsonb_build_object('index', i - 1, 'retryAfter', coalesce(free - now_ms, windows[i]));
    END IF;
  END LOOP;
  IF refused = '[]' THEN
    INSERT INTO sms_gateway.guard AS counted SELECT * FROM unnest(keys, stamps, amounts) ORDER BY 1
      ON CONFLICT (key, until) DO UPDATE SET amount = counted.amount + excluded.amount;
    DELETE FROM sms_gateway.guard WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sms_gateway.guard WHERE until <= now_ms LIMIT ${REMOVED} FOR UPDATE SKIP LOCKED
    ));
  END IF;
  RETURN jsonb_build_object('over', refused, 'stamps', to_jsonb(stamps));
END `;

const SCHEMA = `
${CREATE_SCHEMA}
CREATE TABLE IF NOT EXISTS sms_gateway.guard (
  key text NOT NULL, until bigint NOT NULL, amount bigint NOT NULL, PRIMARY KEY (key, until)
);
CREATE INDEX IF NOT EXISTS guard_until ON sms_gateway.guard (until);
CREATE OR REPLACE FUNCTION sms_gateway.guard_take(keys text[], amounts bigint[], limits bigint[], windows bigint[])
RETURNS jsonb LANGUAGE plpgsql AS $$${BODY}$$;`;

// Only the owner may run the statements above again.
const FIND = `SELECT EXISTS (
    SELECT FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
    WHERE nspname = 'sms_gateway' AND proname = 'guard_take' AND prosrc = $1)::text AS found`;

// As text, because the app may have its own parser for JSON.
const TAKE =
  'SELECT sms_gateway.guard_take($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])::text AS take';

// Rows are locked in the order in which a send adds to them. Otherwise, both would wait for each other.
const GIVE_BACK = `WITH rows AS (
    SELECT guard.key, guard.until, taken.amount FROM sms_gateway.guard
      JOIN unnest($1::text[], $2::bigint[], $3::bigint[]) AS taken (key, until, amount) USING (key, until)
      WHERE taken.amount > 0 ORDER BY 1 FOR UPDATE OF guard
  )
  UPDATE sms_gateway.guard SET amount = greatest(guard.amount - rows.amount, 0)
  FROM rows WHERE guard.key = rows.key AND guard.until = rows.until`;

/** Counts in PostgreSQL 14 or later, in the schema `sms_gateway`. */
export function createPostgresGuard(
  connection: string | SmsQueuePool,
): SmsGuardStore & { close(): Promise<void> } {
  let openedPool: OwnPool | undefined;
  let ready: Promise<Pick<SmsQueuePool, 'query'>> | undefined;
  const prepare = async (): Promise<Pick<SmsQueuePool, 'query'>> => {
    const pool =
      typeof connection === 'string' ? (openedPool ??= await openOwn(connection)) : connection;
    const row = firstOf(await pool.query(FIND, [BODY]));
    // Without values, all of it is one transaction.
    if (memberOf(row, 'found') !== 'true') await pool.query(SCHEMA);
    return pool;
  };
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    ready ??= prepare();
    // The next send tries again.
    ready.catch(() => (ready = undefined));
    const pool = await ready;
    return retryConflicts(() => pool.query(text, values));
  };
  return {
    async take(counts) {
      const fields = ['key', 'amount', 'limit', 'windowMs'] as const;
      const values = fields.map((field) => counts.map((count) => count[field]));
      const answer = await query(TAKE, values);
      return JSON.parse(String(memberOf(firstOf(answer), 'take')));
    },

    async giveBack(counts, stamps) {
      const keys = counts.map(({ key }) => key);
      const amounts = counts.map(({ amount }) => amount);
      await query(GIVE_BACK, [keys, stamps, amounts]);
    },

    async close() {
      await openedPool?.end();
    },
  };
}

async function openOwn(connectionString: string): Promise<OwnPool> {
  const pg = await loadPg('createGuardStore');
  const limits = { max: 5, query_timeout: 5000, patience: 1000 };
  // The account says that its store fails.
  return new OwnPool(pg.Pool, { connectionString }, limits, () => undefined);
}

function firstOf(answer: unknown): unknown {
  return memberOf(memberOf(answer, 'rows'), '0');
}
