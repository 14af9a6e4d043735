import { maskNumber } from '../../common/mask.js';
import type { Sealer } from '../../records/sealer.js';
import {
  changeUnknown,
  findJob,
  type FoundJob,
  outcomeOf,
  progressOf,
  statusOf,
} from '../jobs/job-state.js';
import { plainOutcome } from '../jobs/outcomes.js';
import { problem } from '../problem.js';
import { PATIENCE_WITH_MANY, type QueueConnection } from '../queue-connection.js';
import type { QueueReports } from './queue-reports.js';
import type {
  SmsQueueDelivery,
  SmsQueueOutcome,
  SmsQueueProgress,
  SmsQueueStatus,
  SmsQueueUnknown,
} from '../sms-queue.js';
import { openMessage } from '../jobs/stored-job.js';

/** Looks up what happened to a queue's messages, and settles or resends those whose outcome is unknown. */
export class QueueTracker {
  constructor(
    private readonly connection: QueueConnection,
    private readonly sealer: Sealer,
    private readonly reports: QueueReports | undefined,
  ) {}

  status(id: string): Promise<SmsQueueStatus | undefined> {
    return this.find(id).then((found) => found && statusOf(found));
  }

  outcome(id: string): Promise<SmsQueueOutcome | undefined> {
    return this.find(id).then((found) => found && outcomeOf(found));
  }

  progress(id: string): Promise<SmsQueueProgress | undefined> {
    return this.find(id).then((found) => found && progressOf(found));
  }

  async deliveries(id: string): Promise<readonly SmsQueueDelivery[]> {
    const found = await this.find(id);
    const outcome = found && outcomeOf(found);
    const { reports } = this;
    if (!outcome || !reports) return [];
    return this.connection.run(() => reports.deliveries(found.job, outcome), PATIENCE_WITH_MANY);
  }

  async *unknown(): AsyncGenerator<SmsQueueUnknown, void, undefined> {
    // All ids are read first, because settled messages leave this set.
    const ids = await this.connection.run(
      ({ queue }) => queue.getRanges(['failed'], 0, -1),
      PATIENCE_WITH_MANY,
    );
    for (const id of ids) {
      const found = await this.find(id);
      const outcome = found && outcomeOf(found);
      if (!found || outcome?.status !== 'unknown') continue;
      const { job } = found;
      const recipients = openMessage(this.sealer, id, job.data)?.recipients.map(maskNumber) ?? [];
      const kept = this.reports;
      const reports = kept && (await this.connection.run(() => kept.about(job)));
      yield { id, outcome, recipients, addedAt: job.timestamp, ...(reports && { reports }) };
    }
  }

  async settle(id: string, outcome: 'accepted' | 'not-sent'): Promise<void> {
    if (outcome !== 'accepted' && outcome !== 'not-sent') {
      throw problem('outcome', "is not known; use 'accepted' or 'not-sent'");
    }
    await this.connection.run((open) =>
      changeUnknown(open, id, ({ data }) => ({ data, to: plainOutcome(outcome, 'settled') })),
    );
  }

  async resend(id: string): Promise<void> {
    await this.connection.run((open) =>
      changeUnknown(open, id, ({ attemptsStarted, data }) => {
        if (data.m === undefined) {
          throw problem('id', 'is a message that was erased; only settle can end it');
        }
        const x = Date.now() + data.l;
        return { data: { ...data, x, n: attemptsStarted + 1 }, to: 'waiting' };
      }),
    );
  }

  private find(id: string): Promise<FoundJob | undefined> {
    return this.connection.run(({ queue }) => findJob(queue, id));
  }
}
