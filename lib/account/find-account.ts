import type { ModuleRef } from '@nestjs/core';
import { hasMethods } from '../common/members.js';
import { SmsConfigurationError } from '../errors/index.js';
import { findService, registeredNames } from '../sms-gateway.tokens.js';
import type { SmsAccount } from './sms-account.js';

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
  const what =
    found === undefined
      ? `no SmsGatewayModule is registered with this name. ${registeredNames(modules)}`
      : `its SmsService was replaced, or is a failover where only an account can be used. In tests, replace ${service} instead`;
  throw new SmsConfigurationError(
    `${module} cannot find the account '${name}': ${what}. Register SmsGatewayModule with the same name as ${module}.`,
  );
}

function hasAll<Method extends keyof SmsAccount>(
  service: unknown,
  methods: readonly Method[],
): service is Pick<SmsAccount, Method> {
  return hasMethods(service, ...methods);
}
