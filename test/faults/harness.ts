import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  SmsGatewayError,
  SmsGatewayModule,
  type SmsGatewayOptions,
  type SmsMessage,
  type SmsReceipt,
  SmsService,
} from '../../lib/index.js';

/** A package under test, as an app has it. */
export interface App {
  readonly sms: SmsService;
  close(): Promise<void>;
}

/** What became of one send. */
export type Outcome =
  | { readonly status: 'accepted'; readonly receipt: SmsReceipt }
  | { readonly status: 'not-sent' | 'unknown'; readonly error: SmsGatewayError };

export const PASSWORD_AUTH = { method: 'password', userId: 'acme', password: 'pass word' } as const;
export const TOKEN_AUTH = {
  method: 'token',
  userId: 'acme',
  password: 'pass word',
  timeZone: 'UTC',
} as const;

const NUMBER = '919876543210';

/** Long enough that no slow machine reaches it; a test that does has failed. */
export const GENEROUS = 20_000;

/** A deadline that the runner's own limit for a test comes before. */
export const PAST_THE_TEST = 600_000;

const opened: App[] = [];

/** An app that sends to a gateway. It is closed after the test at the latest. */
export async function openApp(
  options: Partial<SmsGatewayOptions> & { baseUrl: string },
): Promise<App> {
  Logger.overrideLogger(false);
  const module = await Test.createTestingModule({
    imports: [
      SmsGatewayModule.forRoot({
        auth: PASSWORD_AUTH,
        timeout: { connect: GENEROUS, attempt: GENEROUS, total: GENEROUS },
        retry: { attempts: 1 },
        drain: 0,
        ...options,
      }),
    ],
  }).compile();
  await module.init();
  let closing: Promise<void> | undefined;
  const app = {
    sms: module.get(SmsService),
    close: () => (closing ??= module.close()),
  };
  opened.push(app);
  return app;
}

/** Closes what tests have opened. */
export async function closeApps(): Promise<void> {
  await Promise.all(opened.splice(0).map((app) => app.close()));
}

/** A message that is known by its text. */
export function message(text: string): SmsMessage {
  return { to: NUMBER, text };
}

/** What became of a send. Anything but a receipt or one of our errors is a failure of the test. */
export async function outcomeOf(send: Promise<SmsReceipt>): Promise<Outcome> {
  try {
    return { status: 'accepted', receipt: await send };
  } catch (error) {
    if (!(error instanceof SmsGatewayError)) throw error;
    return { status: error.outcome, error };
  }
}

/** The error that a send must end with. */
export async function errorOf(send: Promise<SmsReceipt>): Promise<SmsGatewayError> {
  const outcome = await outcomeOf(send);
  if (outcome.status === 'accepted') throw new Error('The send was accepted');
  return outcome.error;
}

/** Waits for what happens by itself, and fails where it does not. */
export async function eventually(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + GENEROUS;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`It never came true: ${holds.toString()}`);
    await sleep(5);
  }
}

/** Whether what was said of a send is true, given how often the gateway read it whole. */
export function isTrue(outcome: Outcome, readWhole: number): boolean {
  if (readWhole > 1) return false;
  if (outcome.status === 'accepted') return readWhole === 1;
  return outcome.status === 'unknown' || readWhole === 0;
}
