import {
  setAccount,
  type SmsGatewayError,
  type SmsGuardError,
  type SmsMessageError,
  type SmsTransportError,
} from '../errors/index.js';
import type { SendGuard } from '../guard/send-guard.js';
import { checkContent, checkMessage, copyContent } from '../message/check-message.js';
import type { CheckedContent, CheckedMessage, MessageContext } from '../message/checked-message.js';
import { suggestGsmText } from '../message/gsm-text.js';
import { asMessageError } from '../message/message-issues.js';
import type { ReadRecipient } from '../message/checked-message.js';
import { estimateSegments } from '../message/segments.js';
import type {
  SendOptions,
  SmsContent,
  SmsMessage,
  SmsReceipt,
  SmsSegments,
} from '../message/sms-message.js';
import { readCallOptions, sendOptions } from '../options/call-options.js';
import { broadcast } from '../run/broadcast.js';
import { sendMany } from '../run/send-many.js';
import type { BroadcastOptions, SendManyOptions, SmsRun } from '../run/sms-run.js';
import { SmsService } from '../sms.service.js';
import type { Lifetime } from './lifetime.js';
import type { Turn } from './send-gate.js';

const NO_OPTIONS: SendOptions = Object.freeze({});

/** What messages are checked by. */
export interface Checks {
  readonly name: string;
  readonly context: MessageContext;
  /** Keeps back what should not be sent; undefined if everything may be. */
  readonly guard?: SendGuard | undefined;
}

/** The part of a service that accounts and failovers share: it checks messages before they are sent. */
export abstract class SendingService extends SmsService {
  /** The most sends of a run at once, unless its options say otherwise. */
  abstract readonly concurrency: number;
  /** The most numbers in one send of a broadcast. */
  abstract readonly largestBatch: number;
  abstract readonly lifetime: Lifetime;
  abstract readonly checks: Checks;

  /**
   * Logs and publishes that a limit of the app refused a message for good. Before that, nobody learns of
   * the refusal, because a run or a queue may send the message later or in parts.
   *
   * @param error of `sendInRun` or `sendBatch`
   * @param recipients the numbers that are given up; default all of the message
   */
  abstract giveUp(error: SmsGuardError, recipients?: readonly string[]): void;

  /**
   * Publishes that a queued message may have been sent, because the worker that had it was lost.
   *
   * @param message undefined where it cannot be read
   */
  abstract reportLost(error: SmsTransportError, message: CheckedMessage | undefined): void;

  /** Rejects with the error of an invalid message, which is never sent. */
  abstract failInvalid(error: SmsMessageError): Promise<never>;

  protected abstract sendChecked(
    message: CheckedMessage,
    options: SendOptions,
    queueTime: Turn['queueTime'],
  ): Promise<SmsReceipt>;

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

  override estimate(text: string): SmsSegments {
    return suggestGsmText(estimateSegments(text), text);
  }

  /**
   * Sends a message of a run. It may wait for its turn without a deadline, because a low rate limit would
   * otherwise end it through no fault of its own.
   */
  sendInRun(message: SmsMessage, options: SendOptions): Promise<SmsReceipt> {
    return this.checkAndSend(message, options, 'uncounted');
  }

  /** Sends a checked text to checked recipients, as {@link sendInRun} does. */
  sendBatch(
    content: CheckedContent,
    recipients: readonly string[],
    options: SendOptions,
  ): Promise<SmsReceipt> {
    return this.sendChecked({ ...content, recipients }, options, 'uncounted');
  }

  /** Reads one number: returns its digits with country prefix, or why it cannot be sent to. */
  get readRecipient(): ReadRecipient {
    return this.checks.context.readRecipient;
  }

  /**
   * @returns a copy of a message without recipients, for outcomes, and the checked one
   * @throws SmsMessageError, SmsGuardError
   */
  readContent(message: unknown): { content: SmsContent; checked: CheckedContent } {
    const { context, guard } = this.checks;
    const read = this.check(() => {
      const content = copyContent(message);
      return { content: content as SmsContent, checked: checkContent(content, context) };
    });
    this.refuse(guard?.refusalOfText(read.checked));
    return read;
  }

  /** @throws SmsMessageError, SmsGuardError */
  checkMessage(message: unknown): CheckedMessage {
    const checked = this.check(() => checkMessage(message, this.checks.context));
    this.refuse(this.checks.guard?.refusalOf(checked));
    return checked;
  }

  /** @throws SmsGuardError */
  checkRecipient(number: string): void {
    this.refuse(this.checks.guard?.refusalOfRecipients([number]));
  }

  private checkAndSend(
    message: SmsMessage,
    options: SendOptions,
    queueTime: Turn['queueTime'],
  ): Promise<SmsReceipt> {
    let checked: CheckedMessage;
    let own = options;
    try {
      checked = checkMessage(message, this.checks.context);
      // A run has checked its options, and gives the same object to all its sends.
      if (queueTime === 'counted' && options !== NO_OPTIONS)
        own = readCallOptions(sendOptions, options);
    } catch (error) {
      return this.failInvalid(asMessageError(error, 'message'));
    }
    return this.sendChecked(checked, own, queueTime);
  }

  private check<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.named(asMessageError(error, 'message'));
    }
  }

  private refuse(refusal: SmsGuardError | undefined): void {
    if (refusal) throw this.named(refusal);
  }

  protected named<E extends SmsGatewayError>(error: E): E {
    setAccount(error, this.checks.name);
    return error;
  }
}
