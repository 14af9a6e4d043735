/** The most characters that are printed of one answer. */
const MOST_SHOWN = 10_000;
/** Control characters, and those that nobody can see or that change the direction of the text. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text for a terminal: characters that could control it become codes, except for line breaks. */
export function escaped(text: string): string {
  return text.replaceAll(
    UNPRINTABLE,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** What a gateway said as lines for a terminal: without the secret and empty lines, and cut. */
export function printable(answerText: string, secret: string): readonly string[] {
  const masked = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
    .flatMap((form) => [form, form.replaceAll('%20', '+'), form.replaceAll('/', '\\/')])
    .map((form) => new RegExp(form.replaceAll(/\W/g, '\\$&'), 'gi'))
    .reduce((text, form) => text.replaceAll(form, '••••••'), answerText);
  const charactersLeft = masked.length - MOST_SHOWN;
  const end = charactersLeft > 0 ? `… (and ${charactersLeft} characters more)` : '';
  const lines = (masked.slice(0, MOST_SHOWN) + end).split(/\r?\n/);
  return lines.filter((line) => line.trim() !== '').map(escaped);
}
