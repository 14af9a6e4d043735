import { Scope } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { isAccount } from '../core/account/account-brand.js';
import { hasMethods } from '../core/common/members.js';
import { SmsConfigurationError } from '../core/errors/index.js';
import { findProvider, registeredNames, sharedToken } from './sms-gateway.tokens.js';

/** The modules that look for accounts, and what each says about a service that it cannot use. */
const UNUSABLE = {
  SmsOtpModule: 'its replacement has no send(). Add send(), or in a test also replace SmsOtp.',
  SmsQueueModule:
    'it was replaced, and a queue needs an account of SmsGatewayModule or a failover. In a test, also replace SmsQueue.',
  SmsReportsModule:
    'it is a failover, or a test replaced it. Use an account of SmsGatewayModule; in a test, also replace SmsReports.',
  SmsFailoverModule:
    "it is a failover or a replacement. List the accounts themselves; in tests, replace the failover's own service instead.",
  SmsHealthIndicator:
    'it is a failover or a replacement. Check each account of a failover by its name.',
};

const SCOPED =
  'its options or its authProvider are request-scoped or durable, so each request or tenant has an account of its own. Use an account whose options and authProvider inject nothing that is request-scoped or durable.';

/**
 * The account with a name, from whichever module registers it.
 *
 * @param methods those that the caller needs. Checking the class would not work: another copy of the package has
 *   a different class
 * @param isUsable whether the caller can use a service with these methods. Default: an account or a failover
 * @throws SmsConfigurationError if there is none, or something else was provided in its place
 */
export function findAccount<Account extends object>(
  modules: ModuleRef,
  name: string,
  methods: readonly (keyof Account & string)[],
  caller: keyof typeof UNUSABLE,
  isUsable: (service: unknown) => boolean = isAccount,
): Account {
  const token = sharedToken('service', name);
  const service = findProvider<unknown>(modules, token);
  if (isUsable(service) && hasMethods<Account>(service, ...methods)) return service;
  const explain = (): string => {
    if (service !== undefined) return UNUSABLE[caller];
    if (isScoped(modules, token)) return SCOPED;
    return `no SmsGatewayModule is registered with this name. ${registeredNames(modules)}. Register SmsGatewayModule with this name, or correct it.`;
  };
  throw new SmsConfigurationError(`${caller} cannot use the account '${name}': ${explain()}`, name);
}

/** Whether a provider has no single instance, so that Nest did not find it. */
function isScoped(modules: ModuleRef, token: symbol): boolean {
  try {
    return modules.introspect(token).scope !== Scope.DEFAULT;
  } catch {
    return false;
  }
}
