import { plainToInstance } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
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
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 3000;

  HOST = '127.0.0.1';

  @ValidateIf(isRealAccount)
  @IsUrl(WEB_ADDRESS, {
    message: 'SMS_BASE_URL must be the address of the gateway, such as https://sms.example.com',
  })
  SMS_BASE_URL?: string;

  @IsIn(['token', 'password', 'apiKey'])
  SMS_AUTH_METHOD: 'token' | 'password' | 'apiKey' = 'token';

  @ValidateIf(isRealAccount)
  @IsNotEmpty()
  SMS_USER_ID?: string;

  @ValidateIf((settings) => isRealAccount(settings) && settings.SMS_AUTH_METHOD !== 'apiKey')
  @IsNotEmpty()
  SMS_PASSWORD?: string;

  @ValidateIf((settings) => isRealAccount(settings) && settings.SMS_AUTH_METHOD === 'apiKey')
  @IsNotEmpty()
  SMS_API_KEY?: string;

  @IsOptional()
  @IsTimeZone()
  SMS_TIME_ZONE?: string;

  SMS_SENDER_ID?: string;

  SMS_DLT_ENTITY_ID?: string;

  SMS_DEFAULT_COUNTRY?: string;
}

/** Whoever gave credentials wants to send for real, also where the address was forgotten. */
function isRealAccount(settings: Settings): boolean {
  const { SMS_BASE_URL, SMS_USER_ID, SMS_PASSWORD, SMS_API_KEY } = settings;
  return [SMS_BASE_URL, SMS_USER_ID, SMS_PASSWORD, SMS_API_KEY].some(Boolean);
}

/**
 * Reads and checks the environment. A variable that is set to nothing counts as not set, as
 * `.env.example` leaves them.
 *
 * @throws Error naming every variable that is missing or wrong, and no value
 */
export function readSettings(): Settings {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const settings = plainToInstance(Settings, given, { enableImplicitConversion: true });
  const problems = validateSync(settings).flatMap((error) =>
    Object.values(error.constraints ?? {}),
  );
  if (problems.length === 0) return settings;
  throw new Error(
    `The settings are wrong: ${problems.join('; ')}. sample-app/.env.example tells what each is for; with none set, the app sends to the simulator.`,
  );
}
