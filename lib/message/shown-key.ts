import { maskNumber } from './mask.js';

/**
 * A key as an issue may name it. A name is shown; what could be a number, a code or a text that was
 * put in the place of a name is masked.
 */
export function shownKey(key: string): string {
  const isName = /^[\p{L}_$][\p{L}\p{N}_$.[\]-]{0,39}$/u.test(key) && !/\p{N}{4}/u.test(key);
  return isName ? key : maskNumber(key);
}
