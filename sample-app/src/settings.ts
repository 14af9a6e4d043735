import { type ConfigService, registerAs } from '@nestjs/config';
import { plainToInstance, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNotEmpty,
  IsTimeZone,
  IsUrl,
  Matches,
  Max,
  Min,
  ValidateIf,
  validateSync,
} from 'class-validator';
import type { SmsAuthOptions } from 'nestjs-sms-gateway';

const WEB_ADDRESS = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

/** The environment variables that the app reads. `.env.example` describes each of them. */
export class Settings {
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 3000;

  HOST = '127.0.0.1';

  @ValidateIf(sendsForReal)
  @IsUrl(WEB_ADDRESS, {
    message: "SMS_BASE_URL must be the gateway's address, for example https://sms.example.com",
  })
  SMS_BASE_URL = '';

  @IsIn(['token', 'password', 'apiKey'])
  SMS_AUTH_METHOD: SmsAuthOptions['method'] = 'token';

  @ValidateIf(sendsForReal)
  @IsNotEmpty()
  SMS_USER_ID = '';

  @ValidateIf((settings) => sendsForReal(settings) && settings.SMS_AUTH_METHOD !== 'apiKey')
  @IsNotEmpty()
  SMS_PASSWORD = '';

  @ValidateIf((settings) => sendsForReal(settings) && settings.SMS_AUTH_METHOD === 'apiKey')
  @IsNotEmpty()
  SMS_API_KEY = '';

  @ValidateIf((settings) => settings.SMS_TIME_ZONE !== '')
  @IsTimeZone()
  SMS_TIME_ZONE = '';

  SMS_SENDER_ID = '';

  SMS_DLT_ENTITY_ID = '';

  SMS_DEFAULT_COUNTRY = '';

  @ValidateIf((settings) => settings.SMS_QUEUE_URL !== '' || settings.SMS_ROLE !== 'both')
  @Matches(/^(?:rediss?|postgres(?:ql)?):\/\//, {
    message: 'SMS_QUEUE_URL must begin with redis:// or postgres://',
  })
  SMS_QUEUE_URL = '';

  @IsIn(['web', 'worker', 'both'])
  SMS_ROLE: 'web' | 'worker' | 'both' = 'both';

  @ValidateIf((settings) => settings.SMS_QUEUE_URL !== '')
  @IsNotEmpty({
    message: "SMS_ENCRYPTION_KEYS must be set. Make a key with 'openssl rand -hex 32'",
  })
  SMS_ENCRYPTION_KEYS = '';

  @Matches(/^[A-Z]{2}(?:,[A-Z]{2})*$/, {
    message: 'SMS_LOGIN_COUNTRIES must be a list like IN or IN,LK',
  })
  SMS_LOGIN_COUNTRIES = 'IN';

  SMS_OTP_KEY = '';

  SMS_OTP_SITE = 'localhost';

  SMS_ADMIN_PASSWORD = '';

  @Type(() => Number)
  @IsInt()
  @Min(500)
  @Max(600_000)
  SMS_LOCK_DURATION = 30_000;

  @ValidateIf((settings) => settings.SMS_REPORT_PATH !== '')
  @Matches(/^[\w-]+\/[\w-]{16,}$/, {
    message: 'SMS_REPORT_PATH must end in a secret, for example sms-reports/5f0c1f6a9b2e47d8',
  })
  SMS_REPORT_PATH = '';

  @IsIn(['', 'console'])
  SMS_TRACES: '' | 'console' = '';

  SMS_INBOX_FILE = '';

  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  SMS_SIMULATOR_PORT = 4010;

  @Type(() => Number)
  @IsInt()
  @Min(0)
  SMS_DELIVERY_DELAY = 1000;
}

/** Credentials mean that messages are to be sent for real, even if the address was forgotten. */
function sendsForReal(settings: Settings): boolean {
  const { SMS_BASE_URL, SMS_USER_ID, SMS_PASSWORD, SMS_API_KEY } = settings;
  return [SMS_BASE_URL, SMS_USER_ID, SMS_PASSWORD, SMS_API_KEY].some((value) => value !== '');
}

/**
 * Reads and checks the environment. An empty variable counts as not set, as in `.env.example`.
 *
 * @throws Error that names every missing or invalid variable, without its value
 */
export function readSettings(): Settings {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const settings = plainToInstance(Settings, given);
  const problems = validateSync(settings).flatMap((error) =>
    Object.values(error.constraints ?? {}),
  );
  if (problems.length === 0) return settings;
  throw new Error(
    `Invalid settings: ${problems.join('; ')}. sample-app/.env.example describes each of them. If none is set, the app sends to the simulator.`,
  );
}

/** Nest's `settings` configuration. */
export const settingsConfig = registerAs('settings', readSettings);

/** A `ConfigService` with typed settings: `config.get('settings', { infer: true })`. */
export type AppConfigService = ConfigService<{ settings: Settings }, true>;
