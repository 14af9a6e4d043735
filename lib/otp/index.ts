export { memoryOtpStore, type SmsOtpStore } from './otp-store.js';
export * from './otp-errors.js';
export * from './postgres-otp-store.js';
export * from './redis-otp-store.js';
export * from './sms-otp.js';
export * from './sms-otp.module.js';
export * from './sms-otp.options.js';
