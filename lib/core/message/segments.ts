import type { SmsSegments } from './sms-message.js';

/**
 * The GSM 7-bit default alphabet (3GPP TS 23.038, section 6.2.1) in the order of its codes, without
 * the escape at 0x1B, which is not a character.
 */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ' +
  ' !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Its extension table (section 6.2.1.1): each character is sent as an escape and a second septet. */
const EXTENSION = '\f^{}\\[~]|€';

/**
 * How many septets a character takes, by its UTF-16 unit: 1, 2, or 0 if it is not in GSM-7. Nothing
 * beyond the end of the table, the euro sign, is in GSM-7.
 */
export const GSM7_WIDTH: Uint8Array = /* @__PURE__ */ gsm7Widths();

function gsm7Widths(): Uint8Array {
  const table = new Uint8Array(0x20ac + 1);
  for (const character of BASIC) table[character.charCodeAt(0)] = 1;
  for (const character of EXTENSION) table[character.charCodeAt(0)] = 2;
  return table;
}

const NONE: readonly string[] = Object.freeze([]);

/** The units of a segment if there is one, and if there are several: a header joins those. */
const GSM7 = { encoding: 'GSM-7', single: 160, several: 153, segmentEnd: gsm7SegmentEnd } as const;
const UCS2 = { encoding: 'UCS-2', single: 70, several: 67, segmentEnd: ucs2SegmentEnd } as const;

/**
 * How a text is split into segments (3GPP TS 23.038 and 23.040). A single segment holds 160 septets or
 * 70 UTF-16 units, each of several 153 or 67. A character is never cut, so a segment may hold one unit
 * less.
 *
 * The empty text is `GSM-7` with a `count` of 0, because nothing would be sent. Never throws.
 */
export function estimateSegments(text: string): SmsSegments {
  const septets = countSeptets(text);
  const isGsm7 = septets >= 0;
  const units = isGsm7 ? septets : text.length;
  const { encoding, single, several, segmentEnd } = isGsm7 ? GSM7 : UCS2;
  let count = units === 0 ? 0 : 1;
  if (units > single) {
    count = 0;
    for (let start = 0; start < text.length; start = segmentEnd(text, start)) count += 1;
  }
  const perSegment = units > single ? several : single;
  return {
    encoding,
    count,
    units,
    perSegment,
    nonGsm: isGsm7 ? NONE : charactersOutsideGsm7(text),
  };
}

/** The texts of the segments that `estimateSegments` counts. Joined, they are the whole text. */
export function splitSegments(text: string): string[] {
  const { encoding, count } = estimateSegments(text);
  if (count < 2) return text === '' ? [] : [text];
  const { segmentEnd } = encoding === 'GSM-7' ? GSM7 : UCS2;
  const segments: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = segmentEnd(text, start);
    segments.push(text.slice(start, end));
  }
  return segments;
}

/** The length of a text in septets, or -1 if it has a character that is not in GSM-7. */
function countSeptets(text: string): number {
  let septets = 0;
  for (let index = 0; index < text.length; index += 1) {
    const width = gsm7Width(text.charCodeAt(index));
    if (width === 0) return -1;
    septets += width;
  }
  return septets;
}

function gsm7Width(unit: number): number {
  // Reading past the end of a typed array would make V8 deoptimise this function.
  return unit < GSM7_WIDTH.length ? (GSM7_WIDTH[unit] ?? 0) : 0;
}

/** Where the segment that begins at `start` ends, if there are several. */
function gsm7SegmentEnd(text: string, start: number): number {
  let septets = 0;
  for (let index = start; index < text.length; index += 1) {
    septets += gsm7Width(text.charCodeAt(index));
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

function charactersOutsideGsm7(text: string): readonly string[] {
  const characters = new Set<string>();
  for (const character of text) {
    if (gsm7Width(character.codePointAt(0) ?? 0) === 0) characters.add(character);
  }
  // The receipts of a broadcast share it.
  return Object.freeze([...characters]);
}
