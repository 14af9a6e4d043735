import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { memberOf } from '../common/members.js';
import { readJsonObject } from '../protocol/read-json.js';

/** A body without its content encoding, or why it could not be decoded. */
export type DecodedBody =
  | { readonly body: Buffer; readonly problem?: undefined }
  | { readonly body?: undefined; readonly problem: 'unreadable' | 'too-large' };

const DECODERS = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** Undoes a content encoding. Never throws. Several at once, which no server uses, are unreadable. */
export function decodeBody(body: Buffer, encoding: string, limit: number): DecodedBody {
  const name = encoding.trim().toLowerCase();
  if (!name || name === 'identity') return { body };
  const decode = DECODERS.get(name);
  // Some servers write a charset there, as in `Content-Encoding: utf-8`. A body that is really
  // encoded is not JSON.
  if (!decode) return readJsonObject(body) ? { body } : { problem: 'unreadable' };
  try {
    return { body: decode(body, { maxOutputLength: limit }) };
  } catch (error) {
    // By its code: it is not an instance of RangeError if it is from another realm.
    const isTooLarge = memberOf(error, 'code') === 'ERR_BUFFER_TOO_LARGE';
    return { problem: isTooLarge ? 'too-large' : 'unreadable' };
  }
}
