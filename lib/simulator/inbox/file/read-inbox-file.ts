import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { InboxMessage } from '../inbox-message.js';
import { fileError } from './file-error.js';
import { FILE_START, readHead, readRecord } from './file-record.js';

/** What a file holds. */
export interface StoredInbox {
  /** Oldest first. */
  readonly messages: readonly InboxMessage[];
  /** The greatest id that was ever given, or null. */
  readonly lastId: string | null;
  /** What could not be read. */
  readonly notes: readonly string[];
}

/**
 * Reads a file. One that is not there or empty holds nothing; a line that can't be read is left
 * out, with a note.
 *
 * @throws GatewaySimulatorError where it is no file, or none of the simulator's
 */
export async function readInboxFile(path: string): Promise<StoredInbox> {
  const messages = new Map<string, InboxMessage>();
  let lastId: string | null = null;
  let broken = 0;
  let cut = false;
  let first = true;
  if (await isEmpty(path)) return { messages: [], lastId, notes: [] };
  for await (const { text, whole } of readLines(path)) {
    if (first) {
      first = false;
      const head = whole ? readHead(text) : undefined;
      if (head === undefined)
        throw fileError(path, 'was written by another version of the simulator. Give another.');
      lastId = head.lastId;
      continue;
    }
    const record = readRecord(text);
    if (record === undefined) {
      if (whole) broken += 1;
      else cut = true;
      continue;
    }
    const id = 'put' in record ? record.put.id : record.drop;
    if (lastId === null || id > lastId) lastId = id;
    if ('put' in record) messages.set(id, record.put);
    else messages.delete(id);
  }
  return {
    messages: [...messages.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    lastId,
    notes: [
      ...(cut ? [`The last line of ${path} is cut, as after a crash, and was left out.`] : []),
      ...(broken > 0 ? [`${broken} lines of ${path} could not be read and were left out.`] : []),
    ],
  };
}

async function isEmpty(path: string): Promise<boolean> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stats?.isFile() === false)
    throw fileError(path, 'is a folder or no plain file. Give another path.');
  return stats === undefined || stats.size === 0;
}

// Not readline, which ends a line at U+2028 too: JSON leaves that as it is.
async function* readLines(path: string): AsyncGenerator<{ text: string; whole: boolean }> {
  let parts: Buffer[] = [];
  let start = true;
  for await (const read of createReadStream(path)) {
    const chunk = read as Buffer;
    if (start && chunk.indexOf(FILE_START) !== 0) {
      throw fileError(path, "is none of the simulator's, and was left as it is. Give another.");
    }
    start = false;
    let from = 0;
    for (let to = chunk.indexOf('\n'); to !== -1; to = chunk.indexOf('\n', from)) {
      yield { text: Buffer.concat([...parts, chunk.subarray(from, to)]).toString(), whole: true };
      parts = [];
      from = to + 1;
    }
    parts.push(chunk.subarray(from));
  }
  const rest = Buffer.concat(parts);
  if (rest.length > 0) yield { text: rest.toString(), whole: false };
}
