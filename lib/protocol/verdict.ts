import { textOf } from './read-json.js';

/** What an answer proves: yes, no, or neither. */
export type Verdict = 'yes' | 'no' | 'unclear';

/**
 * Reads what an answer proves (document, sections 2 and 7), from its fields alone and never from
 * words within them.
 *
 * Yes is a 2xx with `status` success, in any case, and `statusCode` 200. The document also names
 * `reason` success; a yes without it is a yes. No is a 2xx or 4xx whose `status` is a word other
 * than success and whose `statusCode` is not 200. Where the two disagree the answer is unclear.
 */
export function readVerdict(
  httpStatus: number,
  fields: Readonly<Record<string, unknown>>,
): Verdict {
  const { status, statusCode } = fields;
  if (typeof status !== 'string' || status.trim() === '') return 'unclear';
  const saysSuccess = status.trim().toLowerCase() === 'success';
  const says200 = textOf(statusCode)?.trim() === '200';
  const ok = httpStatus >= 200 && httpStatus < 300;
  if (saysSuccess) return ok && says200 ? 'yes' : 'unclear';
  if (says200 || isNeitherTextNorNumber(statusCode)) return 'unclear';
  return ok || (httpStatus >= 400 && httpStatus < 500) ? 'no' : 'unclear';
}

// A failure body without a code is still a no. One whose code is a list or an object is not the
// gateway's.
function isNeitherTextNorNumber(value: unknown): boolean {
  return value !== undefined && value !== null && textOf(value) === undefined;
}
