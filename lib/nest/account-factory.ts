import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { openAccount } from '../core/account/create-account.js';
import type { ClosableSmsService, SmsServiceOptions } from '../core/account/create-sms-service.js';
import type { SmsAccount } from '../core/account/sms-account.js';
import { SmsGatewayFactory } from './sms-gateway.factory.js';

/** Creates accounts, and closes all accounts of the app, however they were created. */
export class AccountFactory
  extends SmsGatewayFactory
  implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown
{
  /** What was created before all providers of the app were. */
  private early: SmsAccount[] | undefined = [];
  private closed = false;

  /**
   * @param connect connects an account to the app's handlers of events, and starts it
   * @param onApplicationBootstrap called by Nest
   */
  constructor(
    private readonly accounts: Set<SmsAccount>,
    private readonly connect: (account: SmsAccount) => void,
    readonly onApplicationBootstrap: () => void,
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
    // All at once. Nest closes one module after the other, so each account would go on taking sends while
    // another drains, and shutdown would take as many times `drain` as there are accounts.
    this.closed = true;
    await Promise.allSettled(Array.from(this.accounts, (account) => account.close()));
  }
}
