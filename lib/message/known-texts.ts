import { viewsOf } from './unescaped-views.js';

type Found = (start: number, end: number) => void;

/** A part of this many characters or more gives a text away; shorter ones are in any sentence. */
const RUN = 8;

/** Below this a text is looked for as a word of its own, or `a` would blacken every other word. */
const SHORTEST = 4;

/** As much of one text as is looked for; no gateway takes a tenth of it as one message. */
const MOST_CHARACTERS = 200_000;

/** As much as is kept of all together, in some 50 MB; first come, first kept. */
const MOST_RUNS = 1_000_000;

/** Finds secrets and texts in what a server said, without regard to case or the kind of a space. */
export class KnownTexts {
  /** Every run of 8 characters. */
  private readonly runs = new Set<string>();
  /** Those that are too short to have one. */
  private readonly short = new Set<string>();
  private readonly words = new Set<string>();

  constructor(texts: readonly string[]) {
    for (const text of new Set(texts)) {
      // What holds escapes itself is said back with them, or with them undone.
      for (const view of viewsOf(text.slice(0, MOST_CHARACTERS))) this.learn(view.text);
    }
  }

  private learn(text: string): void {
    const form = folded(text);
    if (form.length < SHORTEST) {
      if (form.trim() === '') return;
      this.words.add(form);
      this.words.add(folded(Buffer.from(text, 'utf8').toString('base64').replace(/=+$/, '')));
    } else if (form.length < RUN) this.short.add(form);
    else this.learnRuns(form);
  }

  private learnRuns(form: string): void {
    for (let at = 0; at + RUN <= form.length && this.runs.size < MOST_RUNS; at += 1) {
      this.runs.add(form.slice(at, at + RUN));
    }
  }

  /** Calls `found` with the place and the end of each occurrence. They can overlap. */
  find(text: string, found: Found): void {
    const form = folded(text);
    this.findLong(form, found);
    for (const word of this.words) {
      for (const start of placesOf(word, form)) {
        const end = start + word.length;
        const isWord = !isAlphanumeric(form[start - 1]) && !isAlphanumeric(form[end]);
        if (isWord) found(start, end);
      }
    }
  }

  /** Whether it holds one that is no short word: in what is decoded on trial, those are chance. */
  isIn(text: string): boolean {
    let isFound = false;
    this.findLong(folded(text), () => (isFound = true));
    return isFound;
  }

  private findLong(form: string, found: Found): void {
    for (let at = 0; at + RUN <= form.length; at += 1) {
      if (this.runs.has(form.slice(at, at + RUN))) found(at, at + RUN);
    }
    for (const short of this.short) {
      for (const start of placesOf(short, form)) found(start, start + short.length);
    }
  }
}

function* placesOf(form: string, text: string): Generator<number> {
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) yield at;
}

function isAlphanumeric(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

/**
 * Lower case, and a plain space for any blank and for a form's `+`; unit by unit, as the place of a
 * character must not shift, nor its neighbours matter.
 */
function folded(text: string): string {
  return text.toWellFormed().replace(/[A-Z+\s\u0080-\uffff]/g, (unit) => {
    if (unit === '+' || unit.trim() === '') return ' ';
    const lower = unit.toLowerCase();
    return lower.length === 1 ? lower : unit;
  });
}
