import { SmsConfigurationError } from '../../errors/index.js';
import { cancelBroadcast } from '../jobs/cancelled-broadcasts.js';
import { changeJob } from '../jobs/job-change.js';
import { findJob, isRemovable } from '../jobs/job-state.js';
import { type OpenQueue, PATIENCE_WITH_MANY, type QueueConnection } from '../queue-connection.js';
import type { Sealer } from '../../records/sealer.js';
import type { StoredJob } from '../jobs/store.js';
import { isBroadcastId, openMessage, writeMessage } from '../jobs/stored-job.js';

/** Removes messages and numbers from a queue. */
export class QueueRemoval {
  constructor(
    private readonly connection: QueueConnection,
    private readonly sealer: Sealer,
  ) {}

  /** @returns whether the message was removed, or the broadcast is cancelled */
  async cancel(id: string): Promise<boolean> {
    if (!isBroadcastId(id)) return this.connection.run((open) => removeWaiting(open, id));
    await this.connection.run(({ store, queue }) => cancelBroadcast(store.records, queue.name, id));
    return true;
  }

  /** @returns how many messages were changed or removed */
  async erase(number: string): Promise<number> {
    let unreadable = 0;
    const ids = await this.idsOf(({ id, data }) => {
      const message = openMessage(this.sealer, id, data);
      if (!message && data.m !== undefined) unreadable += 1;
      return message?.recipients.includes(number) ?? false;
    });
    const changed = await this.changeEach(ids, (open, id) => this.eraseFrom(open, id, number));
    if (unreadable > 0) {
      throw new SmsConfigurationError(
        `encryptionKeys opens all but ${unreadable} of the queue's messages, which may be to this number. The others were erased (${changed}). Add the key that sealed them, or set acceptUnsealed where they are not sealed, and erase it again.`,
      );
    }
    return changed;
  }

  /** The ids of some messages. All are read first, because they move while they are changed. */
  private async idsOf(isWanted: (message: StoredJob) => boolean): Promise<ReadonlySet<string>> {
    const { store, queue } = await this.connection.current();
    const pages = store.read(queue);
    const ids = new Set<string>();
    for (;;) {
      const page = await this.connection.run(() => pages.next(), PATIENCE_WITH_MANY);
      if (page.done) return ids;
      for (const job of page.value) if (isWanted(job)) ids.add(job.id);
    }
  }

  /** @returns how many were changed */
  private async changeEach(
    ids: ReadonlySet<string>,
    change: (open: OpenQueue, id: string) => Promise<boolean>,
  ): Promise<number> {
    let changed = 0;
    for (const id of ids) {
      try {
        if (await this.connection.run((open) => change(open, id))) changed += 1;
      } catch (error) {
        throw this.connection.stopped(error, changed, ids.size);
      }
    }
    return changed;
  }

  private async eraseFrom(open: OpenQueue, id: string, number: string): Promise<boolean> {
    const { queue } = open;
    let isRemoved = false;
    const isChanged = await changeJob(open, id, async (job) => {
      // After the job was read: one that a worker takes from now on is not changed.
      const state = await queue.getJobState(id);
      const message = openMessage(this.sealer, id, job.data);
      if (!message?.recipients.includes(number) || state === 'active') return undefined;
      const recipients = message.recipients.filter((each) => each !== number);
      const { m: _message, ...data } = job.data;
      if (recipients.length > 0) {
        const m = this.sealer.seal(writeMessage({ ...message, recipients }), id);
        return { data: { ...data, m } };
      }
      // Otherwise it may have been sent, so its key and its outcome are kept.
      if (!isRemovable({ job, state })) return { data };
      isRemoved = (await queue.remove(id)) === 1;
      return undefined;
    });
    return isRemoved || isChanged;
  }
}

async function removeWaiting({ queue }: OpenQueue, id: string): Promise<boolean> {
  const found = await findJob(queue, id);
  return found !== undefined && isRemovable(found) && (await queue.remove(id)) === 1;
}
