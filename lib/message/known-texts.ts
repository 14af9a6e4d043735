import { formsOf } from './secret-forms.js';

/** A part of this many characters or more gives a text away; shorter ones are in any sentence. */
const RUN = 8;

/** Below this a text is looked for as a word of its own, or `a` would blacken every other word. */
const SHORTEST = 4;

/** As much of one text as is looked for; over a hundred parts of an SMS. */
const MOST_CHARACTERS = 20_000;

/** Finds secrets and texts in what a server said, in whatever form it says them back. */
export class KnownTexts {
  /** Every run of 8 characters of every form, without case. */
  private readonly runs = new Set<string>();
  /** The forms that are too short to have one. */
  private readonly words = new Set<string>();
  private readonly short = new Set<string>();

  constructor(texts: readonly string[]) {
    for (const text of new Set(texts)) if (text !== '') this.learn(text.slice(0, MOST_CHARACTERS));
  }

  private learn(text: string): void {
    for (const given of formsOf(text)) {
      const form = withoutCase(given);
      if (text.length < SHORTEST || form.length < SHORTEST) this.words.add(form);
      else if (form.length < RUN) this.short.add(form);
      else
        for (let at = 0; at + RUN <= form.length; at += 1) this.runs.add(form.slice(at, at + RUN));
    }
  }

  /** Calls `found` with the place and the end of each occurrence. They can overlap. */
  find(text: string, found: (start: number, end: number) => void): void {
    const folded = withoutCase(text);
    for (let at = 0; at + RUN <= folded.length; at += 1) {
      if (this.runs.has(folded.slice(at, at + RUN))) found(at, at + RUN);
    }
    for (const form of this.short) {
      for (const start of placesOf(form, folded)) found(start, start + form.length);
    }
    for (const form of this.words) {
      for (const start of placesOf(form, folded)) {
        const end = start + form.length;
        const isWord = !isAlphanumeric(folded[start - 1]) && !isAlphanumeric(folded[end]);
        if (isWord) found(start, end);
      }
    }
  }
}

function* placesOf(form: string, text: string): Generator<number> {
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) yield at;
}

function isAlphanumeric(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

/** Lower case, unit by unit: the place of a character must not shift, nor its neighbours matter. */
function withoutCase(text: string): string {
  return text.replace(/[A-Z\u0080-\uffff]/g, (unit) => {
    const lower = unit.toLowerCase();
    return lower.length === 1 ? lower : unit;
  });
}
