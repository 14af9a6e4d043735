import type { HttpService } from '@nestjs/axios';
import type { SmsAuthOptions, SmsGatewayOptions } from 'nestjs-sms-gateway';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import type { AppConfigService, Settings } from '../settings.js';
import { DEMO_ACCOUNT, DEMO_DEFAULTS } from '../simulator/simulator.js';

/** The options of `SmsGatewayModule`: messages go to the simulator if there is one, otherwise out for real. */
export function smsGatewayOptions(
  config: AppConfigService,
  simulator: GatewaySimulator | null,
  http: HttpService,
): SmsGatewayOptions {
  const settings = config.get('settings', { infer: true });
  const { SMS_SENDER_ID, SMS_DLT_ENTITY_ID, SMS_DEFAULT_COUNTRY } = settings;
  return {
    baseUrl: simulator?.url ?? settings.SMS_BASE_URL,
    http,
    auth: simulator ? { method: 'token', ...DEMO_ACCOUNT } : authOptions(settings),
    defaults: {
      ...(simulator && DEMO_DEFAULTS),
      ...(SMS_SENDER_ID && { senderId: SMS_SENDER_ID }),
      ...(SMS_DLT_ENTITY_ID && { dltEntityId: SMS_DLT_ENTITY_ID }),
    },
    ...(SMS_DEFAULT_COUNTRY && { defaultCountry: SMS_DEFAULT_COUNTRY }),
  };
}

function authOptions(settings: Settings): SmsAuthOptions {
  const { SMS_AUTH_METHOD, SMS_USER_ID, SMS_PASSWORD, SMS_API_KEY, SMS_TIME_ZONE } = settings;
  switch (SMS_AUTH_METHOD) {
    case 'apiKey':
      return { method: 'apiKey', userId: SMS_USER_ID, apiKey: SMS_API_KEY };
    case 'password':
      return { method: 'password', userId: SMS_USER_ID, password: SMS_PASSWORD };
    case 'token':
      return {
        method: 'token',
        userId: SMS_USER_ID,
        password: SMS_PASSWORD,
        ...(SMS_TIME_ZONE && { timeZone: SMS_TIME_ZONE }),
      };
  }
}
