import type { SmsQueueOptions } from 'nestjs-sms-gateway/queue';
import type { AppConfigService } from '../settings.js';

/** The options of `SmsQueueModule`: only processes with the role `worker` or `both` send. */
export function smsQueueOptions(config: AppConfigService): SmsQueueOptions {
  const { SMS_QUEUE_URL, SMS_ROLE, SMS_ENCRYPTION_KEYS, ...settings } = config.get('settings', {
    infer: true,
  });
  return {
    connection: SMS_QUEUE_URL,
    worker: SMS_ROLE !== 'web',
    encryptionKeys: SMS_ENCRYPTION_KEYS.split(',').map((key) => key.trim()),
    lockDuration: settings.SMS_LOCK_DURATION,
    reports: settings.SMS_REPORT_PATH !== '',
  };
}
