import { type ConfigService, registerAs } from '@nestjs/config';
import { plainToInstance, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNotEmpty,
  IsTimeZone,
  IsUrl,
  Max,
  Min,
  ValidateIf,
  validateSync,
} from 'class-validator';

const WEB_ADDRESS = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

/** The environment variables that the app reads; `.env.example` says what each is for. */
export class Settings {
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 3000;

  HOST = '127.0.0.1';

  @ValidateIf(sendsForReal)
  @IsUrl(WEB_ADDRESS, {
    message: "SMS_BASE_URL must be the gateway's address, such as https://sms.example.com",
  })
  SMS_BASE_URL = '';

  @IsIn(['token', 'password', 'apiKey'])
  SMS_AUTH_METHOD: 'token' | 'password' | 'apiKey' = 'token';

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
}

/** Whoever gave credentials wants to send for real, also where the address was forgotten. */
function sendsForReal(settings: Settings): boolean {
  const { SMS_BASE_URL, SMS_USER_ID, SMS_PASSWORD, SMS_API_KEY } = settings;
  return [SMS_BASE_URL, SMS_USER_ID, SMS_PASSWORD, SMS_API_KEY].some((value) => value !== '');
}

/**
 * Reads and checks the environment. A variable that is set to nothing counts as not set, as
 * `.env.example` leaves them.
 *
 * @throws Error naming every variable that is missing or wrong, and no value
 */
function readSettings(): Settings {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const settings = plainToInstance(Settings, given);
  const problems = validateSync(settings).flatMap((error) =>
    Object.values(error.constraints ?? {}),
  );
  if (problems.length === 0) return settings;
  throw new Error(
    `The settings are wrong: ${problems.join('; ')}. sample-app/.env.example tells what each is for; with none set, the app sends to the simulator.`,
  );
}

/** Nest's configuration `settings`. */
export const settingsConfig = registerAs('settings', readSettings);

/** `ConfigService` with the types of what it holds: `config.get('settings', { infer: true })`. */
export type AppConfigService = ConfigService<{ settings: Settings }, true>;
