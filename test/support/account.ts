import type { LoggerService } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  getSmsServiceToken,
  SmsGatewayError,
  SmsGatewayModule,
  type SmsGatewayModuleOptions,
  type SmsMessage,
  type SmsReceipt,
  type SmsService,
} from '../../lib/index.js';
import { afterThisTest } from './clean-up.js';

export const USER = 'acme';
export const PASSWORD = 'pass word';
export const NUMBER = '919876543210';

export const PASSWORD_AUTH = { method: 'password', userId: USER, password: PASSWORD } as const;
export const KEY_AUTH = { method: 'apiKey', userId: USER, apiKey: 'k3y' } as const;
export const TOKEN_AUTH = {
  method: 'token',
  userId: USER,
  password: PASSWORD,
  timeZone: 'UTC',
} as const;

/** An account as an app has it. */
export interface Account {
  readonly sms: SmsService;
  close(): Promise<void>;
}

/** Longer than any test takes, even on a slow machine. */
export const GENEROUS = 20_000;

/** Longer than the timeout of a test. */
export const PAST_THE_TEST = 600_000;

/** Opens an account that attempts each request once. It is closed after the test, if not before. */
export async function openAccount(
  options: Partial<SmsGatewayModuleOptions> & { baseUrl: string },
): Promise<Account> {
  const module = await Test.createTestingModule({
    imports: [
      SmsGatewayModule.forRoot({
        auth: PASSWORD_AUTH,
        timeout: { connect: GENEROUS },
        retry: { attempts: 1 },
        drain: 0,
        ...options,
      }),
    ],
  })
    .setLogger(logger)
    .compile();
  await module.init();
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= module.close());
  afterThisTest(close);
  return { sms: module.get(getSmsServiceToken(options.name)), close };
}

/** A message that tests recognise by its text. */
export function message(text = 'hello'): SmsMessage {
  return { to: NUMBER, text };
}

/** The outcome of one send. */
export type Outcome =
  | { readonly status: 'accepted'; readonly receipt: SmsReceipt }
  | { readonly status: 'not-sent' | 'unknown'; readonly error: SmsGatewayError };

/** The outcome of a send. Anything but a receipt or an error of the package fails the test. */
export async function outcomeOf(send: Promise<SmsReceipt>): Promise<Outcome> {
  try {
    return { status: 'accepted', receipt: await send };
  } catch (error) {
    if (!(error instanceof SmsGatewayError)) throw error;
    return { status: error.outcome, error };
  }
}

/** Whether an outcome is true, given how often the gateway read the message completely. */
export function isTrue(outcome: Outcome, readWhole: number): boolean {
  if (readWhole > 1) return false;
  if (outcome.status === 'accepted') return readWhole === 1;
  return outcome.status === 'unknown' || readWhole === 0;
}

/** The error of the package that a promise is rejected with. */
export async function errorOf(work: Promise<unknown>): Promise<SmsGatewayError> {
  const error: unknown = await work.then(
    () => new Error('The promise was not rejected'),
    (reason: unknown) => reason,
  );
  if (error instanceof SmsGatewayError) return error;
  throw error;
}

const ignore = () => undefined;
const SILENT: LoggerService = { log: ignore, warn: ignore, error: ignore };
let logger = SILENT;

/** The warnings that are not about one send. */
export function generalWarnings(warnings: readonly string[]): string[] {
  return warnings.filter((line) => !/(?:Not|May have been) sent: /.test(line));
}

/** What accounts opened after this call log at `warn` and above, until the test ends. */
export function captureWarnings(): string[] {
  const warnings: string[] = [];
  const keep = (line: unknown) => void warnings.push(String(line));
  logWith({ log: ignore, warn: keep, error: keep });
  return warnings;
}

/** The logger of apps that are opened after this call, until the test ends. */
function logWith(given: LoggerService): void {
  logger = given;
  afterThisTest(() => {
    logger = SILENT;
  });
}
