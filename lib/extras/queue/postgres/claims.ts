import { isDenied } from './denial.js';
import { OWN } from './own-schema.js';
import type { Queryable } from './postgres-pool.js';
import { SCHEMA } from './transaction.js';

/** Where workers look for functions and tables: ours come before BullMQ's. */
export const WORKERS_PATH = `${OWN}, ${SCHEMA}`;

/**
 * BullMQ's functions that a worker runs, and what we replace in them.
 *
 * BullMQ's claim first moves all messages that are due, in its own statement. If there are many, that takes
 * minutes, and every later claim waits. Ours moves none: `DueMessages` does, and also wakes the workers, so they
 * do not need to know when the next message is due. The search path decides which of the functions are called.
 */
const CHANGES: Readonly<Record<string, readonly [RegExp, string] | undefined>> = {
  move_to_active: [/FOR v_id IN\s+WITH promoted AS.*?END LOOP;/s, ''],
  next_delay: [/SELECT MIN\(process_at_ms\).*?;/s, 'SELECT NULL::bigint;'],
  move_to_completed_fetch: undefined,
  move_to_failed_fetch: undefined,
  next_signal: undefined,
};

const READ = `SELECT nspname::text AS schema, proname::text AS name, pg_get_functiondef(pg_proc.oid) AS definition
  FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
  WHERE nspname IN ('${SCHEMA}', '${OWN}') AND proname = ANY ($1::text[])`;

const RIGHTS = `SELECT current_user::text AS role, (to_regnamespace('${OWN}') IS NULL)::text AS missing,
  coalesce(has_schema_privilege(to_regnamespace('${OWN}')::oid, 'USAGE'), true)::text AS usable`;

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('${OWN}.claims', 0))`;

interface Found {
  readonly schema: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Makes our functions from those of BullMQ that are in the database, if they are not there already.
 *
 * @returns why workers use BullMQ's functions instead, as a sentence; undefined if they use ours
 */
export async function prepareClaims(pool: Queryable): Promise<string | undefined> {
  const names = Object.keys(CHANGES);
  const { rows } = await pool.query<Found>(READ, [names]);
  const [rights] = (await pool.query<Record<'role' | 'missing' | 'usable', string>>(RIGHTS)).rows;
  const definitionOf = (schema: string, name: string): string | undefined =>
    rows.find((row) => row.schema === schema && row.name === name)?.definition;
  const wanted = names.map((name) => ({ name, text: ownOf(name, definitionOf(SCHEMA, name)) }));
  if (wanted.some(({ text }) => text === undefined)) {
    return problemOf(`the functions in the schema ${SCHEMA} are not those of BullMQ 6.7`);
  }
  const changed = wanted.filter(({ name, text }) => text !== definitionOf(OWN, name));
  if (changed.length > 0) {
    const create = rights?.missing === 'true' ? [`CREATE SCHEMA IF NOT EXISTS ${OWN}`] : [];
    try {
      // Without values, PostgreSQL runs all statements in one transaction.
      await pool.query([LOCK, ...create, ...changed.map(({ text }) => text)].join(';\n'));
    } catch (error) {
      if (!isDenied(error)) throw error;
      return problemOf(
        `the role ${rights?.role} may not create functions in the schema ${OWN} (${error.message})`,
      );
    }
  }
  if (rights?.usable === 'true') return undefined;
  return problemOf(`the role ${rights?.role} may not use the schema ${OWN}`);
}

/** Undefined if this is not the function that is known. */
function ownOf(name: string, definition: string | undefined): string | undefined {
  const own = definition
    ?.replace(` FUNCTION ${SCHEMA}.`, ` FUNCTION ${OWN}.`)
    .replace(`SET search_path TO '${SCHEMA}'`, `SET search_path TO '${OWN}', '${SCHEMA}'`);
  const [from, to] = CHANGES[name] ?? [/$/, ''];
  return own === undefined || !from.test(own) ? undefined : own.replace(from, to);
}

function problemOf(cause: string): string {
  return `${cause}, so thousands of messages that become due at the same time stop the queue for minutes. See docs/queue-operation.md.`;
}
