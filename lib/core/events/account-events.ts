import { type Observable, Subject } from 'rxjs';
import { within } from '../common/promises.js';
import {
  type SmsErrorCode,
  SmsGatewayError,
  SmsGuardError,
  type SmsMessageError,
} from '../errors/index.js';
import { resultOf, type SendResult, type SendSuccess } from '../deadline/failure.js';
import { countCountries } from '../message/calling-code.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { Priority } from '../message/priority.js';
import type { SmsMessage, SmsReceipt } from '../message/sms-message.js';
import { shownCode, shownTransaction } from '../protocol/shown.js';
import { type AttemptStart, instrumented, type Place, type SendStart, type Work } from './hook.js';
import { keepMessage } from './message-of.js';
import type { SmsEvent, SmsReportState } from './sms-event.js';
import type { SendObserver } from './send-observer.js';

/** What is reported of one recipient. Times in ms since 1970. */
export interface DeliveryReport {
  readonly recipient: string;
  readonly state: SmsReportState;
  readonly transactionId?: string | undefined;
  readonly code?: string | undefined;
  readonly receivedAt: number;
}

/** A request that is made again. */
export interface Retry {
  readonly of: 'send' | 'login' | 'lookup';
  /** The number of the next attempt: 2 for the first retry. */
  readonly attempt: number;
  /** The pause before it in ms. 0 if the account waits for the gateway's `Retry-After`. */
  readonly pause: number;
  /** What ended the last attempt. */
  readonly error: unknown;
}

/** How long to wait for handlers that are still running when the account closes, in ms. */
const PATIENCE = 5000;

/**
 * Reports what happens in an account, to the subscribers of `events$` and to the hook of `instrumentSms`. While
 * there is none, a send creates nothing for them.
 */
export class AccountEvents implements SendObserver {
  private readonly subject = new Subject<SmsEvent>();
  readonly events$: Observable<SmsEvent> = this.subject.asObservable();
  private readonly atWork = new Set<Promise<unknown>>();

  private readonly place: Place;

  /** @param baseUrl the gateway's, for its host in spans */
  constructor(
    readonly account: string,
    baseUrl?: string,
  ) {
    this.place = { account, server: baseUrl === undefined ? undefined : serverOf(baseUrl) };
  }

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

  /** Whether the package is instrumented. */
  get isTraced(): boolean {
    return instrumented.hook !== undefined;
  }

  /** Carries out a send within its span. */
  traceSend(message: CheckedMessage, priority: Priority, work: () => Promise<SendResult>) {
    const { hook } = instrumented;
    if (!hook) return work();
    let result: SendResult | undefined;
    const sent = hook.send(
      this.place,
      startOf(message, priority),
      async () => resultOf<SendSuccess>((result = await work())),
      ({ receipt }) => ({ outcome: 'accepted', ...numbersOf(message, receipt) }),
    );
    return sent.catch((error: unknown) => result ?? Promise.reject(error));
  }

  attempt<T>(attempt: AttemptStart, work: Work<T>): Promise<T> {
    return instrumented.hook?.attempt(this.place, attempt, work) ?? work();
  }

  /** Carries out a login within its span, and reports how it ended. */
  async login<T>(work: Work<T>): Promise<T> {
    const { account } = this;
    const began = performance.now();
    const end = (ok: boolean, code?: SmsErrorCode): void => {
      const duration = performance.now() - began;
      this.emit({ type: 'login', account, at: Date.now(), ok, code, duration });
    };
    try {
      const result = await (instrumented.hook?.login(this.place, work) ?? work());
      end(true);
      return result;
    } catch (error) {
      end(false, codeOf(error));
      throw error;
    }
  }

  /** Reports how long a call waited for a turn, in ms. */
  waited(priority: Priority, waited: number): void {
    instrumented.hook?.waited(this.account, priority, waited);
  }

  retry({ of, attempt, pause, error }: Retry, message?: CheckedMessage): void {
    const code = codeOf(error);
    instrumented.hook?.retried(this.account, of, code);
    if (!message || !this.subject.observed) return;
    this.emit({ type: 'retry', ...this.about(message), attempt, pause, code }, message);
  }

  report({ state, recipient, transactionId: id, code, receivedAt }: DeliveryReport): void {
    const { account } = this;
    instrumented.hook?.reported(account, state);
    if (state === 'pending' || state === 'unrecognised' || !this.subject.observed) return;
    const type = state === 'delivered' ? 'delivered' : 'undelivered';
    const transactionId = id && shownTransaction(id, [recipient]);
    const shownValue = code && shownCode(code, [recipient]);
    this.emit({ type, account, at: receivedAt, transactionId, state, code: shownValue });
  }

  /** Shows a balance that was read. */
  balance(credits: string): void {
    instrumented.hook?.balance(this.account, Number(credits));
  }

  balanceLow(credits: string, below: number): void {
    const { account } = this;
    this.emit({ type: 'balance-low', account, at: Date.now(), credits, below });
  }

  onAccepted(message: CheckedMessage, _priority: Priority, { receipt, waited }: SendSuccess): void {
    if (!this.subject.observed) return;
    const numbers = numbersOf(message, receipt);
    this.emit({ type: 'accepted', ...this.about(message), ...numbers, waited }, message);
  }

  onFailed(message: CheckedMessage, priority: Priority, error: SmsGatewayError): void {
    // A send that the app's own limits refused has not begun.
    if (error instanceof SmsGuardError) this.traceAtOnce(message, priority, error);
    this.emitFailed(error, message);
  }

  onHeld(message: CheckedMessage, priority: Priority): void {
    this.traceAtOnce(message, priority);
    if (this.subject.observed) this.emit({ type: 'held', ...this.about(message) }, message);
  }

  /** A message of a queue may have been sent by a worker that was lost, with all that it knew. */
  lost(error: SmsGatewayError, message?: CheckedMessage): void {
    if (message) this.traceAtOnce(message, 'normal', error);
    this.emitFailed(error, message);
  }

  onInvalid(error: SmsMessageError): void {
    this.emitFailed(error);
  }

  private emitFailed(error: SmsGatewayError, message?: CheckedMessage): void {
    if (!this.subject.observed) return;
    const { code, outcome } = error;
    this.emit({ type: outcome, ...this.about(message), code, error }, message);
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

  /** Shows a send that ended before it began: it failed, or was held. */
  private traceAtOnce(message: CheckedMessage, priority: Priority, error?: SmsGatewayError): void {
    const { hook } = instrumented;
    if (!hook) return;
    const work = () => Promise.resolve(error);
    void hook.send(this.place, startOf(message, priority), work, () => ({ outcome: 'held' }));
  }
}

function serverOf(baseUrl: string): Place['server'] {
  const { hostname, port, protocol } = new URL(baseUrl);
  const address = hostname.replace(/^\[|\]$/g, '');
  return { address, port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port) };
}

function startOf({ recipients, segments }: CheckedMessage, priority: Priority): SendStart {
  const { hook } = instrumented;
  const countries = hook?.countries ? countCountries(recipients, new Map()) : undefined;
  return { priority, recipients: recipients.length, segments: segments.count, countries };
}

function codeOf(error: unknown): SmsErrorCode | undefined {
  return error instanceof SmsGatewayError ? error.code : undefined;
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
