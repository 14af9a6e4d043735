import type { SmsQueueOptions } from 'nestjs-sms-gateway/queue';
import type { AppConfigService } from '../settings.js';

/** The reports of the simulator come within seconds. Those of a gateway may take days. */
const WINDOW_WITH_SIMULATOR = 10 * 60_000;

/** The options of `SmsQueueModule`: only processes with the role `worker` or `both` send. */
export function smsQueueOptions(config: AppConfigService): SmsQueueOptions {
  const { SMS_BASE_URL, SMS_QUEUE_URL, SMS_ROLE, SMS_ENCRYPTION_KEYS, ...settings } = config.get(
    'settings',
    { infer: true },
  );
  // `POST /sms` sends past the queue: with a real gateway, reports settle nothing here.
  const exclusive = SMS_BASE_URL === '' && { exclusive: true, window: WINDOW_WITH_SIMULATOR };
  return {
    connection: SMS_QUEUE_URL,
    worker: SMS_ROLE !== 'web',
    encryptionKeys: SMS_ENCRYPTION_KEYS.split(',').map((key) => key.trim()),
    lockDuration: settings.SMS_LOCK_DURATION,
    reports: settings.SMS_REPORT_PATH !== '' && (exclusive || true),
  };
}
