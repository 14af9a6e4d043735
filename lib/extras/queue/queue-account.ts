import type { ModuleRef } from '@nestjs/core';
import { findAccount } from '../../nest/find-account.js';
import type { SendingService } from '../../core/account/sending-service.js';

const METHODS = [
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
  (typeof METHODS)[number] | 'accounts' | 'concurrency' | 'largestBatch'
> &
  Partial<Pick<SendingService, 'limitsReach'>>;

/** Whether an account may send to everybody. So may a service of an app's own, which has no `reach`. */
export function reachesAll({ limitsReach = false }: QueueAccount): boolean {
  return !limitsReach;
}

/**
 * The account of a name, from whichever module registers it.
 *
 * @throws SmsConfigurationError if there is none, or something else was provided in its place
 */
export function findQueueAccount(modules: ModuleRef, name: string): QueueAccount {
  return findAccount<QueueAccount>(modules, name, METHODS, 'SmsQueueModule');
}
