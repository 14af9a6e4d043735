import { channel, tracingChannel, type TracingChannel } from 'node:diagnostics_channel';
import {
  setAccount,
  type SmsErrorCode,
  type SmsErrorOutcome,
  SmsGatewayError,
} from '../errors/index.js';
import type { SmsReportState } from './report-state.js';

/** What happened to a send or an attempt, once it has ended. */
export interface SmsTraceEnd {
  /** Set at the end. `held` if the option `reach` kept the message back. */
  outcome?: 'accepted' | 'held' | SmsErrorOutcome;
  /** The code of the error, if it failed. */
  code?: SmsErrorCode;
  /** The error, if it failed. It shows no secret, number or text. */
  error?: unknown;
}

/**
 * The context of `nestjs-sms-gateway:send`: one send, from when it was checked until its outcome,
 * with waiting and retries. The same object is published at each stage.
 */
export interface SmsSendTrace extends SmsTraceEnd {
  /** The name of the account. */
  readonly account: string;
  /** The send's priority. */
  readonly priority: 'normal' | 'high';
  /** How many numbers it goes to. */
  readonly recipients: number;
  /** How many segments the text has. Each recipient gets all of them. */
  readonly segments: number;
  /** The gateway's `transactionId`, masked if it repeats a number. Set at the end if it was accepted. */
  transactionId?: string;
  /** How many numbers the gateway accepted. Set at the end if it was accepted. */
  accepted?: number;
  /** How many numbers it listed as invalid. Set at the end if it was accepted. */
  rejected?: number;
}

/**
 * The context of `nestjs-sms-gateway:attempt`: one request of a send to the gateway, or of a lookup of its
 * delivery reports.
 */
export interface SmsAttemptTrace extends SmsTraceEnd {
  /** The name of the account. */
  readonly account: string;
  /** 1 for the first attempt of a send. */
  readonly attempt: number;
  /** How many numbers it goes to; 1 for a lookup. */
  readonly recipients: number;
}

/** The context of `nestjs-sms-gateway:login`: one login, with its retries. */
export interface SmsLoginTrace {
  /** The name of the account. */
  readonly account: string;
  /** Whether it gave a token. Set at the end. */
  ok?: boolean;
  /** The code of the error, if it failed. */
  code?: SmsErrorCode;
  /** The error, if it failed. It shows no secret, number or text. */
  error?: unknown;
}

/** What `nestjs-sms-gateway:retry` publishes, when it is decided that a request is made again. */
export interface SmsRetryNote {
  /** The name of the account. */
  readonly account: string;
  /** What is retried. */
  readonly of: 'send' | 'login' | 'lookup';
  /** The number of the next attempt: 2 for the first retry. */
  readonly attempt: number;
  /** The pause before it in ms. 0 if the account waits for the gateway's `Retry-After`. */
  readonly pause: number;
  /** Why: the code of the error that ended the last attempt. */
  readonly code: SmsErrorCode | undefined;
}

/**
 * What `nestjs-sms-gateway:rate-limit` publishes, when a send has waited for its turn: for `rateLimit`,
 * `maxConcurrency`, or the end of a `Retry-After`. A send that need not wait publishes nothing.
 */
export interface SmsWaitNote {
  /** The name of the account. */
  readonly account: string;
  /** The send's priority. */
  readonly priority: 'normal' | 'high';
  /** How many numbers the send goes to. */
  readonly recipients: number;
  /** How long it waited, in ms. */
  readonly waited: number;
  /** Whether it got its turn. Otherwise it ended first, and was not sent. */
  readonly passed: boolean;
}

/** What `nestjs-sms-gateway:breaker` publishes, when the circuit breaker changes its state. */
export interface SmsBreakerNote {
  /** The name of the account. */
  readonly account: string;
  /** `open`: sends fail at once; `half-open`: one attempt finds out; `closed`: sends go out. */
  readonly state: 'open' | 'half-open' | 'closed';
}

/**
 * What `nestjs-sms-gateway:report` publishes for each delivery report that `SmsReports.receive` takes, before
 * the app's handlers have it.
 */
export interface SmsReportNote {
  /** The name of the account. */
  readonly account: string;
  /** What it says. */
  readonly state: SmsReportState;
  /** The `transactionId` of the send, masked if it repeats a number. */
  readonly transactionId?: string | undefined;
  /** The gateway's code, with longer runs of digits masked. */
  readonly code?: string | undefined;
}

/** What `nestjs-sms-gateway:otp` publishes for each start, resend and verify of a one-time password. */
export interface SmsOtpNote {
  /** The name of the account. */
  readonly account: string;
  /** What happened: a code was sent, or sent again, or was verified, or why it was not. */
  readonly result:
    'started' | 'resent' | 'verified' | 'wrong' | 'expired' | 'used' | 'exhausted' | 'unknown-id';
}

/** A channel of `node:diagnostics_channel` that publishes one type of object. */
export interface SmsNoteChannel<Note> {
  /** Whether anyone would see what is published. */
  readonly hasSubscribers: boolean;
  /** Publishes to all subscribers. Only the package does. */
  publish(note: Note): void;
  /** Calls back with everything that is published from now on. */
  subscribe(onNote: (note: Note, name: string | symbol) => void): void;
  /** Ends that. */
  unsubscribe(onNote: (note: Note, name: string | symbol) => void): void;
}

/** The package's channels of `node:diagnostics_channel`. */
export interface SmsChannels {
  /** Each send. */
  readonly send: TracingChannel<unknown, SmsSendTrace>;
  /** Each request of a send. */
  readonly attempt: TracingChannel<unknown, SmsAttemptTrace>;
  /** Each login of the token flow. */
  readonly login: TracingChannel<unknown, SmsLoginTrace>;
  /** Each retry, of a send or a login. */
  readonly retry: SmsNoteChannel<SmsRetryNote>;
  /** Each send that waited for its turn. */
  readonly rateLimit: SmsNoteChannel<SmsWaitNote>;
  /** Each change of a circuit breaker. */
  readonly breaker: SmsNoteChannel<SmsBreakerNote>;
  /** Each delivery report. */
  readonly report: SmsNoteChannel<SmsReportNote>;
  /** Each start, resend and verify of a one-time password. */
  readonly otp: SmsNoteChannel<SmsOtpNote>;
}

/**
 * The package's channels, by name the same in every copy of the package. They cost nothing while
 * nobody subscribes, and never publish a secret, a number or a text. As with any channel of Node.js,
 * a subscriber that throws causes an uncaught exception.
 */
export const smsChannels: SmsChannels = {
  send: tracingChannel('nestjs-sms-gateway:send'),
  attempt: tracingChannel('nestjs-sms-gateway:attempt'),
  login: tracingChannel('nestjs-sms-gateway:login'),
  retry: noteChannel('nestjs-sms-gateway:retry'),
  rateLimit: noteChannel('nestjs-sms-gateway:rate-limit'),
  breaker: noteChannel('nestjs-sms-gateway:breaker'),
  report: noteChannel('nestjs-sms-gateway:report'),
  otp: noteChannel('nestjs-sms-gateway:otp'),
};

/**
 * What a subscriber of `start` may set on the context: a function that runs the work. For OpenTelemetry, whose
 * own store is not public. Since Node.js 26 a bound store only gets a value and cannot run the work.
 *
 * @internal
 */
export const RUN = Symbol.for('nestjs-sms-gateway:run');

// Node.js types what a plain channel publishes as unknown.
function noteChannel<Note>(name: string): SmsNoteChannel<Note> {
  return channel(name) as SmsNoteChannel<Note>;
}

/**
 * Does work under a tracing channel that has subscribers, once, and whatever they do with the context.
 * Not `tracePromise`, because that publishes what the work resolves with, and a receipt holds numbers.
 *
 * @param onValue completes the context before it is published as ended, as `onError` does
 */
export function trace<
  Context extends { readonly account: string; error?: unknown; code?: SmsErrorCode },
  T,
>(
  { start, end, asyncStart, asyncEnd, error: failed }: TracingChannel<unknown, Context>,
  context: Context,
  work: () => Promise<T>,
  onValue: (value: T) => void,
  onError: (error: SmsGatewayError) => void,
): Promise<T> {
  const { account } = context;
  const traced = async (): Promise<T> => {
    try {
      const value = await work();
      complete(() => onValue(value));
      return value;
    } catch (error) {
      // The account sets its name only once the send has ended.
      if (error instanceof SmsGatewayError) setAccount(error, account);
      complete(() => {
        context.error = error;
        if (!(error instanceof SmsGatewayError)) return;
        context.code = error.code;
        onError(error);
      });
      failed.publish(context);
      throw error;
    } finally {
      asyncStart.publish(context);
      asyncEnd.publish(context);
    }
  };
  let result: Promise<T> | undefined;
  const begin = (): Promise<T> => (result ??= traced());
  // A store that a subscriber has bound may throw, before the work or after it.
  complete(() =>
    start.runStores(context, () => {
      const run: unknown = Reflect.get(context, RUN);
      if (typeof run === 'function') complete(() => run(begin));
      begin();
    }),
  );
  begin();
  end.publish(context);
  return begin();
}

// A subscriber may have frozen the context.
function complete(work: () => unknown): void {
  try {
    work();
  } catch {
    // The outcome is the same.
  }
}
