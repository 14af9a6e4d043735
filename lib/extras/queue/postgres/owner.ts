import { prepareClaims } from './claims.js';
import { isDenied } from './denial.js';
import type { Queryable } from './postgres-pool.js';
import { CREATE_TABLE } from './postgres-records.js';
import { SCHEMA } from './transaction.js';

// Reads the catalog, so it needs no permissions.
const FIND = `SELECT pg_has_role(nspowner, 'USAGE')::text AS owned, EXISTS (
    SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'sms_gateway' AND relname = 'record')::text AS prepared
  FROM pg_namespace WHERE nspname = '${SCHEMA}'`;

/**
 * Creates our own objects in the database if this role owns BullMQ's schema. Otherwise the first role to need
 * them would own them, and the others could not use them.
 */
export async function prepareAsOwner(pool: Queryable): Promise<void> {
  const { rows } = await pool.query<Record<'owned' | 'prepared', string>>(FIND);
  const [found] = rows;
  if (found?.owned !== 'true') return;
  try {
    if (found.prepared !== 'true') await pool.query(CREATE_TABLE);
    await prepareClaims(pool);
  } catch (error) {
    // Another role created the schema first. Whatever needs the schema reports the missing permission.
    if (!isDenied(error)) throw error;
  }
}
