import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../../../lib/core/protocol/read-json.js';
import { inboxMessageSchema, MESSAGE_ID } from '../inbox-message-schema.js';
import type { Inbox } from '../inbox.js';
import { fileError } from '../../common/simulator-error.js';

const FORMAT = 'sms-gateway-simulator inbox';
const VERSION = 4;

const formatSchema = z.object({ format: z.literal(FORMAT) });
const schema = formatSchema.extend({
  version: z.literal(VERSION),
  // Kept because ids must keep growing even after the newest message is deleted.
  lastId: z.string().regex(MESSAGE_ID).nullable(),
  messages: z.array(inboxMessageSchema),
});

/** The contents of a file. */
export type StoredInbox = Pick<z.output<typeof schema>, 'lastId' | 'messages'>;

/** The text of a file, with one line for each message. */
export function formatInbox(inbox: Inbox): string {
  const head = JSON.stringify({ format: FORMAT, version: VERSION, lastId: inbox.lastId });
  const lines = inbox.list().map((message) => JSON.stringify(message));
  return `${head.slice(0, -1)},"messages":[\n${lines.join(',\n')}\n]}\n`;
}

/**
 * Reads a file. A missing or empty file means an empty inbox.
 *
 * @throws GatewaySimulatorError if the simulator did not write it
 */
export async function readInboxFile(path: string): Promise<StoredInbox> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (text === '') return { lastId: null, messages: [] };
  const json = parseJson(text);
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw fileError(
    path,
    formatSchema.safeParse(json).success
      ? 'is damaged or from another version of the simulator. Delete it or use another file.'
      : 'is not an inbox file and was not changed. Use another file.',
  );
}
