import { on } from 'node:events';
import { Readable } from 'node:stream';
import {
  BadRequestException,
  PayloadTooLargeException,
  RequestTimeoutException,
} from '@nestjs/common';
import { readJson } from '../../core/protocol/read-json.js';
import type { SmsReportRequest } from './sms-reports.js';

// The name of a field, and `=`. XML and truncated JSON do not begin like that.
const FORM = /^&*[^\s=&<>{}"]+=/;

const BOUNDARY = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;
const DISPOSITION = /^content-disposition:\s*form-data(.*)$/im;
const NAME = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i;
const FILE_NAME = /;\s*filename\*?=/i;

/** The limit of Express's own parsers, in bytes. */
const MOST = 100 * 1024;
/** How long a body may take, in ms. */
const PATIENCE = 10_000;

/** What a request holds. */
export interface ReportBody {
  /** The body or, if there is none, the query. */
  readonly content: unknown;
  /** The kind of body that no parser could read, if there was one. `content` is the query then. */
  readonly unparsed?: string | undefined;
}

/**
 * Reads JSON and forms, whatever the content type says. If no parser has read the body, it is read from the
 * request itself, if that is a stream, as on Express.
 *
 * @throws PayloadTooLargeException or RequestTimeoutException if that stream is too long or too slow
 */
export async function readReportBody(request: SmsReportRequest): Promise<ReportBody> {
  const { query, body, rawBody, headers = {} } = request;
  const type = String(headers['content-type'] ?? '');
  const isLeft = isEmpty(body) && hasBody(headers);
  const raw = bytesOf(rawBody) ?? bytesOf(body) ?? (isLeft ? await readStream(request) : undefined);
  const content = raw === undefined ? body : parse(raw.toString(), type);
  if (!isEmpty(content)) return { content };
  const isLost = (content ?? undefined) === undefined && (raw !== undefined || hasBody(headers));
  return { content: query, unparsed: isLost ? kindOf(type) : undefined };
}

function bytesOf(body: unknown): string | Buffer | undefined {
  return (typeof body === 'string' || Buffer.isBuffer(body)) && body.length > 0 ? body : undefined;
}

function isEmpty(content: unknown): boolean {
  return Object.keys(Object(content)).length === 0;
}

function hasBody(headers: NonNullable<SmsReportRequest['headers']>): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

/** Undefined if the text is neither JSON nor a form. */
function parse(text: string, type: string): unknown {
  const fields =
    readMultipart(text, type) ?? (FORM.test(text) ? [...new URLSearchParams(text)] : undefined);
  if (!fields) return readJson(text);
  const lists = new Map<string, string[]>();
  for (const [name, value] of fields) lists.set(name, [...(lists.get(name) ?? []), value]);
  // As in Express, a name that came several times has a list.
  const values = Array.from(lists, ([name, all]) => [name, all.length > 1 ? all : all[0]]);
  return Object.fromEntries(values);
}

/** The content type as a log may show it: without parameters, and without digits, which could be anything. */
function kindOf(type: string): string {
  if (type === '') return 'without a content type';
  const [essence = 'another type'] = /^[a-z]+\/[a-z.+-]{1,60}(?=[;\s]|$)/i.exec(type) ?? [];
  return `of ${essence}`;
}

/**
 * Reads the fields of a multipart form, without its files. Undefined if the body is not a multipart form, or if
 * its end is missing. The parser of Node.js does not work here: it does not accept names without quotes, which
 * .NET writes.
 */
function readMultipart(
  body: string,
  contentType: string,
): readonly (readonly [string, string])[] | undefined {
  const [, quoted, bare = quoted] = BOUNDARY.exec(contentType) ?? [];
  if (bare === undefined) return undefined;
  // Anything before the first boundary is not part of the form.
  const [, ...parts] = `\n${body}`.split(`\n--${bare}`);
  const end = parts.findIndex((part) => part.startsWith('--'));
  if (end < 0) return undefined;
  return parts.slice(0, end).flatMap((part) => {
    const [head = ''] = /^.*?\r?\n\r?\n/s.exec(part) ?? [];
    const [, parameters = ''] = DISPOSITION.exec(head) ?? [];
    const [, inQuotes, name = inQuotes] = NAME.exec(parameters) ?? [];
    if (name === undefined || FILE_NAME.test(parameters)) return [];
    return [[name, part.slice(head.length).replace(/\r$/, '')] as const];
  });
}

/**
 * The bytes of a request that no parser has read. Undefined if the request is not a stream, was read, or has no
 * body.
 */
async function readStream(request: unknown): Promise<Buffer | undefined> {
  if (!(request instanceof Readable) || request.readableDidRead || !request.readable)
    return undefined;
  const chunks: Buffer[] = [];
  let bytesLeft = MOST;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    // Not with the stream's iterator, which would close the connection before the answer is sent.
    const events = on(request, 'data', { signal: patience.signal, close: ['end'] });
    for await (const [chunk] of events) {
      const bytes = Buffer.from(chunk);
      bytesLeft -= bytes.length;
      if (bytesLeft < 0) throw new PayloadTooLargeException('The body has more than 100 kB.');
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof PayloadTooLargeException) throw error;
    if (patience.signal.aborted)
      throw new RequestTimeoutException('The body took more than 10 s to arrive.');
    throw new BadRequestException('The body ended early.');
  } finally {
    clearTimeout(timer);
  }
  return chunks.length > 0 ? Buffer.concat(chunks) : undefined;
}
