import { parseJson } from './read-json.js';

type Fields = Readonly<Record<string, unknown>>;

const DECIDING = ['status', 'statusCode', 'transactionId', 'mobile', 'invalidMobile'];
const QUOTED = new RegExp(`"(?:${DECIDING.join('|')})"`, 'g');
// A bracket, or a string, with the colon after it if the string is a key.
const STRUCTURE = /[{}[\]]|"(?:[^"\\]|\\.)*"(?:\s*:)?/g;

/**
 * The first field that decides the outcome and that an answer has twice, however it is escaped. JavaScript reads
 * only the last one.
 *
 * @param text the answer
 * @param fields what was read from it
 */
export function repeatedField(text: string, fields: Fields): string | undefined {
  if (isPlain(text, fields) || !mayRepeat(text, fields)) return undefined;
  const seen = new Set<unknown>();
  let depth = 0;
  for (const { 0: part } of text.matchAll(STRUCTURE)) {
    if (part === '{' || part === '[') depth += 1;
    else if (part === '}' || part === ']') depth -= 1;
    else if (depth === 1 && part.endsWith(':')) {
      const field = parseJson(part.slice(0, part.lastIndexOf('"') + 1));
      const isRepeated = seen.size === seen.add(field).size;
      if (isRepeated && typeof field === 'string' && DECIDING.includes(field)) return field;
    }
  }
  return undefined;
}

/**
 * Whether a text is no longer than its fields need, as in most answers: no spaces, and each value is a string. A
 * repeated field or an escape would make the text longer. (Digits that were turned into a string count as two
 * characters longer.)
 */
function isPlain(text: string, fields: Fields): boolean {
  let length = 1;
  for (const name in fields) {
    const value = fields[name];
    if (typeof value !== 'string') return false;
    length += name.length + value.length + '"":"",'.length;
  }
  return length === text.length;
}

// A name can only be written differently with a backslash.
function mayRepeat(text: string, fields: Fields): boolean {
  if (text.includes('\\')) return true;
  const read = DECIDING.filter((field) => Object.hasOwn(fields, field));
  return (text.match(QUOTED)?.length ?? 0) > read.length;
}
