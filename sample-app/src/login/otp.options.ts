import { randomBytes } from 'node:crypto';
import { memoryOtpStore, type SmsOtpOptions } from 'nestjs-sms-gateway/otp';
import type { AppConfigService } from '../settings.js';

/** The options of `SmsOtpModule`. Several processes need a shared key, and a store such as `redisOtpStore`. */
export function otpOptions(config: AppConfigService): SmsOtpOptions {
  const { SMS_OTP_KEY, SMS_OTP_SITE } = config.get('settings', { infer: true });
  return {
    // The challenges end with the process, so their key may too.
    keys: [SMS_OTP_KEY || randomBytes(32).toString('hex')],
    store: memoryOtpStore(),
    webOtp: SMS_OTP_SITE,
  };
}
