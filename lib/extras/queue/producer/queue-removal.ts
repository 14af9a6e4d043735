import { SmsConfigurationError, SmsGatewayError } from '../../../core/errors/index.js';
import { changeJob } from '../jobs/job-change.js';
import { isStoppable, outcomeOf, stopped } from '../jobs/job-state.js';
import { type OpenQueue, PATIENCE_WITH_MANY, type QueueConnection } from '../queue-connection.js';
import type { Cipher } from '../../records/cipher.js';
import { failureOf } from '../jobs/outcomes.js';
import { withoutReason } from '../jobs/encrypted-reason.js';
import type { QueueReports } from './queue-reports.js';
import {
  cancelKey,
  isBroadcastId,
  isMessageId,
  isOurs,
  tryReadMessage,
  writeMessage,
} from '../jobs/stored-job.js';

/** How long the mark of a cancelled broadcast is kept, in ms: three years. `delay` and `expiresAfter` allow two. */
const MARK_KEPT = 3 * 366 * 86_400_000;

/**
 * Cancels a message that waits, or marks a broadcast as cancelled, in one step: its batches could move or be sent
 * while others are removed, so workers read the mark before they send one.
 *
 * @returns whether the message was removed, its resend was stopped, or the broadcast is cancelled
 */
export async function cancel(connection: QueueConnection, id: string): Promise<boolean> {
  return connection.run(async (open) => {
    const { store, queue } = open;
    if (isBroadcastId(id, queue.name)) {
      const mark = { key: cancelKey(queue.name, id), before: undefined, after: 'cancelled' };
      // If it does nothing, the mark is there already.
      await store.records.swap([mark], MARK_KEPT);
      return true;
    }
    if (!isMessageId(id)) return false;
    return changeJob(open, id, async (job) => {
      const state = await queue.getJobState(id);
      return isStoppable({ job, state }) ? stopped(job) : undefined;
    });
  });
}

/** @returns how many messages were changed or removed */
export async function erase(
  connection: QueueConnection,
  cipher: Cipher,
  reports: QueueReports,
  number: string,
): Promise<number> {
  const { store, queue } = await connection.current();
  const eraseReports = (id?: string) => reports.erase(store.records, number, id);
  await connection.run(() => eraseReports());
  const pages = store.read(queue);
  // All ids are read first, because messages move while they are changed.
  const ids = new Set<string>();
  let unreadable = 0;
  let foreign = 0;
  try {
    for (;;) {
      const page = await connection.run(() => pages.next(), PATIENCE_WITH_MANY);
      if (page.done) break;
      for (const { id, data } of page.value) {
        if (!isMessageId(id) || !isOurs(data)) {
          foreign += 1;
          continue;
        }
        const message = tryReadMessage(cipher, id, data);
        if (!message && data.m !== undefined) unreadable += 1;
        if (message?.recipients.includes(number)) ids.add(id);
      }
    }
  } finally {
    // Gives its connection back.
    pages.return().catch(connection.failed);
  }
  if (foreign > 0) connection.foreign(foreign);
  const eraseFrom = (open: OpenQueue, id: string): Promise<boolean> =>
    changeJob(open, id, async (job) => {
      // After the job was read: one that a worker takes from now on is not changed.
      const state = await queue.getJobState(id);
      const message = tryReadMessage(cipher, id, job.data);
      if (!message?.recipients.includes(number) || state === 'active') return undefined;
      // First: by an erased message, nothing finds its transaction again.
      const transactionId = outcomeOf({ job, state })?.transactionId;
      if (transactionId !== undefined) await eraseReports(transactionId);
      const recipients = message.recipients.filter((each) => each !== number);
      const { m: _message, ...rest } = job.data;
      const settled = withoutReason(rest.settled);
      const data = settled ? { ...rest, settled } : rest;
      // A gateway's reason may be about any of its numbers.
      const outcome = withoutReason(failureOf(job) ?? job.returnvalue ?? undefined);
      if (recipients.length > 0) {
        const m = cipher.encrypt(writeMessage({ ...message, recipients }), id);
        return { data: { ...data, m }, outcome };
      }
      // Otherwise it may have been sent, so its key and its outcome are kept.
      return isStoppable({ job, state }) ? stopped(job, data) : { data, outcome };
    });
  let changed = 0;
  for (const id of ids) {
    try {
      if (await connection.run((open) => eraseFrom(open, id))) changed += 1;
    } catch (error) {
      const isUntouched =
        changed === 0 && error instanceof SmsGatewayError && error.outcome === 'not-sent';
      if (isUntouched) throw error;
      throw connection.failure(
        `${store.name} changed or removed ${changed} of ${ids.size} messages, then it failed. Repeat the operation for the others.`,
        'unknown',
      );
    }
  }
  if (unreadable === 0) return changed;
  throw new SmsConfigurationError(
    `Messages erased: ${changed}. ${unreadable} more cannot be decrypted with encryptionKeys and may be to this number. Add the key that encrypted them, or set acceptUnsealed if they are not encrypted, and erase it again.`,
  );
}
