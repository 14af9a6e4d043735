import type { SmsReport } from './sms-report.js';

const unread = new WeakMap<SmsReport, string>();

/** Keeps a time of a report as it was written, because its zone is not known. */
export function keepUnreadTime(report: SmsReport, time: string | undefined): void {
  if (time !== undefined) unread.set(report, time);
}

/** The time of a report as it was written, if its zone is not known: when it was submitted or, without that, done. */
export function unreadTimeOf(report: SmsReport): string | undefined {
  return unread.get(report);
}
