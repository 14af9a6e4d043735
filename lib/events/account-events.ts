import type { Observable } from 'rxjs';
import { SmsGatewayError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsMessage, SmsReceipt } from '../message/sms-message.js';
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
import { EventStream } from './event-stream.js';
import { keepMessage, type SmsEvent } from './sms-event.js';

type Priority = SmsSendTrace['priority'];

/** An accepted send, as its channel and event show it. */
interface Accepted {
  readonly receipt: SmsReceipt;
  /** The gateway's id, without the numbers that it may repeat. */
  readonly transactionId: () => string;
}

/**
 * Tells the subscribers of an account, on the package's channels and of `events$`, what happens. While
 * there is none, it creates nothing.
 */
export class AccountEvents {
  private stream: EventStream | undefined;
  private isClosed = false;

  /** @param account the name of the account */
  constructor(readonly account: string) {}

  get events$(): Observable<SmsEvent> {
    if (!this.stream) {
      this.stream = new EventStream(this.account);
      if (this.isClosed) void this.stream.close();
    }
    return this.stream.observable;
  }

  /** Ends `events$`. Its subscribers get a few seconds to end what they do with the last events. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.stream?.close();
  }

  /** Carries out a send under its channel. */
  send<T extends Accepted>(
    message: CheckedMessage,
    priority: Priority,
    work: () => Promise<T>,
  ): Promise<T> {
    if (!smsChannels.send.hasSubscribers) return work();
    const context = this.sendTrace(message, priority);
    const onAccepted = ({ receipt, transactionId }: T): void => {
      context.outcome = 'accepted';
      context.transactionId = transactionId();
      context.accepted = receipt.accepted.length;
      context.rejected = receipt.rejected.length;
    };
    return trace(smsChannels.send, context, work, onAccepted, failed(context));
  }

  /** Carries out one attempt of a send under its channel. */
  attempt<T>(attempt: number, recipients: number, work: () => Promise<T>): Promise<T> {
    if (!smsChannels.attempt.hasSubscribers) return work();
    const context: SmsAttemptTrace = { account: this.account, attempt, recipients };
    const onAccepted = (): void => {
      context.outcome = 'accepted';
    };
    return trace(smsChannels.attempt, context, work, onAccepted, failed(context));
  }

  /** Carries out a login under its channel, and tells how it ended. */
  async login<T>(work: () => Promise<T>): Promise<T> {
    const { account } = this;
    const began = performance.now();
    const ended = (error?: unknown): void => {
      if (!this.isObserved) return;
      const code = error instanceof SmsGatewayError ? error.code : undefined;
      const duration = performance.now() - began;
      const ok = error === undefined;
      this.emit({ type: 'login', account, at: Date.now(), ok, code, duration });
    };
    try {
      const result = await this.traceLogin(work);
      ended();
      return result;
    } catch (error) {
      ended(error);
      throw error;
    }
  }

  /** Waits for a turn, and tells how long it took. */
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

  /** Tells that a request is made again. */
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

  /** Tells that the circuit breaker changed its state. */
  breaker(state: SmsBreakerNote['state']): void {
    smsChannels.breaker.publish({ account: this.account, state });
  }

  /** Tells that a message was accepted. */
  accepted(message: CheckedMessage, { receipt, transactionId }: Accepted): void {
    if (!this.isObserved) return;
    const accepted = receipt.accepted.length;
    const rejected = receipt.rejected.length;
    const sent = { transactionId: transactionId(), accepted, rejected };
    this.emit({ type: 'accepted', ...this.about(message), ...sent }, message);
  }

  /**
   * Tells that a message was not accepted.
   *
   * @param message absent if it was invalid
   */
  failed(error: SmsGatewayError, message?: CheckedMessage): void {
    if (!this.isObserved) return;
    const { code, outcome } = error;
    this.emit({ type: outcome, ...this.about(message), code, error }, message);
  }

  /** Tells that a message was kept back on purpose. */
  held(message: CheckedMessage, priority: Priority): void {
    this.traceAtOnce(message, priority, 'held');
    if (this.isObserved) this.emit({ type: 'held', ...this.about(message) }, message);
  }

  /** Shows on the channel of sends that the app's own limits refused a message. */
  refused(message: CheckedMessage, priority: Priority, error: SmsGatewayError): void {
    this.traceAtOnce(message, priority, error.outcome, error);
  }

  private get isObserved(): boolean {
    return this.stream?.isObserved ?? false;
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
    this.stream?.emit(event);
  }

  private sendTrace({ recipients, segments }: CheckedMessage, priority: Priority): SmsSendTrace {
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
    const context = this.sendTrace(message, priority);
    const work = async (): Promise<void> => {
      if (error) throw error;
    };
    const end = (): void => {
      context.outcome = outcome;
    };
    trace(smsChannels.send, context, work, end, end).catch(() => undefined);
  }

  private traceLogin<T>(work: () => Promise<T>): Promise<T> {
    if (!smsChannels.login.hasSubscribers) return work();
    const context: SmsLoginTrace = { account: this.account };
    const end = (ok: boolean) => (): void => {
      context.ok = ok;
    };
    return trace(smsChannels.login, context, work, end(true), end(false));
  }
}

/** Completes a context with the outcome of an error. */
function failed(context: SmsTraceEnd): (error: SmsGatewayError) => void {
  return ({ outcome }) => {
    context.outcome = outcome;
  };
}

function asGiven({ recipients, text, values, duplicateCheck, fields }: CheckedMessage): SmsMessage {
  const { senderId, dltEntityId, type } = values;
  return { to: recipients, text, senderId, dltEntityId, type, duplicateCheck, fields };
}
