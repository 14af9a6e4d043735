import { dropAllIgnorable, isVisible } from '../common/characters.js';
import { estimateSegments } from './segments.js';
import type { SmsSegments } from './sms-message.js';

// What word processors and phones put into texts. Nothing here changes a word or its spelling: letters
// with accents, for example, are the author's to replace.
const REPLACEMENTS: readonly (readonly [characters: RegExp, replacement: string])[] = [
  [/[‘’‚‛′‹›`´ʼ]/g, "'"],
  [/[“”„‟″«»]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/…/g, '...'],
  [/[•‣·]/g, '-'],
  [/₹/g, 'Rs.'],
  [/[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\u2028\u2029\u0085]/g, '\n'],
];

/** Replaces typographic characters with those on every keyboard, and removes invisible ones. */
export function replaceTypography(text: string): string {
  return REPLACEMENTS.reduce(
    (plain, [characters, by]) => plain.replace(characters, by),
    dropAllIgnorable(text),
  );
}

/** Adds `gsmText` to the segments of a text, if replacing typography makes it fit GSM-7. */
export function suggestGsmText(segments: SmsSegments, text: string): SmsSegments {
  if (segments.encoding === 'GSM-7') return segments;
  const gsmText = replaceTypography(text.normalize('NFC'));
  const isGsm = isVisible(gsmText) && estimateSegments(gsmText).encoding === 'GSM-7';
  return isGsm ? { ...segments, gsmText } : segments;
}
