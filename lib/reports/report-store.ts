import type { ModuleRef } from '@nestjs/core';
import { hasMethods } from '../common/members.js';
import type { SmsReport } from './sms-report.js';
import { getSmsReportsToken } from './sms-reports.js';

/** Keeps the reports of an account, as a queue does. */
export interface ReportStore {
  /**
   * Gets everything readable of one request at once, before the app's handlers. The gateway gets its 200
   * only after it has resolved. The same reports may come again.
   */
  keep(reports: readonly SmsReport[]): Promise<void>;
}

/** What gives its reports to stores: the `SmsReports` of an account. Attach while modules are initialised. */
export interface ReportSource {
  attach(store: ReportStore): void;
}

/** The reports of the account of a name, from whichever module registers them; undefined if none does. */
export function findReportSource(modules: ModuleRef, account: string): ReportSource | undefined {
  const isSource = (found: unknown): found is ReportSource => hasMethods(found, 'attach');
  try {
    const found = modules.get<unknown>(getSmsReportsToken(account), { strict: false });
    return isSource(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
