import type { ModuleRef } from '@nestjs/core';
import { hasMethods, memberOf } from '../common/members.js';
import { SmsConfigurationError } from '../errors/index.js';
import { findService, registeredNames } from '../sms-gateway.tokens.js';
import type { ReportAccount } from './account-reports.js';

/**
 * The account of a name, from whichever module registers it.
 *
 * @throws SmsConfigurationError where there is none, or something else was provided in its place
 */
export function findReportAccount(modules: ModuleRef, name: string): ReportAccount {
  const service = findService(modules, name);
  if (isReportAccount(service)) return service;
  const what =
    service === undefined
      ? `no SmsGatewayModule is registered with this name. ${registeredNames(modules)}`
      : 'its SmsService is a failover or was replaced. Register the reports of each account of a failover; in tests, replace SmsReports instead';
  throw new SmsConfigurationError(
    `SmsReportsModule cannot find the account '${name}': ${what}. Register SmsGatewayModule with the same name as SmsReportsModule.`,
  );
}

function isReportAccount(service: unknown): service is ReportAccount {
  return typeof memberOf(service, 'readRecipient') === 'function' && hasMethods(service, 'sendPart');
}
