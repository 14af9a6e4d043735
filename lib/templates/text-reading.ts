/** The classes of characters that values consist of, as bits. */
export const NUMERIC = 1;
export const ALPHANUMERIC = 2;
export const LOOSE = 4;
export const VISIBLE = 8;

// Each looks at a few characters from each position, so it takes linear time.
const LINK = /(?=(:\/\/|www[.。．｡]|[\p{L}\p{M}\p{N}][.。．｡]\p{L}{2}))/giu;
/** Ten digits or more, as in India's numbers. */
const NUMBER = /\d(?:[ ().+-]{0,2}\d){9,}/g;
const DATE = /(?<!\d)(?:[0-3]?\d[-.][01]?\d[-.](?:19|20)\d\d|(?:19|20)\d\d-[01]\d-[0-3]\d)(?!\d)/g;

/** A normalised text, prepared once for all the templates that it is compared with. */
export class TextReading {
  private foundClasses: Uint8Array | undefined;
  private foundLinks: Int32Array | undefined;
  /** Rows for the comparisons, filled with -1 between them. */
  readonly rows: [Int32Array, Int32Array];

  constructor(readonly text: string) {
    const row = () => new Int32Array(text.length + 1).fill(-1);
    this.rows = [row(), row()];
  }

  /** The classes of each character. */
  get classes(): Uint8Array {
    return (this.foundClasses ??= classesOf(this.text));
  }

  /** For each position, where the last link or phone number begins that ends by it; -1 if none does. */
  get links(): Int32Array {
    return (this.foundLinks ??= linksOf(this.text));
  }
}

function linksOf(text: string): Int32Array {
  const links = new Int32Array(text.length + 1).fill(-1);
  for (const { index, 1: link = '' } of text.matchAll(LINK)) links[index + link.length] = index;
  const withoutDates = text.replace(DATE, (date) => 'x'.repeat(date.length));
  for (const { 0: run, index } of withoutDates.matchAll(NUMBER)) {
    const digits = Array.from(run.matchAll(/\d/g), (digit) => index + digit.index);
    for (let last = 9; last < digits.length; last += 1) {
      links[(digits[last] ?? 0) + 1] = digits[last - 9] ?? 0;
    }
  }
  for (let at = 1; at < links.length; at += 1) {
    links[at] = Math.max(links[at] ?? -1, links[at - 1] ?? -1);
  }
  return links;
}

function classesOf(text: string): Uint8Array {
  const classes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    const found = ASCII[code] ?? classOf(String.fromCodePoint(code));
    classes[at] = found;
    if (code > 0xffff) classes[++at] = found;
  }
  return classes;
}

function classOf(character: string): number {
  if (/[0-9]/.test(character)) return NUMERIC | ALPHANUMERIC | LOOSE | VISIBLE;
  if (/[\p{L}\p{M}\p{N}]/u.test(character)) return ALPHANUMERIC | LOOSE | VISIBLE;
  if (/[ _/.]/.test(character)) return LOOSE | VISIBLE;
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(character) ? 0 : VISIBLE;
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => classOf(String.fromCharCode(code)));
