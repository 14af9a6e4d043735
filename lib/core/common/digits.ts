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
