// Zero-width and bidirectional characters, soft hyphens, variation selectors and the like. Phones, browsers and
// spreadsheets add them to what is copied, and whoever pastes it can neither see nor remove them.
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const HARMLESS = /(?!\u202e)\p{Default_Ignorable_Code_Point}/gu;
// Also U+2800, a Braille cell without dots, and the marks around annotations.
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800\ufff9-\ufffb]/u;

/**
 * Removes the characters of a number, an id or a code that nobody sees. Keeps U+202E, which shows what follows it
 * from right to left: a person may have read that number the other way round.
 */
export function dropIgnorable(text: string): string {
  return text.replaceAll(HARMLESS, '');
}

/** Removes all characters of a text that nobody sees. */
export function dropAllIgnorable(text: string): string {
  return text.replaceAll(IGNORABLE, '');
}

/** Whether a text has a character that can be seen. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}
