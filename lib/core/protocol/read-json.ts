import { isObject } from '../common/value-checks.js';

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
export function readJsonObject(
  body: Buffer | string,
): Readonly<Record<string, unknown>> | undefined {
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
    const quoted = text.replace(STRING_OR_BIG_INTEGER, (found) =>
      found.startsWith('"') || isExactNumber(Number(found)) ? found : `"${found}"`,
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
function isExact(fields: Readonly<Record<string, unknown>>): boolean {
  for (const name in fields) {
    const field = fields[name];
    if (typeof field === 'object' || !isExactNumber(field)) return false;
  }
  return true;
}

function isExactNumber(value: unknown): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}
