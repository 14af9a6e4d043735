import { isObject } from '../common/value-checks.js';

type Fields = Readonly<Record<string, unknown>>;

// A string, or a whole number of 16 or more digits: outside strings, digits that are not part of a
// fraction or an exponent can only be a whole number.
const STRING_OR_BIG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Replaces lone surrogates and NUL, as it does bytes that are not UTF-8. */
export const REPLACED = '\ufffd';

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a body as a JSON object; undefined if it is anything else. See {@link readJson}. */
export function readJsonObject(body: Buffer | string): Fields | undefined {
  const value = readJson(body);
  return isObject(value) ? value : undefined;
}

/**
 * Reads a body as JSON, whatever its content type (JSON has been served as `text/html`); undefined if it is
 * not JSON. Whole numbers that JavaScript cannot hold become strings, digit for digit: a `transactionId` has
 * about 19 digits.
 */
export function readJson(body: Buffer | string): unknown {
  const read = body.toString();
  const text = read.startsWith('\ufeff') ? read.slice(1) : read;
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return value;
  if (isObject(value) && isExact(value)) return value;
  try {
    const quoted = text.replace(STRING_OR_BIG_INTEGER, (match) =>
      match.startsWith('"') || isExactNumber(Number(match)) ? match : `"${match}"`,
    );
    return parseJson(quoted) ?? value;
  } catch {
    // The expression fails on tens of megabytes, and the digits must not be guessed.
    return undefined;
  }
}

/**
 * A field as a string that every store can hold. In a string, {@link REPLACED} replaces what is not a
 * character; a whole number keeps every digit. Undefined for anything else, including a number whose digits
 * JavaScript cannot hold, for example `1e400` or `1234567890123456963.0`.
 */
export function textOf(value: unknown): string | undefined {
  // Replaced, not removed: `2`, NUL, `00` must not become the statusCode 200.
  if (typeof value === 'string') {
    const isFit = value.isWellFormed() && !value.includes('\0');
    return isFit ? value : value.toWellFormed().replaceAll('\0', REPLACED);
  }
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

// Without nested values, in which a number may not be exact.
function isExact(fields: Fields): boolean {
  for (const name in fields) {
    const field = fields[name];
    if (typeof field === 'object' || !isExactNumber(field)) return false;
  }
  return true;
}

function isExactNumber(value: unknown): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}

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
