const NATIVE_DIGIT = /(?![0-9])\p{Nd}/gu;
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
