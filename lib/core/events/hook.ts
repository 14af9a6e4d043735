import { type SmsErrorCode, SmsResponseError } from '../errors/index.js';
import type { Priority } from '../message/priority.js';
import type { SmsReportState } from './sms-event.js';

/** The account that a span is about, and the gateway's host. */
export interface Place {
  readonly account: string;
  readonly server?: { readonly address: string; readonly port: number } | undefined;
}

/** One request of a send, or of a lookup of its reports. */
export interface AttemptStart {
  readonly of: 'send' | 'lookup';
  /** 1 is the first. */
  readonly attempt: number;
  /** How many recipients a send has. */
  readonly weight: number;
}

/** Told the HTTP status of an answer. */
export type Answered = (status: number) => void;

/** What is done within a span. */
export type Work<T> = (answered?: Answered) => Promise<T>;

/** Tells the HTTP status of an answer, or of one that could not be read. */
export function tellStatus(answer: { readonly status: number } | Error, answered: Answered): void {
  if (!(answer instanceof Error)) answered(answer.status);
  else if (answer instanceof SmsResponseError) answered(answer.httpStatus);
}

/** What is known of a send when it begins. */
export interface SendStart {
  readonly priority: Priority;
  readonly recipients: number;
  readonly segments: number;
  /** How many recipients are in each country, if {@link SmsHook.countries} is set; undefined is unknown. */
  readonly countries?: ReadonlyMap<string | undefined, number> | undefined;
}

/** How a send ended that did not fail. */
export interface SendEnd {
  readonly outcome: 'accepted' | 'held';
  /** Masked if it repeats a number. */
  readonly transactionId?: string;
  readonly accepted?: number;
  readonly rejected?: number;
}

/** What became of a one-time password. */
export type OtpResult =
  'started' | 'resent' | 'verified' | 'wrong' | 'expired' | 'used' | 'exhausted' | 'unknown-id';

/**
 * What `instrumentSms` is told about all accounts. It gets no secret, number or text. `send`, `attempt` and `login` do
 * the work once, within a span, and end as the work does. Work that results in an error has failed.
 */
export interface SmsHook {
  /** Whether it is told where the recipients are, which takes some time for each number. */
  readonly countries?: boolean;
  send<T>(
    place: Place,
    start: SendStart,
    work: () => Promise<T>,
    endOf: (value: T) => SendEnd,
  ): Promise<T>;
  attempt<T>(place: Place, attempt: AttemptStart, work: Work<T>): Promise<T>;
  login<T>(place: Place, work: Work<T>): Promise<T>;
  retried(account: string, of: 'send' | 'login' | 'lookup', code: SmsErrorCode | undefined): void;
  /** @param waited how long a send waited for its turn, in ms */
  waited(account: string, priority: Priority, waited: number): void;
  reported(account: string, state: SmsReportState): void;
  otp(account: string, result: OtpResult, country?: string): void;
  balance(account: string, credits: number): void;
}

interface Instrumented {
  hook: SmsHook | undefined;
}

// All copies of the package in a process share it. One with another SmsHook needs another name.
const KEY = Symbol.for('nestjs-sms-gateway:hook');
const shared: Instrumented | undefined = Reflect.get(globalThis, KEY);

/** Holds the hook while the package is instrumented. */
export const instrumented: Instrumented = shared ?? { hook: undefined };
Object.defineProperty(globalThis, KEY, { value: instrumented, configurable: true });
