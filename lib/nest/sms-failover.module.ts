import { type DynamicModule, Module } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import type { SmsAccount } from '../core/account/sms-account.js';
import { SmsConfigurationError } from '../core/errors/index.js';
import { passing } from '../core/options/schemas.js';
import { registration } from '../core/options/registrations.js';
import { findAccount } from './find-account.js';
import { atStart, serviceProviders } from './sms-gateway.providers.js';
import { SmsService } from '../core/sms.service.js';
import { getSmsServiceToken, REGISTRATION } from './sms-gateway.tokens.js';
import { bareImport, registered } from './wrong-use.js';
import { FailoverAccount } from '../core/account/failover-account.js';

const ACCOUNTS_CHECK = Symbol.for('nestjs-sms-gateway:failover-check');

/** What `SmsFailoverModule.forRoot` takes. */
export interface SmsFailoverModuleOptions {
  /**
   * Injects the service with `@InjectSms(name)`. Default none: it is injected as `SmsService`, and each
   * account needs a name.
   */
  name?: string | undefined;
  /** The names of the accounts, in the order in which they are tried; `'default'` for the default one. */
  accounts: readonly string[];
  /** Makes the service injectable everywhere. Default `false`. */
  isGlobal?: boolean | undefined;
}

const failoverOptions = registration
  .extend({
    accounts: passing<readonly string[]>(
      (names) =>
        Array.isArray(names) &&
        names.length >= 2 &&
        names.every((name) => typeof name === 'string') &&
        new Set(names).size === names.length,
      "an array of at least two names of accounts, each once, such as ['primary', 'backup']",
    ),
  })
  .strict();

/**
 * Provides an `SmsService` over accounts that `SmsGatewayModule` registers. It sends through the first
 * one; through the next one only if the one before definitely did not send the message, because it
 * could not be reached, is throttled, or its credentials are refused.
 *
 * A message that the gateway rejects, that is invalid, or that may have been sent is never sent through
 * another account. Each account gets one attempt, and all share the `timeout.total` of the first one.
 */
@Module({ providers: [bareImport('SmsFailoverModule')] })
export class SmsFailoverModule {
  /** Registers a failover. Invalid options throw an `SmsConfigurationError` while the app starts. */
  static forRoot(options: SmsFailoverModuleOptions): DynamicModule {
    const entry = options ?? {};
    const service = {
      service: 'SmsService',
      module: 'SmsFailoverModule',
      byClass: SmsService,
      kind: 'service',
      marker: REGISTRATION,
      schema: failoverOptions,
      create: (_options: unknown, name: string, ref: ModuleRef) =>
        new FailoverAccount(name, () => findAccounts(ref, entry.accounts)),
    } as const;
    const global = entry.isGlobal === true;
    const { providers, exports } = serviceProviders(service, entry);
    const check = atStart(
      ACCOUNTS_CHECK,
      // A test may provide something else.
      (_modules, failover) => failover instanceof FailoverAccount && failover.checkAccounts(),
      getSmsServiceToken(entry.name),
    );
    const all = [...providers, check, registered];
    return { module: SmsFailoverModule, global, providers: all, exports };
  }
}

function findAccounts(modules: ModuleRef, names: readonly string[]): readonly SmsAccount[] {
  const accounts = names.map((name) =>
    findAccount<SmsAccount>(modules, name, ['sendPart'], 'SmsFailoverModule'),
  );
  // Otherwise, the next account could send to numbers that the first one would not send to.
  const [first] = accounts;
  const otherAccount = accounts.find((account) => reachOf(account) !== (first && reachOf(first)));
  if (otherAccount) {
    throw new SmsConfigurationError(
      `SmsFailoverModule cannot start because the reach of the account '${otherAccount.name}' is not that of '${first?.name}', so it could send to other numbers. Set the same reach on all accounts.`,
    );
  }
  return accounts;
}

function reachOf({ rules }: SmsAccount): string {
  return rules.guard?.reachKey ?? 'all';
}
