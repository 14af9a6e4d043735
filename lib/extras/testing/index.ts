export { SmsTestingModule, type SmsTestingModuleOptions } from './sms-testing.module.js';
export { SmsTestingService } from './sms-testing.service.js';
export type { SmsTestingOptions } from './sms-testing.options.js';
export { SmsTestingError } from './sms-testing-error.js';
export type { SmsFailure, SmsFailureOptions } from './planned-failure.js';
export type { SmsExpectOptions, SmsQuery, SmsWaitQuery } from './sms-query.js';
export type { FailedSms, SentSms, SmsRecord } from './sent-sms.js';
