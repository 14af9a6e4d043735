import type { ConfigService } from '@nestjs/config';
import type { SmsAuthOptions, SmsGatewayOptions } from 'nestjs-sms-gateway';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import type { Settings } from '../settings.js';
import { DEMO_ACCOUNT } from '../simulator/simulator.js';

type Config = ConfigService<Settings, true>;

/** What `SmsGatewayModule` is told: to send to the simulator where there is one, else for real. */
export function smsGatewayOptions(
  config: Config,
  simulator: GatewaySimulator | null,
): SmsGatewayOptions {
  const senderId = config.get('SMS_SENDER_ID', { infer: true });
  const dltEntityId = config.get('SMS_DLT_ENTITY_ID', { infer: true });
  const defaultCountry = config.get('SMS_DEFAULT_COUNTRY', { infer: true });
  return {
    baseUrl: simulator?.url ?? config.getOrThrow('SMS_BASE_URL', { infer: true }),
    auth: simulator ? { method: 'token', ...DEMO_ACCOUNT } : authOptions(config),
    defaults: { ...(senderId && { senderId }), ...(dltEntityId && { dltEntityId }) },
    ...(defaultCountry && { defaultCountry }),
  };
}

function authOptions(config: Config): SmsAuthOptions {
  const method = config.getOrThrow('SMS_AUTH_METHOD', { infer: true });
  const userId = config.getOrThrow('SMS_USER_ID', { infer: true });
  if (method === 'apiKey') {
    return { method, userId, apiKey: config.getOrThrow('SMS_API_KEY', { infer: true }) };
  }
  const password = config.getOrThrow('SMS_PASSWORD', { infer: true });
  if (method === 'password') return { method, userId, password };
  const timeZone = config.get('SMS_TIME_ZONE', { infer: true });
  return { method, userId, password, ...(timeZone && { timeZone }) };
}
