export { memoryOtpStore, type RecordStore as SmsOtpStore } from '../records/record-store.js';
export * from './otp-errors.js';
export * from '../records/postgres-otp-store.js';
export * from '../records/redis-otp-store.js';
export * from './sms-otp.js';
export * from './sms-otp.module.js';
export * from './sms-otp.options.js';
