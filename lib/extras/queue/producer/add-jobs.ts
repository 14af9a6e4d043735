import type { JobsOptions } from 'bullmq';
import type { SmsGatewayError } from '../../../core/errors/index.js';
import type { Terms } from './add-options.js';
import { problem } from '../problem.js';
import { PartlyDoneError } from '../jobs/lasting-backend.js';
import type { OpenQueue } from '../queue-connection.js';
import { type Cipher, DecryptionError } from '../../records/cipher.js';
import type { BullQueue, QueueStore } from '../jobs/store.js';
import type { SmsQueueAdded } from '../sms-queue.js';
import { isKeyed, isSameMessage, type JobData, LAYOUT, PRIORITIES } from '../jobs/stored-job.js';
import { inTransaction, readMessages } from '../postgres/transaction.js';

/** A message to add. */
export interface Addition {
  readonly id: string;
  /** The message, in the words of `writeMessage`. */
  readonly text: string;
}

/** What happened to one of several messages to add. */
export type AddResult = SmsQueueAdded | { readonly error: SmsGatewayError };

/** Why the store did not add one of several messages, or may not have. */
export interface NotAdded {
  readonly cause: unknown;
}

interface Entry {
  readonly name: string;
  readonly data: JobData & { readonly m: string };
  readonly opts: JobsOptions & { readonly jobId: string };
}

/**
 * Adds messages to BullMQ, or in a transaction of the user, and reports which had been added before with
 * the same key: their encrypted message is not the one that we encrypted.
 *
 * @throws SmsMessageError if the store has no transactions, or the user's function runs none. What that
 *   function rejects with is rethrown
 */
export async function addJobs(
  { queue, transactional, store }: OpenQueue,
  cipher: Cipher,
  additions: readonly Addition[],
  terms: Terms,
): Promise<readonly (AddResult | NotAdded)[]> {
  const { transaction } = terms;
  const entries = additions.map((addition) => entryOf(addition, cipher, terms));
  const keyed = additions.map(({ id }) => id).filter(isKeyed);
  if (!transaction) {
    const failures = await insert(queue, entries, store);
    const read = async () => (keyed.length > 0 ? store.messages(queue, keyed) : new Map());
    const messages = await read().catch((cause: unknown) => {
      throw new PartlyDoneError(undefined, { cause });
    });
    const results = resultsOf(entries, additions, messages, cipher);
    return results.map((result, index) => failures[index] ?? result);
  }
  const isOwn = store.isOwnDatabase?.bind(store);
  if (!transactional || !isOwn) {
    throw problem('options.transaction', `needs PostgreSQL; this queue is kept in ${store.name}`);
  }
  return inTransaction(transaction, isOwn, async () => {
    // Once: a deadlock ends the whole transaction.
    await insert(transactional, entries, store);
    const messages = await readMessages(transaction, transactional.name, keyed);
    return resultsOf(entries, additions, messages, cipher);
  });
}

function entryOf({ id, text }: Addition, cipher: Cipher, terms: Terms): Entry {
  const { delay, expiresAfter, priority, broadcast, reachesAll } = terms;
  return {
    name: 'sms',
    data: {
      v: LAYOUT,
      m: cipher.encrypt(text, id),
      x: Date.now() + delay + expiresAfter,
      l: expiresAfter,
      r: reachesAll,
      ...(priority === 'high' && { p: 'high' }),
      ...(broadcast !== undefined && { b: broadcast }),
    },
    opts: {
      jobId: id,
      attempts: 1,
      removeOnFail: false,
      ...(delay > 0 && { delay }),
      ...(PRIORITIES[priority] > 0 && { priority: PRIORITIES[priority] }),
    },
  };
}

/**
 * Adds messages: all of them or none, or each on its own if that is how the store takes them.
 *
 * @returns why some were not added, by their positions. If none was, throws the reason that proves least
 */
async function insert(
  queue: BullQueue,
  entries: readonly Entry[],
  store: Pick<QueueStore, 'addsEach' | 'provesNothingDone'>,
): Promise<readonly (NotAdded | undefined)[]> {
  if (!store.addsEach && entries.length > 1) {
    // In the order of their ids: two bulks in opposite orders would wait for each other.
    await queue.addBulk(entries.toSorted((a, b) => (a.opts.jobId < b.opts.jobId ? -1 : 1)));
    return [];
  }
  const add = async ({ name, data, opts }: Entry): Promise<NotAdded | undefined> => {
    try {
      await queue.add(name, data, opts);
      return undefined;
    } catch (cause) {
      return { cause };
    }
  };
  const failures = await Promise.all(entries.map(add));
  const causes = failures.flatMap((failure) => (failure ? [failure.cause] : []));
  if (causes.length > 0 && causes.length === entries.length)
    throw causes.find((cause) => !store.provesNothingDone(cause)) ?? causes[0];
  return failures;
}

/** @param messages the encrypted messages that are stored, by id, of those with a key */
function resultsOf(
  entries: readonly Entry[],
  additions: readonly Addition[],
  messages: ReadonlyMap<string, string | undefined>,
  cipher: Cipher,
): readonly AddResult[] {
  return additions.map(({ id, text }, index) => {
    const stored = messages.get(id);
    if (!isKeyed(id) || stored === entries[index]?.data.m) return { id, duplicate: false };
    if (stored === undefined || mayHold(cipher, stored, id, text)) return { id, duplicate: true };
    const words = 'was used for another message; use a separate key for each message';
    return { error: problem('options.key', words) };
  });
}

/** Whether an encrypted message may be this one. It may be if the key that encrypted it has been removed. */
function mayHold(cipher: Cipher, encrypted: string, id: string, text: string): boolean {
  try {
    return isSameMessage(cipher.decrypt(encrypted, id), text);
  } catch (error) {
    if (error instanceof DecryptionError) return true;
    throw error;
  }
}
