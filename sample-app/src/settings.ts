import { plainToInstance } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateIf,
  validateSync,
} from 'class-validator';

/** The environment variables that the app reads; `.env.example` says what each is for. */
export class Settings {
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 3000;

  @IsOptional()
  @IsString()
  SMS_BASE_URL?: string;

  @IsIn(['token', 'password', 'apiKey'])
  SMS_AUTH_METHOD: 'token' | 'password' | 'apiKey' = 'token';

  @ValidateIf(sendsForReal)
  @IsString()
  SMS_USER_ID?: string;

  @ValidateIf(
    (settings: Settings) => sendsForReal(settings) && settings.SMS_AUTH_METHOD !== 'apiKey',
  )
  @IsString()
  SMS_PASSWORD?: string;

  @ValidateIf(
    (settings: Settings) => sendsForReal(settings) && settings.SMS_AUTH_METHOD === 'apiKey',
  )
  @IsString()
  SMS_API_KEY?: string;

  @IsOptional()
  @IsString()
  SMS_TIME_ZONE?: string;

  @IsOptional()
  @IsString()
  SMS_SENDER_ID?: string;

  @IsOptional()
  @IsString()
  SMS_DLT_ENTITY_ID?: string;

  @IsOptional()
  @IsString()
  SMS_DEFAULT_COUNTRY?: string;
}

function sendsForReal(settings: Settings): boolean {
  return settings.SMS_BASE_URL !== undefined;
}

/**
 * Checks the environment, for `ConfigModule`'s `validate`. A variable that is set to nothing counts
 * as not set, as `.env.example` leaves them.
 *
 * @throws Error naming every variable that is missing or wrong, never its value
 */
export function checkSettings(environment: Record<string, unknown>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const settings = plainToInstance(Settings, given, { enableImplicitConversion: true });
  const problems = validateSync(settings).flatMap((error) =>
    Object.values(error.constraints ?? {}),
  );
  if (problems.length > 0) {
    throw new Error(
      `The settings are wrong: ${problems.join('; ')}. See sample-app/.env.example; without SMS_BASE_URL the app needs no settings and sends to the simulator.`,
    );
  }
  return settings;
}
