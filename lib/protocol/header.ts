// What RFC 9110 lets stand in a header, without the spaces at the ends that a peer would drop.
const VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const REQUESTS_OWN: ReadonlySet<string> = new Set([
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

/** Whether a text can stand as the value of an HTTP header. */
export function isHeaderValue(text: string): boolean {
  return VALUE.test(text);
}

/** Whether a text can be the name of an HTTP header. */
export function isHeaderName(text: string): boolean {
  return NAME.test(text);
}

/** Whether a header is one that the request itself needs, so that no credentials can go in it. */
export function isRequestsOwnHeader(name: string): boolean {
  return REQUESTS_OWN.has(name.toLowerCase());
}
