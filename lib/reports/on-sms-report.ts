import { addHandler } from '../events/handlers.js';
import type { SmsReport } from './sms-report.js';

/** Marks the handlers of reports. @internal */
export const HANDLES = Symbol.for('nestjs-sms-gateway:on-sms-report');

/** Which reports a handler gets. */
export interface OnSmsReportOptions {
  /** The name of an account, whose reports alone it gets. Default: those of every account. */
  account?: string | undefined;
}

/**
 * Calls the method with each delivery report. It works in any provider or controller with the default scope.
 * The gateway gets its 200 after the method is done, and a 503 if it throws or rejects. Reports can come
 * twice and in any order.
 */
export function OnSmsReport({ account }: OnSmsReportOptions = {}) {
  return <Method extends (report: SmsReport) => unknown>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => addHandler(HANDLES, { account }, target, key, descriptor);
}
