import type { ModuleRef } from '@nestjs/core';
import type { SendingService } from '../account/sending-service.js';
import { SmsConfigurationError } from '../errors/index.js';
import { hasMethods } from '../common/members.js';
import { findService, registeredNames } from '../sms-gateway.tokens.js';

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
  const what =
    service === undefined
      ? `no SmsGatewayModule is registered with this name. ${registeredNames(modules)}`
      : 'its SmsService was replaced, and a queue cannot send through the replacement. In tests, replace SmsQueue instead';
  throw new SmsConfigurationError(
    `SmsQueueModule cannot find the account '${name}': ${what}. Register SmsGatewayModule with the same name as SmsQueueModule.`,
  );
}

function isQueueAccount(service: unknown): service is QueueAccount {
  return hasMethods(service, ...METHODS);
}
