import { inspect } from 'node:util';
import {
  setAccount,
  SmsGatewayError,
  type SmsGuardError,
  SmsMessageError,
  type SmsTransportError,
} from '../errors/index.js';
import type { CheckedSendOptions } from '../deadline/mode.js';
import { type CallFailure, receiptOf, type SendResult } from '../deadline/failure.js';
import { IS_ACCOUNT } from './account-brand.js';
import { foreseen, plan, type Rehearsed } from './plan.js';
import { checkContent, checkMessage, copyContent } from '../message/check-message.js';
import type { CheckedContent, CheckedMessage, ReadRecipient } from '../message/checked-message.js';
import { suggestGsmText } from '../message/gsm-text.js';
import { asMessageError } from '../message/message-issues.js';
import { kindOf } from '../common/value-checks.js';
import { estimateSegments } from '../message/segments.js';
import type { SendOptions, SmsContent, SmsMessage } from '../message/sms-message.js';
import { previewOptions, readCallOptions, sendOptions } from '../options/call-options.js';
import type { MessageRules } from '../pipeline/send-call.js';
import { broadcast } from '../runs/broadcast.js';
import { countryOf } from '../message/calling-code.js';
import type { OutageLimits } from '../runs/outage-pause.js';
import type { RunAccount } from '../runs/run-account.js';
import { sendMany } from '../runs/send-many.js';
import { SmsService } from '../sms.service.js';
import type { Lifetime } from '../deadline/lifetime.js';

const NO_OPTIONS: SendOptions = Object.freeze({});

/** The part of a service that accounts and failovers share: it checks messages before they are sent. */
export abstract class SendingService extends SmsService implements RunAccount {
  abstract readonly name: string;
  abstract readonly concurrency: number;
  abstract readonly largestBatch: number;
  abstract readonly lifetime: Lifetime;
  abstract readonly outageLimits: OutageLimits;
  abstract readonly rules: MessageRules;
  /** The account itself, or the first one of a failover, with its defaults. */
  abstract readonly first: Rehearsed;
  /** The names of the accounts that it sends through. */
  abstract readonly accounts: readonly string[];

  /** Logs in if tokens are used. Otherwise, the first sends would wait for the login and then all leave at once. */
  abstract logIn(): Promise<void>;

  /**
   * Publishes that a queued message may have been sent, because the worker that had it was lost.
   *
   * @param message undefined if it cannot be read
   */
  abstract reportLost(error: SmsTransportError, message: CheckedMessage | undefined): void;

  abstract failInvalid(error: SmsMessageError): Promise<CallFailure>;

  abstract sendChecked(message: CheckedMessage, options: CheckedSendOptions): Promise<SendResult>;

  get [IS_ACCOUNT](): true {
    return true;
  }

  /** Short, because it holds passwords and tokens. */
  toJSON(): object {
    return { account: this.name };
  }

  [inspect.custom](): string {
    return `SmsService ${inspect(this.toJSON())}`;
  }

  override send(message: SmsMessage, options: SendOptions = NO_OPTIONS) {
    let checked: CheckedMessage;
    let optionsCopy = options;
    try {
      checked = checkMessage(message, this.rules.context);
      if (options !== NO_OPTIONS) optionsCopy = readCallOptions(sendOptions, options);
    } catch (error) {
      return this.failInvalid(asMessageError(error)).then(receiptOf);
    }
    return this.sendChecked(checked, optionsCopy).then(receiptOf);
  }

  override sendMany(...given: Parameters<SmsService['sendMany']>) {
    return sendMany(this, ...given);
  }

  override broadcast(...given: Parameters<SmsService['broadcast']>) {
    return broadcast(this, ...given);
  }

  override async plan(...given: Parameters<SmsService['plan']>) {
    const { first, largestBatch, lifetime } = this;
    try {
      return await plan(first, largestBatch, given);
    } catch (error) {
      // The run that was rehearsed says that messages may have been sent.
      if (lifetime.isOver) throw lifetime.closedError();
      throw error instanceof SmsGatewayError ? this.named(error) : error;
    }
  }

  override async preview(...[message, options = {}]: Parameters<SmsService['preview']>) {
    const { rules } = this.first;
    const { priority = 'normal' } = this.check(() => readCallOptions(previewOptions, options));
    const context = { ...rules.context, warn: () => undefined, isTextOptional: true };
    const checked = this.check(() => checkMessage(message, context));
    const { segments, ...more } = foreseen(checked, rules, priority);
    return {
      recipients: checked.recipients.map((number) => {
        const country = countryOf(number);
        return { number, ...(country !== undefined && { country }) };
      }),
      ...(checked.values.text !== undefined && { segments }),
      ...more,
      held: [],
      refused: [],
      ...(await rules.guard?.foresee(checked, priority)),
    };
  }

  override estimate(text: string) {
    if (typeof text !== 'string') {
      const message = `is ${kindOf(text)}; pass the text to count as a string`;
      throw this.named(new SmsMessageError([{ path: 'text', message }], 'argument-invalid'));
    }
    return suggestGsmText(estimateSegments(text), text);
  }

  readMessage(message: unknown): CheckedMessage | SmsMessageError {
    try {
      return checkMessage(message, this.rules.context);
    } catch (error) {
      return asMessageError(error);
    }
  }

  /** Whether it sends only to numbers of some countries. */
  limitsCountries(): boolean {
    return this.rules.guard?.limits?.limitsByOption['countries'] !== undefined;
  }

  /** Whether its option `reach` is not `'all'`. */
  get limitsReach(): boolean {
    return (this.rules.guard?.reachKey ?? 'all') !== 'all';
  }

  get readRecipient(): ReadRecipient {
    return this.rules.context.readRecipient;
  }

  readContent(message: unknown): { content: SmsContent; checked: CheckedContent } {
    const { context, guard } = this.rules;
    const read = this.check(() => {
      const content = copyContent(message);
      return { content: content as SmsContent, checked: checkContent(content, context) };
    });
    this.refuse(guard?.limits?.refusalOf(read.checked));
    return read;
  }

  /** @throws SmsMessageError, SmsGuardError */
  checkMessage(message: unknown): CheckedMessage {
    const checked = this.check(() => checkMessage(message, this.rules.context));
    this.refuse(this.rules.guard?.limits?.refusalOf(checked));
    return checked;
  }

  /** @throws SmsGuardError */
  checkRecipient(number: string): void {
    this.refuse(this.rules.guard?.limits?.refusalOf({ recipients: [number] }));
  }

  protected check<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.named(asMessageError(error));
    }
  }

  private refuse(refusal: SmsGuardError | undefined): void {
    if (refusal) throw this.named(refusal);
  }

  protected named<E extends SmsGatewayError>(error: E): E {
    setAccount(error, this.rules.account);
    return error;
  }
}
