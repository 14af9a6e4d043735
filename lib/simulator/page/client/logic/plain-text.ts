import { estimateSegments } from '../../../../message/segments.js';

// What a keyboard has, with what word processors put in its place.
const PLAIN: readonly (readonly [plain: string, others: string])[] = [
  ["'", '‘’‚`´'],
  ['"', '“”„«»'],
  ['-', '–—‑−•'],
  ['...', '…'],
  ['x', '×'],
  ['TM', '™'],
  ['Rs.', '₹'],
  [' ', '\u00a0\u2009\u202f\t'],
  ['', '\u200b\u200d\ufeff\ufe0f'],
];

/** What could stand for a character that GSM-7 does not have; undefined where nothing could. */
export function plainFor(character: string): string | undefined {
  const plain = PLAIN.find(([, others]) => others.includes(character));
  if (plain !== undefined) return plain[0];
  const letter = character.normalize('NFD').replace(/\p{M}/gu, '');
  return /^[A-Za-z]$/.test(letter) ? letter : undefined;
}

/** The text in characters that GSM-7 has, where there is one for each. */
export function toPlainText(text: string): string | undefined {
  const { nonGsm } = estimateSegments(text);
  const plain = new Map(nonGsm.map((character) => [character, plainFor(character)]));
  if (plain.size === 0 || [...plain.values()].includes(undefined)) return undefined;
  return Array.from(text, (character) => plain.get(character) ?? character).join('');
}
