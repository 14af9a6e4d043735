import { maskNumber } from './mask.js';
import type { Invalid } from './value-checks.js';

/** The parts of a number as a person wrote it. */
export interface WrittenNumber {
  readonly digits: string;
  /** Whether a `+` precedes them. */
  readonly plus: boolean;
}

/**
 * What separates groups of digits: spaces of every width, hyphens, dashes, the minus sign and so on.
 * Also the invisible marks that phones add to a number next to right-to-left text: the person who
 * pastes such a number can neither see nor remove them.
 */
const SEPARATOR = /^[\p{Zs}\p{Pd}\u2212.()/\u200e\u202a-\u202c\u2066-\u2069]$/u;

/** Splits a written number into its parts, or says which character a number cannot have. */
export function readWrittenNumber(value: string): WrittenNumber | Invalid {
  let digits = '';
  let plus = false;
  for (const character of value) {
    if (character >= '0' && character <= '9') digits += character;
    else if (character === '+' && !plus && digits === '') plus = true;
    else if (!SEPARATOR.test(character)) {
      return { issue: `${characterProblem(character)} (${maskNumber(value)})` };
    }
  }
  if (digits === '') return { issue: 'has no digits; give a number such as +44 7700 900123' };
  return { digits, plus };
}

function characterProblem(character: string): string {
  if (character === '+') return "has a '+' that is not its first character; give one number";
  if (/^[,;\n\r]$/.test(character)) {
    return 'has a comma, semicolon or line break; give several numbers as an array of strings';
  }
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const what = /^\p{L}$/u.test(character) ? 'letters' : `the character U+${point}`;
  return `has ${what}; give only the digits 0 to 9, with or without a + before them`;
}
