import { Scope } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { isAccount } from '../core/account/account-brand.js';
import { hasMethods } from '../core/common/members.js';
import { SmsConfigurationError } from '../core/errors/index.js';
import { findProvider, registeredNames, sharedToken } from './sms-gateway.tokens.js';

/** The errors of a caller whose account cannot be used. */
interface AccountProblems {
  /** @param names the names that are registered, in a sentence */
  none(names: string): string;
  /** @param why why there is no single account */
  scoped(why: string): string;
  /** The provided service is not an account, or not the kind of account that the caller needs. */
  readonly other: string;
}

const SCOPED =
  'its options or its authProvider are request-scoped or durable, so each request or tenant has an account of its own';

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
  problems: AccountProblems,
  isUsable: (found: unknown) => boolean = isAccount,
): Account {
  const token = sharedToken('service', name);
  const found = findProvider<unknown>(modules, token);
  if (isUsable(found) && hasMethods<Account>(found, ...methods)) return found;
  if (found !== undefined) throw new SmsConfigurationError(problems.other, name);
  const problem = isScoped(modules, token)
    ? problems.scoped(SCOPED)
    : problems.none(registeredNames(modules));
  throw new SmsConfigurationError(problem, name);
}

/** The errors of a module that provides a service for the account with the same name. */
export function problemsOf(module: string, service: string, name: string): AccountProblems {
  return {
    none: (names) =>
      `${module} cannot find the account '${name}': no SmsGatewayModule is registered with this name. ${names}. Register SmsGatewayModule with the same name as ${module}.`,
    scoped: (why) =>
      `${module} cannot use the account '${name}': ${why}. Use an account whose options and authProvider inject nothing that is request-scoped or durable.`,
    other: `${module} cannot use the SmsService of the account '${name}': it is a failover, or a test replaced it. Use an account of SmsGatewayModule; in a test, also replace ${service}.`,
  };
}

/** Whether a provider has no single instance, so that Nest did not find it. */
function isScoped(modules: ModuleRef, token: symbol): boolean {
  try {
    return modules.introspect(token).scope !== Scope.DEFAULT;
  } catch {
    return false;
  }
}
