import type { ModuleRef } from '@nestjs/core';
import { hasMethods } from '../../core/common/members.js';
import { SmsConfigurationError } from '../../core/errors/index.js';
import { logOf } from '../../core/logging/safe-logger.js';
import { findProvider, isDefaultName, sharedToken } from '../../nest/sms-gateway.tokens.js';
import type { SmsReport } from './sms-report.js';
import type { SmsReports } from './sms-reports.js';

/** Asks the gateway for the reports of a number. */
export type ReportFinder = Pick<SmsReports, 'find'>;

/** Keeps the reports of an account, as a queue does. */
export interface ReportKeeper {
  /**
   * Stores all readable reports of a request, before the app's handlers get them. The gateway gets its 200
   * only after this has resolved. The same reports may come again.
   */
  keep(reports: readonly SmsReport[]): Promise<void>;
}

/** Passes the reports that this app receives for an account to a store. Call it while modules are initialised. */
export function attachStore(modules: ModuleRef, account: string, store: ReportKeeper): void {
  const service = findProvider(modules, sharedToken('reports', account));
  if (hasMethods<{ attach(keeper: ReportKeeper): void }>(service, 'attach')) service.attach(store);
  else
    logOf(account).warn(
      'The option reports of the queue is true, but no SmsReportsModule is registered for this account, so this process stores no delivery reports. Register it in each process to which the gateway posts them.',
    );
}

/**
 * What finds the reports of an account.
 *
 * @throws SmsConfigurationError if no `SmsReportsModule` is registered for it
 */
export function findReportFinder(modules: ModuleRef, account: string): ReportFinder {
  const service = findProvider(modules, sharedToken('reports', account));
  if (hasMethods<ReportFinder>(service, 'find')) return service;
  const options = isDefaultName(account) ? '' : `{ name: '${account}' }`;
  throw new SmsConfigurationError(
    `SmsQueue cannot ask the gateway for records, because no SmsReportsModule is registered for the account '${account}'. Register SmsReportsModule.forRoot(${options}), which receives no reports without a path.`,
    account,
  );
}
