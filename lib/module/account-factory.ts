import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { checkOptions } from '../options/check-options.js';
import { checkRegistration, registration } from '../options/registrations.js';
import {
  type ClosableSmsService,
  SmsGatewayFactory,
  type SmsServiceOptions,
} from './sms-gateway.factory.js';
import { createAccount, createConnection } from '../account/create-account.js';
import type { SmsAccount } from '../account/sms-account.js';

/** @throws SmsConfigurationError if the options are invalid */
export function openAccount(options: SmsServiceOptions, siblings: Set<SmsAccount>): SmsAccount {
  const { name, ...rest } = options ?? {};
  checkRegistration(registration, { name }, 'The account cannot be created');
  const checked = checkOptions(
    rest,
    { name, hasAuthProvider: false },
    `The account${name === undefined ? '' : ` '${name}'`} cannot be created because its options are invalid.`,
  );
  return createAccount(createConnection(checked, name), { siblings });
}

/** Creates accounts that close with the app. */
export class AccountFactory
  extends SmsGatewayFactory
  implements OnModuleInit, OnApplicationShutdown
{
  /** What was created before all providers of the app were. */
  private early: SmsAccount[] | undefined = [];
  private closed = false;

  /** @param connect connects an account to the app's handlers of events */
  constructor(
    private readonly accounts: Set<SmsAccount>,
    private readonly connect: (account: SmsAccount) => void,
  ) {
    super();
  }

  onModuleInit(): void {
    for (const account of this.early ?? []) this.connect(account);
    this.early = undefined;
  }

  override create(options: SmsServiceOptions): ClosableSmsService {
    const account = openAccount(options, this.accounts);
    if (this.early) this.early.push(account);
    else this.connect(account);
    // Nobody would close it later. Its sends say that the app is shutting down.
    if (this.closed) account.close().catch(() => undefined);
    return account;
  }

  /** Called by Nest, once the HTTP server takes no more requests. */
  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(Array.from(this.accounts, (account) => account.close()));
  }
}
