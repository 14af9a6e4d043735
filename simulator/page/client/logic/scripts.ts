/** How much of a text is in one script. */
export interface ScriptCount {
  readonly script: string;
  readonly characters: number;
}

// Latin is not among them: each of its letters may be worth replacing.
const SCRIPTS = (
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Arabic Hebrew ' +
  'Cyrillic Greek Armenian Georgian Ethiopic Han Hiragana Katakana Hangul Bopomofo Thai Lao Khmer ' +
  'Myanmar Tibetan Mongolian Syriac Thaana Nko'
).split(' ');
const OWN = SCRIPTS.map((name) => new RegExp(String.raw`^\p{sc=${name}}`, 'u'));
const SHARED = SCRIPTS.map((name) => new RegExp(String.raw`^\p{scx=${name}}`, 'u'));

interface Counted {
  readonly character: string;
  readonly times: number;
}

/** Sums up the characters of a script. The rest belong to none, or to Latin. */
export function scriptsOf<T extends Counted>(
  characters: readonly T[],
): { scripts: ScriptCount[]; rest: T[] } {
  const counts = new Map<number, number>();
  const add = (script: number, { times }: T) =>
    counts.set(script, (counts.get(script) ?? 0) + times);
  const without = characters.filter((counted) => {
    const script = OWN.findIndex((own) => own.test(counted.character));
    if (script !== -1) add(script, counted);
    return script === -1;
  });
  // Signs that several scripts use, such as the danda, count for one that the text has.
  const rest = without.filter((counted) => {
    const script = [...counts.keys()].find((known) => SHARED[known]?.test(counted.character));
    if (script !== undefined) add(script, counted);
    return script === undefined;
  });
  const scripts = [...counts].map(([script, times]) => ({
    script: SCRIPTS[script] ?? '',
    characters: times,
  }));
  return { scripts, rest };
}
