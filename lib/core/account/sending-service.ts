import { inspect } from 'node:util';
import {
  setAccount,
  SmsGatewayError,
  type SmsGuardError,
  SmsMessageError,
  type SmsTransportError,
} from '../errors/index.js';
import type { CheckedSendOptions } from '../deadline/mode.js';
import { type CallFailure, resultOf, type SendResult } from '../deadline/send-result.js';
import { IS_ACCOUNT } from './account-brand.js';
import type { Foresight, SendGuard } from '../limits/send-guard.js';
import { checkContent, checkMessage, copyContent } from '../message/check-message.js';
import type { CheckedContent, CheckedMessage, MessageContext } from '../message/checked-message.js';
import { suggestGsmText } from '../message/gsm-text.js';
import { asMessageError } from '../message/message-issues.js';
import type { ReadRecipient } from '../message/checked-message.js';
import { kindOf } from '../common/value-checks.js';
import { estimateSegments } from '../message/segments.js';
import type {
  SendOptions,
  SmsContent,
  SmsMessage,
  SmsReceipt,
  SmsSegments,
} from '../message/sms-message.js';
import { previewOptions, readCallOptions, sendOptions } from '../options/call-options.js';
import { broadcast } from '../runs/broadcast.js';
import { plan, type PlanAccount } from '../runs/plan.js';
import type { SmsPlan, SmsPreview } from '../runs/sms-plan.js';
import { countryOf } from '../message/calling-code.js';
import type { SmsRateLimit } from '../sms-gateway.options.js';
import type { OutageLimits } from '../runs/outage-pause.js';
import type { RunAccount } from '../runs/run-account.js';
import { sendMany } from '../runs/send-many.js';
import type { BroadcastOptions, SendManyOptions, SmsRun } from '../runs/sms-run.js';
import type { AnswerRules } from '../protocol/send-answer.js';
import { SmsService } from '../sms.service.js';
import type { Lifetime } from '../deadline/lifetime.js';

const EVERYBODY: Pick<Foresight, 'held' | 'refusals'> = { held: [], refusals: [] };
const NO_OPTIONS: SendOptions = Object.freeze({});

/** How an account checks its messages, and reads the answers to them. */
export interface MessageRules extends AnswerRules {
  readonly context: MessageContext;
  /** Keeps back what should not be sent; undefined if everything may be. */
  readonly guard?: SendGuard | undefined;
  readonly rateLimit: SmsRateLimit | undefined;
  /** What the check of a text would log. It does not log it. */
  warningsOf(work: () => void): readonly string[];
}

/** The part of a service that accounts and failovers share: it checks messages before they are sent. */
export abstract class SendingService extends SmsService implements RunAccount, PlanAccount {
  abstract readonly name: string;
  abstract readonly concurrency: number;
  abstract readonly largestBatch: number;
  abstract readonly lifetime: Lifetime;
  abstract readonly outageLimits: OutageLimits;
  abstract readonly rules: MessageRules;
  /** Those of the account, or of the first one of a failover with its defaults. */
  abstract readonly firstRules: MessageRules;
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

  override send(message: SmsMessage, options: SendOptions = NO_OPTIONS): Promise<SmsReceipt> {
    let checked: CheckedMessage;
    let own = options;
    try {
      checked = checkMessage(message, this.rules.context);
      if (options !== NO_OPTIONS) own = readCallOptions(sendOptions, options);
    } catch (error) {
      return this.failInvalid(asMessageError(error)).then(resultOf<never>);
    }
    return this.sendChecked(checked, own).then(resultOf<SmsReceipt>);
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

  override async plan(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options?: BroadcastOptions,
  ): Promise<SmsPlan> {
    try {
      return await plan(this, message, recipients, options);
    } catch (error) {
      throw error instanceof SmsGatewayError ? this.named(error) : error;
    }
  }

  override async preview(
    message: Omit<SmsMessage, 'text'> & { readonly text?: string | undefined },
    options: Pick<SendOptions, 'priority'> = {},
  ): Promise<SmsPreview> {
    const { context, guard, warningsOf } = this.firstRules;
    const { priority = 'normal' } = this.check(() => readCallOptions(previewOptions, options));
    let checked!: CheckedMessage;
    warningsOf(() => (checked = this.check(() => checkMessage(message, context, false))));
    const { recipients, segments, text, values } = checked;
    const { held, refusals } = (await guard?.foresee(checked, priority)) ?? EVERYBODY;
    const retryAfter = guard?.tooLate(checked, priority)?.retryAfter;
    return {
      recipients: recipients.map((number) => {
        const country = countryOf(number);
        return { number, ...(country !== undefined && { country }) };
      }),
      ...(values.text !== undefined && { segments: suggestGsmText(segments, text) }),
      ...(values.dltTemplateId !== undefined && { dltTemplateId: values.dltTemplateId }),
      held,
      refused: refusals.map(({ code, recipients: refused }) => ({
        code,
        recipients: refused.length > 0 ? refused : recipients,
      })),
      ...(retryAfter !== undefined && { retryAfter }),
    };
  }

  foreseeContent(message: unknown) {
    const { context, guard, rateLimit, warningsOf } = this.firstRules;
    let checked!: CheckedContent;
    const warnings = warningsOf(
      () => (checked = this.check(() => checkContent(copyContent(message), context))),
    );
    this.refuse(guard?.limits?.refusalOf(checked));
    return { checked, warnings, guard, rateLimit };
  }

  override estimate(text: string): SmsSegments {
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
    return this.rules.guard?.limits?.given['countries'] !== undefined;
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
