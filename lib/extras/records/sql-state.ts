import { memberOf } from '../../core/common/members.js';

/** The SQLSTATEs of a missing schema or table. */
export const MISSING = /^(?:3F000|42P01)$/;

/** Any SQLSTATE, but no code of Node.js such as EPIPE, or of Prisma such as P2010. */
export const SQLSTATE = /^(?!P[1-9])(?=\D*\d)[0-9A-Z]{5}$/;

/** An error, and what libraries wrapped in it: the server's own answer comes first. */
function layersOf(error: unknown): readonly unknown[] {
  const meta = memberOf(error, 'meta');
  // Prisma 7 with a driver adapter.
  const adapted = memberOf(memberOf(meta, 'driverAdapterError'), 'cause');
  return [adapted, meta, memberOf(error, 'cause'), error];
}

function codeOf(layer: unknown): string {
  return String(memberOf(layer, 'originalCode') ?? memberOf(layer, 'code'));
}

/** Whether an error, or an error that a library wrapped in it, has such an SQLSTATE. */
export function hasState(error: unknown, states: RegExp): boolean {
  return layersOf(error).some((layer) => states.test(codeOf(layer)));
}

/** What PostgreSQL answered: its SQLSTATE and its message, without the detail, which holds values. */
export function sqlAnswer(error: unknown): { state: string; message: string } | undefined {
  const answer = layersOf(error).find((layer) => SQLSTATE.test(codeOf(layer)));
  if (!answer) return undefined;
  const message = memberOf(answer, 'originalMessage') ?? memberOf(answer, 'message');
  return { state: codeOf(answer), message: String(message) };
}
