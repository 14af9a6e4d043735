import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** A body without its content encoding, or why it could not be decoded. */
export type DecodedBody =
  | { readonly body: Buffer; readonly problem?: undefined }
  | { readonly problem: 'unreadable' | 'too-large' };

const DECODERS: Readonly<
  Record<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer>
> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

// More than any server uses; a longer list is an attempt to use up CPU.
const MOST_ENCODINGS = 3;

/** Undoes the content encodings that a header names, the last one first. Never throws. */
export function decodeBody(
  body: Buffer,
  encodings: string | undefined,
  limit: number,
): DecodedBody {
  if (!encodings) return { body };
  const names = encodings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .toReversed();
  if (names.length > MOST_ENCODINGS) return { problem: 'unreadable' };
  let decoded = body;
  for (const name of names) {
    const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
    if (!decode) return { problem: 'unreadable' };
    try {
      decoded = decode(decoded, { maxOutputLength: limit });
    } catch (error) {
      return { problem: isTooLarge(error) ? 'too-large' : 'unreadable' };
    }
  }
  return { body: decoded };
}

// By its code, because `instanceof RangeError` is false for an error from another realm.
function isTooLarge(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_BUFFER_TOO_LARGE'
  );
}
