import { textOf } from './read-json.js';

const FEWEST_DIGITS = 8;

/**
 * Reads `invalidMobile` (document, section 2.2). A rejected number must not count as sent, so it is
 * recognised however it is written: with a plus, with separators, without its country prefix, in a
 * list. Numbers that are ours are given as we sent them, any others as the gateway wrote them.
 */
export function readRejected(value: unknown, recipients: readonly string[]): readonly string[] {
  const rejected = textsOf(value).map((written) => ourNumber(written, recipients) ?? written);
  return [...new Set(rejected)];
}

function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  const pieces = (textOf(value) ?? '').split(/[,;|\r\n]+/).map(withoutQuotes);
  return pieces.flatMap(splitAtSpaces).filter((piece) => piece !== '');
}

// A list that was written as a text keeps its brackets and quotes.
function withoutQuotes(piece: string): string {
  return piece.replace(/^[\s"'[{]+|[\s"'\]}]+$/g, '');
}

// Spaces part numbers, or stand within one.
function splitAtSpaces(piece: string): readonly string[] {
  const parts = piece.split(/\s+/);
  return parts.every((part) => digitsOf(part).length >= FEWEST_DIGITS) ? parts : [piece];
}

function ourNumber(written: string, recipients: readonly string[]): string | undefined {
  const digits = digitsOf(written);
  if (recipients.includes(digits)) return digits;
  if (digits.length < FEWEST_DIGITS) return undefined;
  const alike = recipients.filter((recipient) => recipient.endsWith(digits));
  return alike.length === 1 ? alike[0] : undefined;
}

function digitsOf(written: string): string {
  return written.replace(/\D/g, '').replace(/^0+/, '');
}
