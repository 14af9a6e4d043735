const NATIVE_DIGIT = /(?![0-9])\p{Nd}/gu;
const FULL_WIDTH = /[\uff08-\uff0f]/g;
const TO_ASCII = 0xff08 - 0x28;
const DIGIT = /^\p{Nd}$/u;

/** Writes the digits of every script as 0 to 9: full-width, Arabic, Persian, Devanagari and so on. */
export function toAsciiDigits(text: string): string {
  return text.replaceAll(NATIVE_DIGIT, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    let first = point;
    while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
    // Unicode lists the digits of a script in order, and those of some scripts directly follow each other.
    return String((point - first) % 10);
  });
}

/** The same for a number, in which full-width `＋（）．／－` also become `+()./-`. */
export function toAsciiNumber(text: string): string {
  return toAsciiDigits(text).replaceAll(FULL_WIDTH, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - TO_ASCII),
  );
}

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
