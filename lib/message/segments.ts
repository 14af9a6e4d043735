import { GSM7_WIDTH } from './gsm7.js';
import type { SmsSegments } from './sms-message.js';

const NONE: readonly string[] = Object.freeze([]);

/**
 * How a text is split into segments (3GPP TS 23.038 and 23.040). A single segment holds 160 septets or
 * 70 UTF-16 units. Each of several holds 153 or 67, because the header that joins them takes the rest.
 * A character is never cut, so a segment may hold one unit less.
 *
 * The empty text is `GSM-7` with a `count` of 0, because nothing would be sent. Never throws.
 */
export function estimateSegments(text: string): SmsSegments {
  const septets = countSeptets(text);
  if (septets < 0) return ucs2Segments(text);
  if (septets <= 160) {
    const count = septets === 0 ? 0 : 1;
    return { encoding: 'GSM-7', count, units: septets, perSegment: 160, nonGsm: NONE };
  }
  const count = countSegments(text, gsmSegmentEnd);
  return { encoding: 'GSM-7', count, units: septets, perSegment: 153, nonGsm: NONE };
}

/** The texts of the segments that `estimateSegments` counts. Joined, they are the whole text. */
export function splitSegments(text: string): string[] {
  const septets = countSeptets(text);
  const fitsOne = septets < 0 ? text.length <= 70 : septets <= 160;
  if (fitsOne) return text === '' ? [] : [text];
  const segmentEnd = septets < 0 ? ucs2SegmentEnd : gsmSegmentEnd;
  const segments: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = segmentEnd(text, start);
    segments.push(text.slice(start, end));
    start = end;
  }
  return segments;
}

/** The length of a text in septets, or -1 if it has a character that is not in GSM-7. */
function countSeptets(text: string): number {
  let septets = 0;
  for (let index = 0; index < text.length; index += 1) {
    const width = gsmWidth(text.charCodeAt(index));
    if (width === 0) return -1;
    septets += width;
  }
  return septets;
}

function gsmWidth(unit: number): number {
  // Reading past the end of a typed array would make V8 deoptimise this function.
  return unit < GSM7_WIDTH.length ? (GSM7_WIDTH[unit] ?? 0) : 0;
}

function ucs2Segments(text: string): SmsSegments {
  const units = text.length;
  const several = units > 70;
  return {
    encoding: 'UCS-2',
    count: several ? countSegments(text, ucs2SegmentEnd) : 1,
    units,
    perSegment: several ? 67 : 70,
    nonGsm: charactersOutsideGsm(text),
  };
}

function countSegments(text: string, segmentEnd: (text: string, start: number) => number): number {
  let count = 0;
  for (let start = 0; start < text.length; start = segmentEnd(text, start)) count += 1;
  return count;
}

/** Where the segment that begins at `start` ends, if there are several. */
function gsmSegmentEnd(text: string, start: number): number {
  let septets = 0;
  for (let index = start; index < text.length; index += 1) {
    septets += gsmWidth(text.charCodeAt(index));
    if (septets > 153) return index;
  }
  return text.length;
}

function ucs2SegmentEnd(text: string, start: number): number {
  const end = start + 67;
  if (end >= text.length) return text.length;
  const cutsPair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return cutsPair ? end - 1 : end;
}

function charactersOutsideGsm(text: string): readonly string[] {
  const characters = new Set<string>();
  for (const character of text) {
    if (gsmWidth(character.codePointAt(0) ?? 0) === 0) characters.add(character);
  }
  return [...characters];
}
