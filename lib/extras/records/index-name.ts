import { createHash } from 'node:crypto';

const SUFFIX = '_delete_at';
/** The longest name in PostgreSQL, in bytes. */
const LONGEST = 63;
const HASH_LENGTH = 8;

/**
 * The name of a table's index. PostgreSQL cuts names that are longer than 63 bytes, so an index could get the
 * name of its table or of another index. So long names are cut here and get a hash.
 *
 * @param table a name without its schema, plain or in double quotes
 */
export function indexName(table: string): string {
  const isQuoted = table.startsWith('"');
  // Case does not matter in plain names.
  const name = isQuoted ? table.slice(1, -1).replaceAll('""', '"') : table.toLowerCase();
  if (Buffer.byteLength(name) + SUFFIX.length <= LONGEST) {
    return table.replace(/"?$/, `${SUFFIX}$&`);
  }
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  const end = `_${hash}${SUFFIX}`;
  // The cut may leave part of a character.
  const start = Buffer.from(name)
    .subarray(0, LONGEST - end.length)
    .toString()
    .replace(/\uFFFD$/, '');
  return isQuoted ? `"${start.replaceAll('"', '""')}${end}"` : start + end;
}
