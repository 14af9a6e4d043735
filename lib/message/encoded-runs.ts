/** A part of a text that may be bytes in some encoding, and what it says if it is. */
export interface EncodedRun {
  readonly start: number;
  readonly end: number;
  readonly readings: readonly string[];
}

type Read = (run: string) => string[];

/** Each from what four bytes need. */
const ENCODINGS: readonly (readonly [RegExp, Read])[] = [
  [/[a-z0-9+/_-]{6,}={0,2}/gi, readBase64],
  [/(?:0x)?[0-9a-f]{2}(?:[\s:,-]{0,2}(?:0x)?[0-9a-f]{2}){3,}[0-9a-f]?/gi, readHex],
  [/-?[0-9]{1,3}(?:[\s,;]{1,3}-?[0-9]{1,3}){3,}/g, readDecimals],
];

/** The parts of a text that may be base64, hex or a list of bytes. Words may be, too: most say nothing. */
export function encodedRuns(text: string): readonly EncodedRun[] {
  return ENCODINGS.flatMap(([pattern, read]) =>
    Array.from(text.matchAll(pattern), ({ 0: run, index }) => ({
      start: index,
      end: index + run.length,
      readings: read(run),
    })),
  );
}

// What stands before it can be of the same alphabet, so that it may begin at any offset.
function readBase64(run: string): string[] {
  return [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), 'base64').toString('utf8'));
}

function readHex(run: string): string[] {
  const digits = run.replace(/0x|[^0-9a-f]/gi, '');
  return [0, 1].flatMap((offset) => {
    const bytes = Buffer.from(digits.slice(offset), 'hex');
    // Gateways keep texts that are not GSM-7 as the hex of UTF-16.
    return [bytes.toString('utf8'), utf16(bytes), utf16(bytes.subarray(1))];
  });
}

function readDecimals(run: string): string[] {
  // A list may have signed bytes, which the buffer makes unsigned.
  return [Buffer.from((run.match(/-?[0-9]+/g) ?? []).map(Number)).toString('utf8')];
}

function utf16(bytes: Buffer): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return even.swap16().toString('utf16le');
}
