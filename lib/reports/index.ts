export { OnSmsReport, type OnSmsReportOptions } from './on-sms-report.js';
export { SmsReport, type SmsReportFields, type SmsReportState } from './sms-report.js';
export {
  getSmsReportsToken,
  InjectSmsReports,
  type SmsReportRequest,
  SmsReports,
} from './sms-reports.js';
export {
  SmsReportsModule,
  type SmsReportsModuleAsyncOptions,
  type SmsReportsModuleOptions,
  type SmsReportsRegistration,
} from './sms-reports.module.js';
export type * from './sms-reports.options.js';
