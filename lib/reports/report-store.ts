import type { ModuleRef } from '@nestjs/core';
import { hasMethods } from '../common/members.js';
import type { SmsReport } from './sms-report.js';
import { getSmsReportsToken } from './sms-reports.js';

/**
 * Keeps the reports of an account, as a queue does.
 *
 * `keep` gets everything readable of one request at once, at least one report, in the order in which it
 * came, and before the app's handlers. `SmsReports.receive` resolves, and the gateway gets its 200, only
 * after it has resolved. If it rejects, the gateway gets a 503 and may repeat the request, so the same
 * reports may come again, also after it resolved. It never gets what `lookup` found.
 */
export interface ReportStore {
  keep(reports: readonly SmsReport[]): Promise<void>;
}

/** What gives its reports to stores: the `SmsReports` of an account. Attach while modules are initialised. */
export interface ReportSource {
  attach(store: ReportStore): void;
}

/** The reports of the account of a name, from whichever module registers them; undefined if none does. */
export function findReportSource(modules: ModuleRef, account: string): ReportSource | undefined {
  try {
    const found = modules.get<unknown>(getSmsReportsToken(account), { strict: false });
    return hasAttach(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function hasAttach(source: unknown): source is ReportSource {
  return hasMethods(source, 'attach');
}
