import type { ModuleRef } from '@nestjs/core';
import { hasMethods } from '../../core/common/members.js';
import { findProvider, sharedToken } from '../../nest/sms-gateway.tokens.js';
import type { SmsReport } from './sms-report.js';

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
  const found = findProvider(modules, sharedToken('reports', account));
  if (hasMethods<{ attach(keeper: ReportKeeper): void }>(found, 'attach')) found.attach(store);
}
