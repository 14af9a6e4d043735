// A letter or digit of any script; full stops include those of East Asian scripts. Each alternative looks
// at a few characters, so that the search takes linear time. The last one is ten digits, as in India's numbers.
const LINK_OR_NUMBER =
  /(?=(:\/\/|www[.。．｡]|[\p{L}\p{M}\p{N}][.。．｡]\p{L}{2}|\d(?:[ ().+-]{0,2}\d){9}))/giu;
const DATE = /(?<!\d)(?:[0-3]?\d[-.][01]?\d[-.](?:19|20)\d\d|(?:19|20)\d\d-[01]\d-[0-3]\d)(?!\d)/g;

/** A normalised text, prepared once for all the templates that it is compared with. */
export class TextReading {
  private readonly found = new Map<RegExp, Int32Array>();
  private foundLinks: Int32Array | undefined;

  constructor(readonly text: string) {}

  /** For each position in a run of characters, where that ends; 0 elsewhere. */
  runs(pattern: RegExp): Int32Array {
    const known = this.found.get(pattern);
    if (known) return known;
    const ends = new Int32Array(this.text.length + 1);
    for (const { 0: run, index } of this.text.matchAll(pattern)) {
      ends.fill(index + run.length, index, index + run.length);
    }
    this.found.set(pattern, ends);
    return ends;
  }

  /** For each position, where the last link or phone number begins that ends by it; -1 if none does. */
  get links(): Int32Array {
    return (this.foundLinks ??= linksOf(this.text));
  }
}

function linksOf(text: string): Int32Array {
  const links = new Int32Array(text.length + 1).fill(-1);
  // In dates, digits of another script: they can be part of links, but of no phone number.
  const prepared = text.replace(DATE, (date) => date.replaceAll(/\d/g, '०'));
  for (const { index, 1: found = '' } of prepared.matchAll(LINK_OR_NUMBER)) {
    links[index + found.length] = index;
  }
  let last = -1;
  return links.map((begin) => (last = Math.max(last, begin)));
}
