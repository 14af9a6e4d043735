// RFC 9110, but without spaces at either end: the other side would strip them.
const VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const SET_BY_REQUEST: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a string is a valid value of an HTTP header, with no space at either end. */
export function isHeaderValue(text: string): boolean {
  return VALUE.test(text);
}

/** Whether a string is a valid name of an HTTP header. */
export function isHeaderName(text: string): boolean {
  return NAME.test(text);
}

/** Whether the request itself sets this header, so that it cannot carry credentials. */
export function isSetByRequest(name: string): boolean {
  return SET_BY_REQUEST.has(name.toLowerCase());
}
