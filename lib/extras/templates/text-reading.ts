import { phoneNumbersIn } from './phone-numbers.js';

// Repeated classes have no character in common with what follows them, so the search takes linear time. Invisible
// characters (Cf, DI) hide no links.
const LINK =
  /(?=(:\/\/|www[.。．｡]|[^\p{P}\s][.。．｡][\p{Cf}\p{DI}]*\p{L}[\p{L}\p{M}\p{Cf}\p{DI}]))/giu;

/** What a program that fills in texts would have replaced. */
const PLACEHOLDER = /\{[#{]|#\}/g;

/** A text in the form in which texts are compared: with composed characters (NFC), and LF as the line break. */
export function normalised(text: string): string {
  return text.normalize('NFC').replaceAll(/\r\n?/g, '\n');
}

/** A text, prepared once for all the templates that it is compared with. */
export class TextReading {
  private links: Int32Array | undefined;
  private numbers: Int32Array | undefined;
  private placeholders: Int32Array | undefined;

  constructor(readonly text: string) {}

  /** Whether there is a link between two positions. */
  hasLink(from: number, to: number): boolean {
    this.links ??= beginningsOf(this.text.length, spansOf(this.text, LINK));
    return (this.links[to] ?? -1) >= from;
  }

  /** Whether something between two positions is written as a phone number. */
  hasNumber(from: number, to: number): boolean {
    this.numbers ??= beginningsOf(this.text.length, phoneNumbersIn(this.text));
    return (this.numbers[to] ?? -1) >= from;
  }

  /** Whether there is a placeholder between two positions: `{#`, `#}` or `{{`. */
  hasPlaceholder(from: number, to: number): boolean {
    this.placeholders ??= beginningsOf(this.text.length, spansOf(this.text, PLACEHOLDER));
    return (this.placeholders[to] ?? -1) >= from;
  }
}

interface Span {
  readonly begin: number;
  readonly end: number;
}

function spansOf(text: string, pattern: RegExp): readonly Span[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: whole, 1: part = whole }) => ({
    begin: index,
    end: index + part.length,
  }));
}

/** For each position, where the last span that ends there or earlier begins; -1 if there is none. */
function beginningsOf(length: number, spans: readonly Span[]): Int32Array {
  const beginnings = new Int32Array(length + 1).fill(-1);
  for (const { begin, end } of spans) beginnings[end] = Math.max(begin, beginnings[end] ?? -1);
  let last = -1;
  return beginnings.map((begin) => (last = Math.max(last, begin)));
}
