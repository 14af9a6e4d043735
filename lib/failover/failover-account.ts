import { Logger, type OnModuleInit } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { SmsAccount } from '../account/sms-account.js';
import type { Turn } from '../account/send-gate.js';
import { checkSendOptions } from '../account/send-options.js';
import {
  SmsAuthenticationError,
  SmsGatewayError,
  type SmsGuardError,
  type SmsMessageError,
  SmsTransportError,
} from '../errors/index.js';
import { mergeEvents } from '../events/event-stream.js';
import type { SmsEvent } from '../events/sms-event.js';
import { NO_DEFAULTS } from '../message/check-message.js';
import type { CheckedContent, CheckedMessage } from '../message/checked-message.js';
import { asMessageError } from '../message/message-issues.js';
import type { ReadRecipient } from '../message/recipients.js';
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

/** How long an account that failed comes last, in ms. */
const SET_BACK = 10_000;

/** One of the accounts, and until when it comes last, by `performance.now()`. */
interface Member {
  readonly account: SmsAccount;
  failedUntil: number;
}

/**
 * Sends through the first of several accounts that takes a message. Another one is tried only after the
 * one before definitely did not send it, and for no fault of the message.
 *
 * Messages are checked by the rules of the first account. Each account fills in its own `defaults`.
 */
export class FailoverAccount extends SmsService implements RunAccount, OnModuleInit {
  private readonly logger = new Logger('SmsGateway');
  private found: readonly Member[] | undefined;

  /**
   * @param name shown in the log
   * @param find finds the accounts, two at least. Called late, because Nest may not have built them yet
   */
  constructor(
    private readonly name: string,
    private readonly find: () => readonly SmsAccount[],
  ) {
    super();
  }

  /** @throws SmsConfigurationError if an account cannot be found */
  onModuleInit(): void {
    void this.members;
  }

  override send(message: SmsMessage, options: SendOptions = {}): Promise<SmsReceipt> {
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

  /** Those of its accounts: one that did not send is `not-sent`, though the next one may send. */
  override get events$(): Observable<SmsEvent> {
    return mergeEvents(() => this.members.map(({ account }) => account.events$));
  }

  override estimate(text: string): SmsSegments {
    return this.first.estimate(text);
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

  get concurrency(): number {
    return this.first.concurrency;
  }

  get largestBatch(): number {
    return Math.min(...this.members.map(({ account }) => account.largestBatch));
  }

  get readRecipient(): ReadRecipient {
    return this.first.readRecipient;
  }

  /** @throws SmsMessageError, SmsGuardError */
  checkMessage(message: unknown): CheckedMessage {
    return this.first.checkMessage(message, NO_DEFAULTS);
  }

  /** @throws SmsGuardError */
  checkRecipient(number: string): void {
    this.first.checkRecipient(number);
  }

  readContent(message: unknown): ReadContent {
    return this.first.readContent(message, NO_DEFAULTS);
  }

  giveUp(error: SmsGuardError, recipients?: readonly string[]): void {
    for (const { account } of this.members) account.giveUp(error, recipients);
  }

  failInvalid(error: SmsMessageError): Promise<never> {
    return this.first.failInvalid(error);
  }

  // All accounts of an app close together.
  get closed(): boolean {
    return this.first.closed;
  }

  closedError(): SmsTransportError {
    return this.first.closedError();
  }

  onClose(end: () => void): void {
    this.first.onClose(end);
  }

  offClose(end: () => void): void {
    this.first.offClose(end);
  }

  private get members(): readonly Member[] {
    this.found ??= this.find().map((account) => ({ account, failedUntil: 0 }));
    return this.found;
  }

  private get first(): SmsAccount {
    const [first] = this.members;
    if (!first) throw new Error('A failover without accounts');
    return first.account;
  }

  private async checkAndSend(
    message: SmsMessage,
    options: SendOptions,
    queueTime: Turn['queueTime'],
  ): Promise<SmsReceipt> {
    const { first } = this;
    let checked: CheckedMessage;
    try {
      checked = first.readMessage(message, NO_DEFAULTS);
      checkSendOptions(options);
    } catch (error) {
      return first.failInvalid(asMessageError(error, 'message'));
    }
    return this.sendChecked(checked, options, queueTime);
  }

  private async sendChecked(
    message: CheckedMessage,
    options: SendOptions,
    queueTime: Turn['queueTime'],
  ): Promise<SmsReceipt> {
    const { first } = this;
    const scope = new SendScope(first.total, options.signal);
    // What the first account never sends, no other one sends while the first comes last.
    const members = first.refusalOf(message) ? this.members.slice(0, 1) : this.inTurn();
    let failure: unknown;
    try {
      for (const [index, member] of members.entries()) {
        const left = members.length - index;
        // An account that hangs before a request leaves must not use up the time of the next one.
        const patience = left > 1 ? scope.remaining / (2 * left) : undefined;
        try {
          const part = { scope, once: { patience } };
          const receipt = await member.account.sendPart(message, options, queueTime, part);
          member.failedUntil = 0;
          return receipt;
        } catch (error) {
          if (!isFaultOfAccount(error) || scope.ended) throw error;
          this.setBack(member, error);
          failure = error;
        }
      }
      throw failure;
    } finally {
      scope.dispose();
    }
  }

  /** The accounts in the order in which they are tried: those that just failed come last. */
  private inTurn(): readonly Member[] {
    const now = performance.now();
    const isBack = ({ failedUntil }: Member): boolean => now >= failedUntil;
    return [...this.members.filter(isBack), ...this.members.filter((member) => !isBack(member))];
  }

  private setBack(member: Member, { code }: SmsGatewayError): void {
    const now = performance.now();
    if (now >= member.failedUntil) {
      this.logger.warn(
        `[${this.name}] The account '${member.account.name}' did not send (${code}). It comes last for ${SET_BACK / 1000} s.`,
      );
    }
    member.failedUntil = now + SET_BACK;
  }
}

/** Whether nothing was sent, and another account may well take the same message. */
function isFaultOfAccount(error: unknown): error is SmsGatewayError {
  if (!(error instanceof SmsGatewayError) || error.outcome !== 'not-sent') return false;
  if (error instanceof SmsAuthenticationError) return true;
  return error instanceof SmsTransportError && error.code !== 'aborted' && error.code !== 'closed';
}
