import type { SmsAuthOptions, SmsGatewayOptions } from 'nestjs-sms-gateway';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import type { Settings } from './settings.js';
import { DEMO_ACCOUNT, DEMO_DEFAULTS } from './simulator.js';

/** The gateway and the account: those of the simulator if there is one, otherwise those of the settings. */
export function accountOf(
  settings: Settings,
  simulator: GatewaySimulator | null,
): SmsGatewayOptions {
  const { SMS_SENDER_ID, SMS_DLT_ENTITY_ID, SMS_DEFAULT_COUNTRY } = settings;
  return {
    baseUrl: simulator?.url ?? settings.SMS_BASE_URL,
    auth: simulator ? { method: 'token', ...DEMO_ACCOUNT } : authOf(settings),
    defaults: {
      ...(simulator && DEMO_DEFAULTS),
      ...(SMS_SENDER_ID && { senderId: SMS_SENDER_ID }),
      ...(SMS_DLT_ENTITY_ID && { dltEntityId: SMS_DLT_ENTITY_ID }),
    },
    ...(SMS_DEFAULT_COUNTRY && { defaultCountry: SMS_DEFAULT_COUNTRY }),
  };
}

/** The time zone in which that gateway writes times, if it is known. */
export function timeZoneOf({ SMS_BASE_URL, SMS_TIME_ZONE }: Settings): string | undefined {
  return SMS_BASE_URL === '' ? DEMO_ACCOUNT.timeZone : SMS_TIME_ZONE || undefined;
}

function authOf(settings: Settings): SmsAuthOptions {
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
