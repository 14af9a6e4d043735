import type { ClientBase } from 'pg';
import { memberOf } from '../../../core/common/members.js';

/** How much of a statement an error shows, in characters. */
const NAMED = 100;

/** Whether PostgreSQL refused a statement because its role lacks a permission. */
export function isDenied(error: unknown): error is Error {
  return error instanceof Error && memberOf(error, 'code') === '42501';
}

/** Adds the role and the statement, without its values, to the error, which names the object. */
export async function explainDenial(
  error: Error,
  client: Pick<ClientBase, 'query'>,
  text: string,
): Promise<void> {
  const statement = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
  // Not the user of the connection: settings may choose another role.
  const { rows } = await client
    .query<{ role: string }>('SELECT current_user::text AS role')
    .catch(() => ({ rows: [] }));
  const role = rows[0]?.role ?? 'unknown';
  error.message += ` (role: ${role}, statement: ${statement.slice(0, NAMED)})`;
}
