import { type Observable, Subject } from 'rxjs';
import { within } from '../common/promises.js';
import { SmsGatewayError, SmsGuardError, type SmsMessageError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsMessage, SmsReceipt } from '../message/sms-message.js';
import { shownCode, shownTransaction } from '../protocol/shown.js';
import {
  type SmsAttemptTrace,
  type SmsBreakerNote,
  smsChannels,
  type SmsLoginTrace,
  type SmsRetryNote,
  type SmsSendTrace,
  type SmsTraceEnd,
  trace,
} from './channels.js';
import type { SmsReportState } from './report-state.js';
import type { Priority, SendObserver, Turn } from './send-observer.js';
import { keepMessage, type SmsEvent } from './sms-event.js';

/** What is reported of one recipient. Times in ms since 1970. */
export interface DeliveryReport {
  readonly recipient: string;
  readonly state: SmsReportState;
  readonly transactionId?: string | undefined;
  readonly code?: string | undefined;
  readonly receivedAt: number;
}

/** How long to wait for handlers that are still running when the account closes, in ms. */
const PATIENCE = 5000;

/**
 * Reports what happens to the subscribers of an account, on the package's channels and of `events$`. While
 * there is none, a send creates nothing for them.
 */
export class AccountEvents implements SendObserver {
  private readonly subject = new Subject<SmsEvent>();
  readonly events$: Observable<SmsEvent> = this.subject.asObservable();
  private readonly atWork = new Set<Promise<unknown>>();

  constructor(readonly account: string) {}

  /** Makes {@link close} wait for a handler of an event that is still running. */
  closeAfter(work: Promise<unknown>): void {
    this.atWork.add(work);
    void work.finally(() => this.atWork.delete(work));
  }

  /** Ends `events$`. Handlers get a few seconds to finish with the last events. */
  async close(): Promise<void> {
    this.subject.complete();
    if (this.atWork.size > 0) await within(PATIENCE, Promise.all(this.atWork));
  }

  /** Carries out a send under its channel. */
  traceSend(
    message: CheckedMessage,
    priority: Priority,
    work: () => Promise<SmsReceipt>,
  ): Promise<SmsReceipt> {
    if (!smsChannels.send.hasSubscribers) return work();
    const context = this.contextOf(message, priority);
    const onAccepted = (receipt: SmsReceipt): void => {
      Object.assign(context, { outcome: 'accepted', ...numbersOf(message, receipt) });
    };
    return trace(smsChannels.send, context, work, onAccepted, failed(context));
  }

  /** Whether somebody watches sends and their attempts. */
  get isTraced(): boolean {
    return smsChannels.send.hasSubscribers || smsChannels.attempt.hasSubscribers;
  }

  attempt<T>(
    attempt: number,
    recipients: number,
    work: () => Promise<T | SmsGatewayError>,
  ): Promise<T | SmsGatewayError> {
    if (!smsChannels.attempt.hasSubscribers) return work();
    const thrown = async (): Promise<T> => {
      const ended = await work();
      if (ended instanceof SmsGatewayError) throw ended;
      return ended;
    };
    const context: SmsAttemptTrace = { account: this.account, attempt, recipients };
    const onAccepted = (): void => {
      context.outcome = 'accepted';
    };
    return trace(smsChannels.attempt, context, thrown, onAccepted, failed(context)).catch(
      (error: unknown) => {
        if (error instanceof SmsGatewayError) return error;
        throw error;
      },
    );
  }

  /** Carries out a login under its channel, and reports how it ended. */
  login<T>(work: () => Promise<T>): Promise<T> {
    const { account } = this;
    const began = performance.now();
    const context: SmsLoginTrace = { account };
    const end = (ok: boolean) => (): void => {
      context.ok = ok;
      const { code } = context;
      const duration = performance.now() - began;
      this.emit({ type: 'login', account, at: Date.now(), ok, code, duration });
    };
    return trace(smsChannels.login, context, work, end(true), end(false));
  }

  /** Waits for a turn, and reports how long it took. */
  async wait<T>(recipients: number, priority: Priority, work: () => Promise<T>): Promise<T> {
    if (!smsChannels.rateLimit.hasSubscribers) return work();
    const { account } = this;
    const began = performance.now();
    let passed = false;
    try {
      const turn = await work();
      passed = true;
      return turn;
    } finally {
      const waited = performance.now() - began;
      smsChannels.rateLimit.publish({ account, priority, recipients, waited, passed });
    }
  }

  retry(
    retry: Omit<SmsRetryNote, 'account' | 'code'> & { readonly error: unknown },
    message?: CheckedMessage,
  ): void {
    if (!smsChannels.retry.hasSubscribers && !this.isObserved) return;
    const { of, attempt, pause, error } = retry;
    const code = error instanceof SmsGatewayError ? error.code : undefined;
    smsChannels.retry.publish({ account: this.account, of, attempt, pause, code });
    if (!message) return;
    this.emit({ type: 'retry', ...this.about(message), attempt, pause, code }, message);
  }

  breaker(state: SmsBreakerNote['state']): void {
    smsChannels.breaker.publish({ account: this.account, state });
  }

  report({ state, recipient, transactionId: id, code, receivedAt }: DeliveryReport): void {
    if (!smsChannels.report.hasSubscribers && !this.isObserved) return;
    const { account } = this;
    const transactionId = id && shownTransaction(id, [recipient]);
    const known = code && shownCode(code, [recipient]);
    smsChannels.report.publish({ account, state, transactionId, code: known });
    if (state === 'pending' || state === 'unrecognised' || !this.isObserved) return;
    const type = state === 'delivered' ? 'delivered' : 'undelivered';
    this.emit({ type, account, at: receivedAt, transactionId, state, code: known });
  }

  onAccepted(message: CheckedMessage, _turn: Turn, receipt: SmsReceipt): void {
    if (!this.isObserved) return;
    this.emit(
      { type: 'accepted', ...this.about(message), ...numbersOf(message, receipt) },
      message,
    );
  }

  onFailed(message: CheckedMessage, { priority }: Turn, error: SmsGatewayError): void {
    // A send that the app's own limits refused has not begun.
    if (error instanceof SmsGuardError) this.traceAtOnce(message, priority, error.outcome, error);
    this.emitFailed(error, message);
  }

  onHeld(message: CheckedMessage, { priority }: Turn): void {
    this.traceAtOnce(message, priority, 'held');
    if (this.isObserved) this.emit({ type: 'held', ...this.about(message) }, message);
  }

  /** A message of a queue may have been sent by a worker that was lost, with all that it knew. */
  lost(error: SmsGatewayError, message?: CheckedMessage): void {
    if (message) this.traceAtOnce(message, 'normal', error.outcome, error);
    this.emitFailed(error, message);
  }

  onInvalid(error: SmsMessageError): void {
    this.emitFailed(error);
  }

  private emitFailed(error: SmsGatewayError, message?: CheckedMessage): void {
    if (!this.isObserved) return;
    const { code, outcome } = error;
    this.emit({ type: outcome, ...this.about(message), code, error }, message);
  }

  private get isObserved(): boolean {
    return this.subject.observed;
  }

  private about(message: CheckedMessage | undefined) {
    return {
      account: this.account,
      at: Date.now(),
      recipients: message?.recipients.length ?? 0,
      segments: message?.segments.count ?? 0,
    };
  }

  private emit(event: SmsEvent, message?: CheckedMessage): void {
    if (message) keepMessage(event, () => asGiven(message));
    this.subject.next(event);
  }

  private contextOf({ recipients, segments }: CheckedMessage, priority: Priority): SmsSendTrace {
    const { account } = this;
    return { account, priority, recipients: recipients.length, segments: segments.count };
  }

  /** Shows a send that ended before it began. */
  private traceAtOnce(
    message: CheckedMessage,
    priority: Priority,
    outcome: SmsTraceEnd['outcome'] & string,
    error?: SmsGatewayError,
  ): void {
    if (!smsChannels.send.hasSubscribers) return;
    const context = this.contextOf(message, priority);
    const work = async (): Promise<void> => {
      if (error) throw error;
    };
    const end = (): void => {
      context.outcome = outcome;
    };
    trace(smsChannels.send, context, work, end, end).catch(() => undefined);
  }
}

function failed(context: SmsTraceEnd): (error: SmsGatewayError) => void {
  return ({ outcome }) => {
    context.outcome = outcome;
  };
}

/** The gateway's id, masked if it repeats a number, and how many numbers it took. */
function numbersOf({ recipients }: CheckedMessage, receipt: SmsReceipt) {
  const { accepted, rejected, transactionId } = receipt;
  return {
    transactionId: shownTransaction(transactionId, recipients),
    accepted: accepted.length,
    rejected: rejected.length,
  };
}

function asGiven({ recipients, text, values, duplicateCheck, fields }: CheckedMessage): SmsMessage {
  // Copies, which a subscriber may change.
  return { ...values, to: [...recipients], text, duplicateCheck, fields: { ...fields } };
}
