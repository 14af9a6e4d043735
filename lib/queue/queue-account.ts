import { SmsConfigurationError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { hasMethods } from '../options/checks.js';
import type { RunAccount } from '../run/run-account.js';

/** What a queue needs of the account that it sends through. */
export interface QueueAccount extends Pick<
  RunAccount,
  'concurrency' | 'largestBatch' | 'readContent' | 'readRecipient' | 'sendBatch'
> {
  /** @throws SmsMessageError */
  checkMessage(message: unknown): CheckedMessage;
}

/**
 * The account behind an injected `SmsService`.
 *
 * @param name the account's name, for the error
 */
export function asQueueAccount(service: unknown, name: string): QueueAccount {
  if (isQueueAccount(service)) return service;
  throw new SmsConfigurationError(
    `SmsQueueModule cannot start because there is no account '${name}' to send through. Register SmsGatewayModule with the same name.`,
  );
}

function isQueueAccount(service: unknown): service is QueueAccount {
  return hasMethods(service, 'checkMessage', 'readContent', 'readRecipient', 'sendBatch');
}
