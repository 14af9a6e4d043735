import { maskNumber } from '../../../core/common/mask.js';
import type { Cipher } from '../../records/cipher.js';
import { changeUnknown, findMessage } from '../store/message-state.js';
import { plainOutcome } from '../store/outcomes.js';
import { decryptReason } from '../store/encrypted-reason.js';
import { tryReadMessage } from '../store/stored-message.js';
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
  const ids = await connection.run((store) => store.unknownIds(), PATIENCE_WITH_MANY);
  for (const id of ids) {
    const message = await connection.run((store) => findMessage(store, id));
    if (message?.outcome?.status !== 'unknown') continue;
    const outcome = decryptReason(cipher, id, message.outcome);
    const recipients = tryReadMessage(cipher, message)?.recipients.map(maskNumber) ?? [];
    const reports = kept && (await connection.run(() => kept.about(message)));
    yield { id, outcome, recipients, addedAt: message.addedAt, ...(reports && { reports }) };
  }
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
  await connection.run((store) =>
    changeUnknown(store, id, () => ({ to: plainOutcome(outcome, 'settled') })),
  );
}

/** Lets a worker send an unknown message again. */
export async function resend(connection: QueueConnection, id: string): Promise<void> {
  await connection.run((store) =>
    changeUnknown(store, id, ({ sealed }) => {
      if (sealed === undefined) {
        throw problem('id', 'is a message that was erased; only settle can end it');
      }
      return { to: 'resent' };
    }),
  );
}
