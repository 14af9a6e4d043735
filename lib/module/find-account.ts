import type { ModuleRef } from '@nestjs/core';
import { hasMethods } from '../common/members.js';
import { SmsConfigurationError } from '../errors/index.js';
import { findService, registeredNames } from './sms-gateway.tokens.js';
import type { SmsAccount } from '../account/sms-account.js';

/**
 * The account with a name, from whichever module registers it, with the methods that the caller needs.
 *
 * @param service what that module provides, for the error
 * @throws SmsConfigurationError where there is none, or something else was provided in its place
 */
export function findAccount<const Method extends keyof SmsAccount>(
  modules: ModuleRef,
  name: string,
  methods: readonly Method[],
  module: string,
  service: string,
): Pick<SmsAccount, Method> {
  const found = findService(modules, name);
  if (hasAll(found, methods)) return found;
  if (found === undefined) throw noAccount(modules, name, module);
  const missing = methods.filter((method) => !hasMethods(found, method));
  throw new SmsConfigurationError(
    `${module} cannot use the SmsService of the account '${name}': it has no ${missing.join('(), ')}(), because it is a failover, or a test replaced it. Use an account of SmsGatewayModule; in a test, also replace ${service}.`,
  );
}

/** The error of a module whose account nobody registers. */
export function noAccount(modules: ModuleRef, name: string, module: string): SmsConfigurationError {
  return new SmsConfigurationError(
    `${module} cannot find the account '${name}': no SmsGatewayModule is registered with this name. ${registeredNames(modules)}. Register SmsGatewayModule with the same name as ${module}.`,
  );
}

function hasAll<Method extends keyof SmsAccount>(
  service: unknown,
  methods: readonly Method[],
): service is Pick<SmsAccount, Method> {
  return hasMethods(service, ...methods);
}
