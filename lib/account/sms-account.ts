import type { OnApplicationShutdown } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { CredentialSource } from '../auth/credential-source.js';
import {
  SmsGatewayError,
  SmsGuardError,
  type SmsMessageError,
  SmsTransportError,
} from '../errors/index.js';
import { setAccount } from '../errors/sms-gateway.error.js';
import type { AccountEvents } from '../events/account-events.js';
import type { SmsEvent } from '../events/sms-event.js';
import type { SendGuard } from '../guard/send-guard.js';
import { checkContent, checkMessage, copyContent, fillDefaults } from '../message/check-message.js';
import type { CheckedContent, CheckedMessage, MessageContext } from '../message/checked-message.js';
import { asMessageError } from '../message/message-issues.js';
import { suggestGsmText } from '../message/gsm-text.js';
import type { ReadRecipient } from '../message/recipients.js';
import { estimateSegments } from '../message/segments.js';
import type {
  SendOptions,
  SmsContent,
  SmsMessage,
  SmsReceipt,
  SmsSegments,
} from '../message/sms-message.js';
import { broadcast } from '../run/broadcast.js';
import type { ReadContent, RunAccount } from '../run/run-account.js';
import { sendMany } from '../run/send-many.js';
import type { BroadcastOptions, SendManyOptions, SmsRun } from '../run/sms-run.js';
import { SmsService } from '../sms.service.js';
import { SendScope } from '../transport/send-scope.js';
import type { Transport } from '../transport/gateway-transport.js';
import type { Breaker } from '../transport/breaker.js';
import type { AccountHealth, HealthAccount } from './account-health.js';
import type { CallPipeline } from './call-pipeline.js';
import { SendCall, type SendRules } from './send-call.js';
import type { Once, SendGate, Turn } from './send-gate.js';
import type { SendObserver } from './send-observer.js';
import { checkSendOptions } from './send-options.js';

const NO_OPTIONS: SendOptions = Object.freeze({});

/** What an account consists of. Times in ms. */
export interface SmsAccountParts {
  /** The registration's name; `default` for the default account. */
  readonly name: string;
  /** What messages are checked against. */
  readonly context: MessageContext;
  readonly limits: {
    /** The most sends of a run at once, unless its options say otherwise. */
    readonly concurrency: number;
    /** The most numbers in one send of a broadcast. */
    readonly largestBatch: number;
    /** The total deadline of a send. */
    readonly total: number;
    /** How long to wait for sends in progress when it closes. */
    readonly drain: number;
  };
  readonly rules: SendRules;
  /** Keeps back what should not be sent; undefined if everything may be. */
  readonly guard?: SendGuard | undefined;
  readonly source: CredentialSource;
  readonly transport: Transport;
  readonly pipeline: Pick<CallPipeline, 'run'>;
  readonly observer: SendObserver;
  readonly events: AccountEvents;
  /** For health checks. */
  readonly gate: Pick<SendGate, 'waiting'>;
  readonly breaker: Pick<Breaker, 'state'> | undefined;
  /** Whether the credentials have to be obtained, and do not only come with the options. */
  readonly logsIn: boolean;
  /** All accounts of the app, which close together. */
  readonly siblings: Set<SmsAccount>;
}

/** The part of one account in a send that several accounts may carry out. */
export interface SendPart {
  /** The whole send's. Whoever created it disposes of it. */
  readonly scope: SendScope;
  readonly once: Once;
}

/**
 * One gateway login with its defaults: the `SmsService` that sends to a gateway. It checks messages,
 * keeps track of the sends in progress, and closes with the app.
 */
export class SmsAccount
  extends SmsService
  implements RunAccount, HealthAccount, OnApplicationShutdown
{
  readonly concurrency: number;
  readonly largestBatch: number;

  private readonly inProgress = new Set<SendScope>();
  private readonly runs = new Set<() => void>();
  /** Refusals of messages that may be sent later, and how to tell of them. */
  private readonly untold = new WeakMap<SmsGuardError, (recipients?: readonly string[]) => void>();
  private closing: Promise<void> | undefined;
  private drained: (() => void) | undefined;

  constructor(private readonly parts: SmsAccountParts) {
    super();
    this.concurrency = parts.limits.concurrency;
    this.largestBatch = parts.limits.largestBatch;
    parts.siblings.add(this);
  }

  override send(message: SmsMessage, options: SendOptions = NO_OPTIONS): Promise<SmsReceipt> {
    return this.checkAndSend(message, options, 'counted');
  }

  override sendMany(
    messages: Iterable<SmsMessage> | AsyncIterable<SmsMessage>,
    options?: SendManyOptions,
  ): SmsRun {
    return sendMany(this, messages, options);
  }

  override broadcast(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options?: BroadcastOptions,
  ): SmsRun {
    return broadcast(this, message, recipients, options);
  }

  override get events$(): Observable<SmsEvent> {
    return this.parts.events.events$;
  }

  override estimate(text: string): SmsSegments {
    return suggestGsmText(estimateSegments(text), text);
  }

  sendInRun(message: SmsMessage, options: SendOptions): Promise<SmsReceipt> {
    return this.checkAndSend(message, options, 'uncounted');
  }

  sendBatch(
    content: CheckedContent,
    recipients: readonly string[],
    options: SendOptions,
  ): Promise<SmsReceipt> {
    return this.sendChecked({ ...content, recipients }, options, 'uncounted');
  }

  giveUp(error: SmsGuardError, recipients?: readonly string[]): void {
    this.untold.get(error)?.(recipients);
    this.untold.delete(error);
  }

  failInvalid(error: SmsMessageError): Promise<never> {
    setAccount(error, this.parts.name);
    this.parts.observer.onInvalid(error);
    this.parts.events.failed(error);
    return Promise.reject(error);
  }

  readContent(message: unknown, defaults = this.parts.context.defaults): ReadContent {
    let read: ReadContent;
    try {
      const content = copyContent(message);
      const checked = checkContent(content, { ...this.parts.context, defaults });
      read = { content: content as SmsContent, checked };
    } catch (error) {
      throw this.named(asMessageError(error, 'message'));
    }
    this.refuse(this.parts.guard?.refusalOfText(read.checked));
    return read;
  }

  /** @throws SmsMessageError */
  readMessage(message: unknown, defaults = this.parts.context.defaults): CheckedMessage {
    try {
      return checkMessage(message, { ...this.parts.context, defaults });
    } catch (error) {
      throw this.named(asMessageError(error, 'message'));
    }
  }

  /** @throws SmsMessageError, SmsGuardError */
  checkMessage(message: unknown, defaults = this.parts.context.defaults): CheckedMessage {
    const checked = this.readMessage(message, defaults);
    this.refuse(this.refusalOf(checked));
    return checked;
  }

  /** Why a message is never sent, whatever was sent before. */
  refusalOf(message: CheckedMessage): SmsGuardError | undefined {
    const { guard } = this.parts;
    return guard?.refusalOfText(message) ?? guard?.refusalOfRecipients(message.recipients);
  }

  /** @throws SmsGuardError */
  checkRecipient(number: string): void {
    this.refuse(this.parts.guard?.refusalOfRecipients([number]));
  }

  /** Sends a message that was checked without defaults, as one of several accounts that may. */
  sendPart(
    message: CheckedMessage,
    options: SendOptions,
    queueTime: Turn['queueTime'],
    part: SendPart,
  ): Promise<SmsReceipt> {
    const filled = fillDefaults(message, this.parts.context.defaults);
    return this.sendChecked(filled, options, queueTime, part);
  }

  /** Whether `reach` keeps messages from some or all recipients. */
  get limitsReach(): boolean {
    return this.parts.guard?.limitsReach ?? false;
  }

  /** The total deadline of a send, in ms. */
  get total(): number {
    return this.parts.limits.total;
  }

  get name(): string {
    return this.parts.name;
  }

  get readRecipient(): ReadRecipient {
    return this.parts.context.readRecipient;
  }

  get closed(): boolean {
    return this.closing !== undefined;
  }

  onClose(end: () => void): void {
    this.runs.add(end);
  }

  offClose(end: () => void): void {
    this.runs.delete(end);
  }

  closedError(): SmsTransportError {
    return this.named(
      new SmsTransportError('closed', 'The app is shutting down. Nothing was sent.', {
        outcome: 'not-sent',
      }),
    );
  }

  health(): AccountHealth {
    const { breaker, gate } = this.parts;
    const sending = this.inProgress.size;
    return { breaker: breaker?.state ?? 'off', waiting: gate.waiting, sending };
  }

  async checkLogin(timeout: number): Promise<'ok' | 'none'> {
    if (this.closed) throw this.closedError();
    const { logsIn, source } = this.parts;
    if (!logsIn) return 'none';
    const scope = new SendScope(timeout);
    try {
      if (!source.ready()) await scope.wait(source.obtain(scope, {}));
      return 'ok';
    } finally {
      scope.dispose();
    }
  }

  /**
   * Takes no more sends, waits up to `drain` for those in progress, then ends the rest and the
   * sockets. Each caller learns what is known of its send.
   */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  /** Called by Nest, once the HTTP server takes no more requests. */
  async onApplicationShutdown(): Promise<void> {
    // Nest closes one module after the other. Without this, each account would go on taking sends while
    // another drains, and shutdown would take as many times `drain` as there are accounts.
    for (const account of this.parts.siblings) account.close().catch(() => undefined);
    await this.close();
  }

  private checkAndSend(
    message: SmsMessage,
    options: SendOptions,
    queueTime: Turn['queueTime'],
  ): Promise<SmsReceipt> {
    let checked: CheckedMessage;
    try {
      checked = this.readMessage(message);
      if (options !== NO_OPTIONS) checkSendOptions(options);
    } catch (error) {
      return this.failInvalid(asMessageError(error, 'message'));
    }
    return this.sendChecked(checked, options, queueTime);
  }

  private async sendChecked(
    message: CheckedMessage,
    options: SendOptions,
    queueTime: Turn['queueTime'],
    { scope: given, once }: Partial<SendPart> = {},
  ): Promise<SmsReceipt> {
    const { events, guard, observer } = this.parts;
    if (this.closed) {
      const error = this.closedError();
      events.failed(error, message);
      throw error;
    }
    const { signal, priority = 'normal' } = options;
    const turn: Turn = { priority, queueTime, once };
    const scope = given ?? new SendScope(this.total, signal);
    // One object for all sends of a run.
    const call = queueTime === 'counted' ? scope : options;
    this.inProgress.add(scope);
    try {
      if (!guard) return await this.carryOut(message, scope, turn);
      const receipt = await guard.send(message, { priority, call, scope }, (each) =>
        this.carryOut(each, scope, turn),
      );
      if (receipt.held.length > 0) {
        const held = { ...message, recipients: receipt.held };
        observer.onHeld(held, turn);
        events.held(held, priority);
      }
      return receipt;
    } catch (error) {
      if (error instanceof SmsGatewayError) this.fail(this.named(error), message, turn);
      throw error;
    } finally {
      if (!given) scope.dispose();
      this.inProgress.delete(scope);
      if (this.inProgress.size === 0) this.drained?.();
    }
  }

  private fail(error: SmsGatewayError, message: CheckedMessage, turn: Turn): void {
    const { events, observer } = this.parts;
    const tell = (recipients = message.recipients): void => {
      const failed = { ...message, recipients };
      observer.onFailed(failed, turn, error);
      if (error instanceof SmsGuardError) events.refused(failed, turn.priority, error);
      events.failed(error, failed);
    };
    // A run or a queue may send it later, or without the numbers that were refused. What becomes of that
    // is what there is to tell.
    const mayComeBack = turn.queueTime === 'uncounted' && error instanceof SmsGuardError;
    if (mayComeBack) this.untold.set(error, tell);
    else tell();
  }

  private async carryOut(
    message: CheckedMessage,
    scope: SendScope,
    turn: Turn,
  ): Promise<SmsReceipt> {
    const { events, observer, pipeline, rules } = this.parts;
    const call = new SendCall(message, rules);
    const accepted = await events.send(message, turn.priority, () =>
      pipeline.run(call, scope, turn),
    );
    const { receipt, redactor } = accepted;
    observer.onAccepted(message, turn, receipt, redactor);
    events.accepted(message, accepted);
    return receipt;
  }

  private refuse(refusal: SmsGuardError | undefined): void {
    if (refusal) throw this.named(refusal);
  }

  private named<E extends SmsGatewayError>(error: E): E {
    setAccount(error, this.parts.name);
    return error;
  }

  private async shutDown(): Promise<void> {
    for (const end of this.runs) end();
    if (this.inProgress.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.parts.limits.drain);
        this.drained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    for (const scope of this.inProgress) scope.end('closed');
    this.parts.source.close();
    await this.parts.transport.close();
    this.parts.siblings.delete(this);
    await this.parts.events.close();
  }
}
