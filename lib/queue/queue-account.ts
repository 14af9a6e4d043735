import type { ModuleRef } from '@nestjs/core';
import { noAccount } from '../module/find-account.js';
import type { SendingService } from '../account/sending-service.js';
import { SmsConfigurationError } from '../errors/index.js';
import { hasMethods } from '../common/members.js';
import { findService } from '../module/sms-gateway.tokens.js';

const METHODS = [
  'checkMessage',
  'checkRecipient',
  'giveUp',
  'logIn',
  'readContent',
  'readRecipient',
  'reportLost',
  'sendBatch',
] as const;

/** What a queue needs of the account that it sends through. */
export type QueueAccount = Pick<
  SendingService,
  (typeof METHODS)[number] | 'concurrency' | 'largestBatch'
>;

/**
 * The account of a name, from whichever module registers it.
 *
 * @throws SmsConfigurationError where there is none, or something else was provided in its place
 */
export function findQueueAccount(modules: ModuleRef, name: string): QueueAccount {
  const service = findService(modules, name);
  if (isQueueAccount(service)) return service;
  if (service === undefined) throw noAccount(modules, name, 'SmsQueueModule');
  const missing = METHODS.filter((method) => !hasMethods(service, method));
  throw new SmsConfigurationError(
    `SmsQueueModule cannot use the SmsService of the account '${name}': it was replaced by one without ${missing.join('(), ')}(), which a queue needs. In a test, also replace SmsQueue.`,
  );
}

function isQueueAccount(service: unknown): service is QueueAccount {
  return hasMethods(service, ...METHODS);
}
