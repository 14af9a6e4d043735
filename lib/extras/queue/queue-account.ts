import type { SendingService } from '../../core/account/sending-service.js';

/** The methods of an account that a queue calls. */
export const ACCOUNT_METHODS = [
  'checkMessage',
  'checkRecipient',
  'logIn',
  'readContent',
  'readRecipient',
  'reportLost',
  'sendChecked',
] as const;

/** What a queue needs of the account that it sends through. */
export type QueueAccount = Pick<
  SendingService,
  (typeof ACCOUNT_METHODS)[number] | 'accounts' | 'concurrency' | 'largestBatch'
> &
  Partial<Pick<SendingService, 'limitsReach'>>;

/** Whether an account may send to everybody. So may a service of an app's own, which has no `reach`. */
export function reachesAll({ limitsReach = false }: QueueAccount): boolean {
  return !limitsReach;
}
