import type { ModuleRef } from '@nestjs/core';
import { hasMethods } from '../core/common/members.js';
import { SmsConfigurationError } from '../core/errors/index.js';
import { findProvider, registeredNames, sharedToken } from './sms-gateway.tokens.js';

/** The errors of a caller whose account cannot be used. */
interface AccountProblems {
  /** @param names the names that are registered, in a sentence */
  none(names: string): string;
  /** @param missing the methods that the service of this name does not have */
  other(missing: string): string;
}

/**
 * The account with a name, from whichever module registers it.
 *
 * @param methods those that the caller needs. The class would not do: another copy of the package has another one
 * @throws SmsConfigurationError where there is none, or something else was provided in its place
 */
export function findAccount<Account extends object>(
  modules: ModuleRef,
  name: string,
  methods: readonly (keyof Account & string)[],
  problems: AccountProblems,
): Account {
  const found = findProvider<unknown>(modules, sharedToken('service', name));
  if (hasMethods<Account>(found, ...methods)) return found;
  if (found === undefined) throw new SmsConfigurationError(problems.none(registeredNames(modules)));
  const missing = methods.filter((method) => !hasMethods(found, method));
  throw new SmsConfigurationError(problems.other(`${missing.join('(), ')}()`));
}

/** The errors of a module that provides a service for the account with the same name. */
export function problemsOf(module: string, service: string, name: string): AccountProblems {
  return {
    none: (names) =>
      `${module} cannot find the account '${name}': no SmsGatewayModule is registered with this name. ${names}. Register SmsGatewayModule with the same name as ${module}.`,
    other: (missing) =>
      `${module} cannot use the SmsService of the account '${name}': it has no ${missing}, because it is a failover, or a test replaced it. Use an account of SmsGatewayModule; in a test, also replace ${service}.`,
  };
}
