import { maskNumber } from '../../../core/common/mask.js';
import type { Cipher } from '../../records/cipher.js';
import { changeUnknown, findJob, outcomeOf } from '../jobs/job-state.js';
import { plainOutcome } from '../jobs/outcomes.js';
import { decryptReason } from '../jobs/encrypted-reason.js';
import { tryReadMessage, RESENT } from '../jobs/stored-job.js';
import { problem } from '../problem.js';
import { PATIENCE_WITH_MANY, type QueueConnection } from '../queue-connection.js';
import type { SmsQueueUnknown } from '../sms-queue.js';
import type { QueueReports } from './queue-reports.js';

/** The messages of a queue that may have been sent and are not settled. */
export async function* listUnknown(
  connection: QueueConnection,
  cipher: Cipher,
  kept: QueueReports | undefined,
): AsyncGenerator<SmsQueueUnknown, void, undefined> {
  // All ids are read first, because settled messages leave this set.
  const ids = await connection.run(
    ({ queue }) => queue.getRanges(['failed'], 0, -1),
    PATIENCE_WITH_MANY,
  );
  let foreign = 0;
  for (const id of ids) {
    const found = await connection.run(({ queue }) => findJob(queue, id));
    // Or else somebody has settled it meanwhile, and it is forgotten.
    if (!found && (await connection.run(({ queue }) => queue.getJob(id)))) foreign += 1;
    const stored = found && outcomeOf(found);
    if (!found || stored?.status !== 'unknown') continue;
    const { job } = found;
    const outcome = decryptReason(cipher, id, stored);
    const recipients = tryReadMessage(cipher, id, job.data)?.recipients.map(maskNumber) ?? [];
    const reports = kept && (await connection.run(() => kept.about(job)));
    yield { id, outcome, recipients, addedAt: job.timestamp, ...(reports && { reports }) };
  }
  if (foreign > 0) connection.foreign(foreign);
}

/** Ends an unknown message as a person says. */
export async function settle(
  connection: QueueConnection,
  id: string,
  outcome: 'accepted' | 'not-sent',
): Promise<void> {
  if (outcome !== 'accepted' && outcome !== 'not-sent') {
    throw problem('outcome', "is not known; use 'accepted' or 'not-sent'");
  }
  await connection.run((open) =>
    changeUnknown(open, id, ({ data }) => ({ data, to: plainOutcome(outcome, 'settled') })),
  );
}

/** Lets a worker send an unknown message again. */
export async function resend(connection: QueueConnection, id: string): Promise<void> {
  await connection.run((open) =>
    changeUnknown(open, id, ({ attemptsStarted, data }) => {
      if (data.m === undefined) {
        throw problem('id', 'is a message that was erased; only settle can end it');
      }
      const { settled: _settled, ...kept } = data;
      const next = { v: RESENT, x: Date.now() + data.l, n: attemptsStarted + 1 } as const;
      return { data: { ...kept, ...next }, to: 'waiting' };
    }),
  );
}
