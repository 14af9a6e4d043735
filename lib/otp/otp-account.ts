import type { ModuleRef } from '@nestjs/core';
import { findAccount, problemsOf } from '../module/find-account.js';
import type { Connection, SmsAccount } from '../account/sms-account.js';
import { hasMethods, memberOf } from '../common/members.js';
import type { ReadRecipient } from '../message/checked-message.js';
import { createRecipientReader } from '../message/recipient-reader.js';
import type { SendOptions, SmsMessage } from '../message/sms-message.js';
import { CONNECTION } from '../module/sms-gateway.tokens.js';

const CHECKS = ['readRecipient', 'readContent', 'checkMessage', 'limitsCountries'] as const;

/** What codes need of the account that sends them. */
export interface OtpAccount {
  readonly readRecipient: ReadRecipient;
  /** @throws SmsMessageError, SmsGuardError */
  readContent(message: unknown): void;
  /** @throws SmsMessageError, SmsGuardError */
  checkMessage(message: SmsMessage): void;
  limitsCountries(): boolean;
  send(message: SmsMessage, options: SendOptions): Promise<{ readonly transactionId?: string }>;
}

/**
 * The account with a name. A test may have replaced its service by a fake that can only send: then numbers are
 * read by the options of the account, and nothing else is checked.
 *
 * @throws SmsConfigurationError if there is no such account, or it cannot send
 */
export function findOtpAccount(modules: ModuleRef, name: string): OtpAccount {
  const problems = problemsOf('SmsOtpModule', 'SmsOtp', name);
  const found = findAccount<Pick<SmsAccount, 'send'>>(modules, name, ['send'], problems);
  if (isAccount(found)) return found;
  return {
    readRecipient: readerOf(modules, name),
    readContent: () => undefined,
    checkMessage: () => undefined,
    limitsCountries: () => true,
    send: async (message, options) => {
      // A fake may return nothing.
      const id = memberOf(await found.send(message, options), 'transactionId');
      return typeof id === 'string' ? { transactionId: id } : {};
    },
  };
}

function isAccount(service: object): service is Pick<SmsAccount, 'send' | (typeof CHECKS)[number]> {
  return hasMethods(service, ...CHECKS);
}

/** Reads numbers by the options of the account; for a failover, by those of the first account in the app. */
function readerOf(modules: ModuleRef, name: string): ReadRecipient {
  const connections = modules.get<Connection>(CONNECTION, { strict: false, each: true });
  const own = connections.find(({ events }) => events.account === name) ?? connections[0];
  return createRecipientReader(own?.options ?? { numbers: 'strict' });
}
