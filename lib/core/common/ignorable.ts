// Zero-width and bidirectional characters, soft hyphens, variation selectors and so on. Phones, browsers and
// spreadsheets add them to copied text, and the person who pastes it can neither see nor remove them.
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const HARMLESS = /(?!\u202e)\p{Default_Ignorable_Code_Point}/gu;
// Also U+2800, a Braille cell without dots, and the marks around annotations.
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800\ufff9-\ufffb]/u;

/**
 * Removes the invisible characters of a number, an id or a code. Keeps U+202E, which displays what follows it
 * from right to left: a person may have read that number backwards.
 */
export function dropIgnorable(text: string): string {
  return text.replaceAll(HARMLESS, '');
}

/** Removes all invisible characters of a text. */
export function dropAllIgnorable(text: string): string {
  return text.replaceAll(IGNORABLE, '');
}

/** Whether a text has a visible character. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}
