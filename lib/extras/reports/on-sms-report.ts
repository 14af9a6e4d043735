import { addHandler } from '../../nest/handlers.js';
import { HANDLES_REPORTS } from '../../nest/report-handlers.js';
import type { SmsReport } from './sms-report.js';

/** Which reports a handler gets. */
export interface OnSmsReportOptions {
  /** The name of an account, whose reports alone it gets. Default: those of every account. */
  account?: string | undefined;
}

/**
 * Calls the method with each delivery report. It works in any provider or controller with the default scope.
 * The gateway gets its 200 after the method is done, and a 503 if it throws or rejects. Reports can come
 * twice and in any order. The app does not start if no `SmsReportsModule` is registered for the account: a
 * process that receives no reports registers it without `path`. Write it above decorators that wrap the method: they may
 * drop what is below them.
 */
export function OnSmsReport({ account }: OnSmsReportOptions = {}) {
  return <Method extends (report: SmsReport) => unknown>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => addHandler(HANDLES_REPORTS, { account }, target, key, descriptor);
}
