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

/** The package under test, in an app. */
export interface App {
  readonly sms: SmsService;
  close(): Promise<void>;
}

/** The outcome of one send. */
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

/** Longer than any test takes, even on a slow machine. */
export const GENEROUS = 20_000;

/** Longer than the timeout of a test. */
export const PAST_THE_TEST = 600_000;

const opened: App[] = [];

/** Opens an app that sends to a gateway. {@link closeApps} closes it. */
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

/** Closes the apps that tests have opened. */
export async function closeApps(): Promise<void> {
  await Promise.all(opened.splice(0).map((app) => app.close()));
}

/** A message that the gateway counts by its text. */
export function message(text: string): SmsMessage {
  return { to: NUMBER, text };
}

/** The outcome of a send. Anything but a receipt or an error of the package fails the test. */
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

/** Waits until something is true. */
export async function eventually(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + GENEROUS;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`It never came true: ${holds.toString()}`);
    await sleep(5);
  }
}

/** Whether an outcome is true, given how often the gateway read the message completely. */
export function isTrue(outcome: Outcome, readWhole: number): boolean {
  if (readWhole > 1) return false;
  if (outcome.status === 'accepted') return readWhole === 1;
  return outcome.status === 'unknown' || readWhole === 0;
}
