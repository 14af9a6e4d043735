import { SmsConfigurationError } from '../../core/errors/index.js';
import { memberOf } from '../../core/common/members.js';
import type { SmsQueue } from './sms-queue.js';

/**
 * The BullMQ `Queue` of a queue in Redis, for a dashboard like bull-board. It is closed with the app. Pass its type,
 * from the BullMQ that the queue uses: `bullQueueOf<Queue>(queue)`. It can also be inferred.
 *
 * Use it only to read. Adding, retrying or removing jobs with it breaks the promise that a message is
 * sent at most once, so make the dashboard read-only, in bull-board with `readOnlyMode: true`.
 *
 * @returns a promise that resolves once the store has answered for the first time. Until then it stays
 *   pending, and it rejects if the app closes first
 * @throws SmsConfigurationError if the queue is kept in PostgreSQL, or is not one that `SmsQueueModule` registers
 */
export async function bullQueueOf<Q extends object = object>(queue: SmsQueue): Promise<Q> {
  // Not by its class: a process may have two copies of this package.
  const give = memberOf(queue, 'bullQueue');
  if (typeof give !== 'function') {
    throw new SmsConfigurationError(
      'This SmsQueue has no BullMQ queue. Inject the SmsQueue that SmsQueueModule registers.',
    );
  }
  const bull: Q | undefined = await give.call(queue);
  if (bull) return bull;
  throw new SmsConfigurationError(
    'A queue in PostgreSQL has no BullMQ queue. Read its messages from the view sms_gateway.message_state, with the columns queue, id, state, added, due, expires, claimed, ended, code and broadcast.',
  );
}
