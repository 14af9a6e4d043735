const BYTE_ORDER_MARK = 0xfeff;

// A string, or a whole number of 16 or more digits: outside strings, digits that are not part of a
// fraction or an exponent can only be a whole number.
const STRING_OR_BIG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Reads a body as a JSON object, whatever content type it came with (JSON has been served as
 * `text/html`) and with or without a byte order mark.
 *
 * @returns the object's fields, or undefined if the body is anything else. Whole numbers that
 * JavaScript cannot hold become strings, digit for digit: a `transactionId` has about 19 digits.
 */
export function readJsonObject(body: Buffer): Record<string, unknown> | undefined {
  let text = body.toString('utf8');
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) text = text.slice(1);
  const value = parse(text);
  if (!isObject(value)) return undefined;
  const isExact = Object.values(value).every(
    (field) => typeof field !== 'object' && isExactNumber(field),
  );
  return isExact ? value : exactly(text, value);
}

/**
 * A field as a string: a string as it is, a whole number digit for digit. Undefined for anything else,
 * including a number whose digits JavaScript cannot hold, such as `1e400` or `1234567890123456963.0`.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

function exactly(
  text: string,
  fallback: Record<string, unknown>,
): Record<string, unknown> | undefined {
  try {
    const quoted = text.replace(STRING_OR_BIG_INTEGER, (token) =>
      token.startsWith('"') || isExactNumber(Number(token)) ? token : `"${token}"`,
    );
    const value = parse(quoted);
    return isObject(value) ? value : fallback;
  } catch {
    // The expression fails on tens of megabytes, and the digits must not be guessed.
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isExactNumber(value: unknown): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}
