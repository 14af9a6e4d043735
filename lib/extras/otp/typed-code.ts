import { dropIgnorable, toAsciiDigits } from '../../core/common/characters.js';

/**
 * A code as a person typed or pasted it, without the characters that keyboards, phones and sentences add around
 * and between its digits: `929-816`, `"929816"`, `٩٢٩٨١٦`. Other characters stay, so that the input can be
 * recognised as malformed.
 */
export function readTypedCode(code: string): string {
  // U+2212 is the minus sign.
  return toAsciiDigits(dropIgnorable(code).replaceAll(/[\p{P}\p{White_Space}\u2212]/gu, ''));
}
