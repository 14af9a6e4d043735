import type { ModuleRef } from '@nestjs/core';
import { SmsConfigurationError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { hasMethods } from '../options/checks.js';
import type { RunAccount } from '../run/run-account.js';
import { findService } from '../sms-gateway.tokens.js';

/** What a queue needs of the account that it sends through. */
export interface QueueAccount extends Pick<
  RunAccount,
  'concurrency' | 'giveUp' | 'largestBatch' | 'readContent' | 'readRecipient' | 'sendBatch'
> {
  /** @throws SmsMessageError, SmsGuardError */
  checkMessage(message: unknown): CheckedMessage;
  /**
   * Checks a number that was read.
   *
   * @throws SmsGuardError where the account does not send to its country
   */
  checkRecipient(number: string): void;
}

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
      ? 'no SmsGatewayModule is registered with this name'
      : 'its SmsService was replaced, and a queue cannot send through the replacement. In tests, replace SmsQueue instead';
  throw new SmsConfigurationError(
    `SmsQueueModule cannot find the account '${name}': ${what}. Register SmsGatewayModule with the same name as SmsQueueModule.`,
  );
}

function isQueueAccount(service: unknown): service is QueueAccount {
  return hasMethods(
    service,
    'checkMessage',
    'checkRecipient',
    'giveUp',
    'readContent',
    'readRecipient',
    'sendBatch',
  );
}
