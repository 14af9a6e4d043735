/** A complete HTTP request. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** The head of a request, with its length. */
interface Head extends Omit<HttpRequest, 'body'> {
  readonly length: number;
}

/** Parses the head of a request; undefined while it is incomplete. */
export function parseHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers: Record<string, string> = {};
  const rawHeaders = lines.flatMap((line) => {
    const [name = ''] = line.split(':', 1);
    const value = line.slice(name.length + 1).trim();
    headers[name.toLowerCase()] = value;
    return [name, value];
  });
  return { method, path, headers, rawHeaders, length: end + 4 };
}

/** The length of a request. The package always sends it. */
export function wholeLength(head: Head): number {
  if (head.headers['transfer-encoding']) throw new Error('The raw gateway reads no chunked body');
  return head.length + Number(head.headers['content-length'] ?? 0);
}

/** The fields of a form, of either kind. */
export function formFields(request: HttpRequest): Readonly<Record<string, string>> {
  const type = request.headers['content-type'] ?? '';
  const text = request.body.toString('utf8');
  if (type.includes('urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  const boundary = /boundary=(.+)$/.exec(type)?.[1];
  if (!boundary) return {};
  const fields: Record<string, string> = {};
  for (const part of text.split(`--${boundary}`)) {
    const found = /name="([^"]+)"\r\n\r\n([\s\S]*)\r\n$/.exec(part);
    if (found) fields[found[1]!] = found[2]!;
  }
  return fields;
}
