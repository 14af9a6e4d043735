export { otpSchema, postgresOtpStore, type SmsOtpQuery } from './postgres-otp-store.js';
export { redisOtpStore, type SmsOtpRedis } from './redis-otp-store.js';
export { memoryOtpStore, type SmsOtpStore } from './otp-store.js';
export { SmsOtpLimitError, SmsOtpStoreError } from './otp-errors.js';
export * from './sms-otp.js';
export {
  SmsOtpModule,
  type SmsOtpModuleAsyncOptions,
  type SmsOtpModuleOptions,
  type SmsOtpRegistration,
} from './sms-otp.module.js';
export type { SmsOtpOptions, SmsOtpOptionsFactory, SmsOtpText } from './sms-otp.options.js';
