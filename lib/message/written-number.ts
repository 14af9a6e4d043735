import { maskNumber } from './mask.js';

/** A number as a person wrote it, taken apart. */
export interface WrittenNumber {
  readonly digits: string;
  /** Whether a `+` stood before them. */
  readonly plus: boolean;
  /** Whether a parenthesis after the first digits holds a zero alone, or begins with one. */
  readonly zeroInParentheses: 'no' | 'alone' | 'first';
}

/** Spaces of every width, hyphens and dashes, the minus sign, and the signs people group digits with. */
const SEPARATOR = /^[\p{Zs}\p{Pd}\u2212.()/]$/u;

/**
 * Phones put these around a number that is copied next to right-to-left text. They are invisible,
 * so the person who pasted them can neither see nor remove them.
 */
const PASTED_MARK = /^[\u200e\u202a-\u202c\u2066-\u2069\p{Zs}]$/u;

/** Takes a written number apart, or says which character cannot stand in one. */
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
  // By hand: the regular expression for the same needs quadratic time on a long row of spaces.
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
    return 'holds a comma, semicolon or line break; give several numbers as an array, one in each string';
  }
  if (/^\p{L}$/u.test(character))
    return 'has letters; give digits alone, with a + before them or not';
  if (/^\p{N}$/u.test(character)) return 'has digits other than 0 to 9; write it with those';
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  if (/^[\p{C}\p{M}\p{Z}]$/u.test(character)) {
    return `holds an invisible character (U+${point}); remove it`;
  }
  return `holds a character that a number cannot have (U+${point}); give digits alone, with a + before them or not`;
}
