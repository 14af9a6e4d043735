export { OnSmsReport, type OnSmsReportOptions } from './on-sms-report.js';
export * from './sms-report.js';
export * from './sms-reports.js';
export * from './sms-reports.module.js';
export type * from './sms-reports.options.js';
