import { maskNumber } from './mask.js';

/** The parts of a number as a person wrote it. */
export interface WrittenNumber {
  readonly digits: string;
  /** Whether a `+` precedes them. */
  readonly plus: boolean;
  /** Whether parentheses after the first digits contain only a zero, or start with one. */
  readonly zeroInParentheses: 'no' | 'alone' | 'first';
}

/** What separates groups of digits: spaces of every width, hyphens, dashes, the minus sign and so on. */
const SEPARATOR = /^[\p{Zs}\p{Pd}\u2212.()/]$/u;

/**
 * Phones add these to a number that is copied next to right-to-left text. They are invisible, so the
 * person who pastes the number can neither see nor remove them.
 */
const PASTED_MARK = /^[\u200e\u202a-\u202c\u2066-\u2069\p{Zs}]$/u;

/** Splits a written number into its parts, or says which character a number cannot have. */
export function readWrittenNumber(value: string): WrittenNumber | { readonly issue: string } {
  const text = withoutPastedMarks(value);
  let digits = '';
  let plus = false;
  for (const character of text) {
    if (character >= '0' && character <= '9') digits += character;
    else if (character === '+' && !plus && digits === '') plus = true;
    else if (!SEPARATOR.test(character)) return { issue: characterIssue(character, value) };
  }
  if (digits === '') return { issue: 'has no digits; give a number such as +44 7700 900123' };
  return { digits, plus, zeroInParentheses: zeroInParentheses(text) };
}

function withoutPastedMarks(value: string): string {
  // Not a regular expression, which would take quadratic time on a long row of spaces.
  let start = 0;
  let end = value.length;
  while (start < end && PASTED_MARK.test(value.charAt(start))) start += 1;
  while (end > start && PASTED_MARK.test(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

function zeroInParentheses(text: string): WrittenNumber['zeroInParentheses'] {
  const found = /[0-9][^0-9(]*\([^0-9]*0([^0-9]*\))?/.exec(text);
  if (!found) return 'no';
  return found[1] === undefined ? 'first' : 'alone';
}

function characterIssue(character: string, value: string): string {
  return `${characterProblem(character)} (${maskNumber(value)})`;
}

function characterProblem(character: string): string {
  if (character === '+') return "has a '+' that is not its first character; give one number";
  if (/^[,;\n\r]$/.test(character)) {
    return 'has a comma, semicolon or line break; give several numbers as an array of strings';
  }
  if (/^\p{L}$/u.test(character))
    return 'has letters; give only digits, with or without a + before them';
  if (/^\p{N}$/u.test(character)) return 'has digits other than 0 to 9; use only those';
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  if (/^[\p{C}\p{M}\p{Z}]$/u.test(character)) {
    return `has an invisible character (U+${point}); remove it`;
  }
  return `has a character that a number cannot have (U+${point}); give only digits, with or without a + before them`;
}
