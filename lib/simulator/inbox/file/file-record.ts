import { z } from 'zod';
import type { InboxMessage } from '../inbox-message.js';
import { MESSAGE_ID, inboxMessageSchema } from '../inbox-message.schema.js';

const FORMAT = 'sms-gateway-simulator inbox';
const VERSION = 1;

/** What every such file begins with, so that no other file is taken for one. */
export const FILE_START = `{"format":"${FORMAT}"`;

const id = z.string().regex(MESSAGE_ID);
const head = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  lastId: id.nullable(),
});
const record = z.union([z.object({ put: inboxMessageSchema }), z.object({ drop: id })]);

/** What a line of the file says: a message as it is now, or the id of one that is gone. */
export type FileRecord = { readonly put: InboxMessage } | { readonly drop: string };

/** The first line. The last id is there so that ids grow even where its message is gone. */
export function writeHead(lastId: string | null): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, lastId })}\n`;
}

/** The line of one record. */
export function writeRecord(entry: FileRecord): string {
  return `${JSON.stringify(entry)}\n`;
}

/** The last id of a first line, or undefined where it is none of this version. */
export function readHead(line: string): { lastId: string | null } | undefined {
  return read(head, line);
}

/** The record of a line, or undefined where it is cut or broken. */
export function readRecord(line: string): FileRecord | undefined {
  return read(record, line);
}

function read<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
