// Repeated classes have no character in common with what follows them, so the search takes linear time. The last
// alternative is a number of ten digits, as in India. Invisible characters (Cf, DI) hide neither links nor numbers.
const LINK_OR_NUMBER =
  /(?=(:\/\/|www[.。．｡]|[^\p{P}\s][.。．｡][\p{Cf}\p{DI}]*\p{L}[\p{L}\p{M}\p{Cf}\p{DI}]|(?:\p{Nd}[\p{Zs}\p{Pd}\p{M}\p{Cf}\p{DI}().+]*){9}\p{Nd}))/giu;
const DATE = /(?<!\d)(?:[0-3]?\d[-.][01]?\d[-.](?:19|20)\d\d|(?:19|20)\d\d-[01]\d-[0-3]\d)(?!\d)/g;

/** A text in the form in which texts are compared: composed characters (NFC), and LF as line break. */
export function normalised(text: string): string {
  return text.normalize('NFC').replaceAll(/\r\n?/g, '\n');
}

/** A text, prepared once for all the templates that it is compared with. */
export class TextReading {
  private links: Int32Array | undefined;

  constructor(readonly text: string) {}

  /** Whether there is a link or phone number between two positions. */
  hasLink(from: number, to: number): boolean {
    this.links ??= linksOf(this.text);
    return (this.links[to] ?? -1) >= from;
  }
}

/** For each position: where the last link or number that ends there or before begins; -1 if none does. */
function linksOf(text: string): Int32Array {
  const links = new Int32Array(text.length + 1).fill(-1);
  // The digits of dates become fractions, which can be part of a link, but not of a phone number.
  const prepared = text.replace(DATE, (date) => date.replaceAll(/\d/g, '½'));
  for (const { index, 1: found = '' } of prepared.matchAll(LINK_OR_NUMBER)) {
    links[index + found.length] = index;
  }
  let last = -1;
  return links.map((begin) => (last = Math.max(last, begin)));
}
