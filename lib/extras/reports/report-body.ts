import { readJson } from '../../core/protocol/read-json.js';
import { readMultipart } from './multipart.js';
import { readStream } from './read-stream.js';
import type { SmsReportRequest } from './sms-reports.js';

// The name of a field, and `=`. XML and truncated JSON do not begin like that.
const FORM = /^&*[^\s=&<>{}"]+=/;

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
  const found = new Map<string, string[]>();
  for (const [name, value] of fields) found.set(name, [...(found.get(name) ?? []), value]);
  // As in Express, a name that came several times has a list.
  const values = Array.from(found, ([name, all]) => [name, all.length > 1 ? all : all[0]]);
  return Object.fromEntries(values);
}

/** The content type as a log may show it: without parameters, and without digits, which could be anything. */
function kindOf(type: string): string {
  if (type === '') return 'without a content type';
  const [essence = 'another type'] = /^[a-z]+\/[a-z.+-]{1,60}(?=[;\s]|$)/i.exec(type) ?? [];
  return `of ${essence}`;
}
