import type { CallContext } from '../deadline/mode.js';
import { CallFailure, type SendResult } from '../deadline/failure.js';
import {
  SmsConfigurationError,
  type SmsGuardError,
  type SmsGuardErrorCode,
} from '../errors/index.js';
import type { LogFault } from '../logging/log-fault.js';
import type { CheckedContent, CheckedMessage, ReadRecipient } from '../message/checked-message.js';
import { createRecipientReader, type NumberRules } from '../message/recipient-reader.js';
import type { Priority } from '../message/priority.js';
import type { SmsGuardStore } from './guard-store.js';
import { MemoryGuardStore } from './memory-guard-store.js';
import { forgetAnswers } from './opted-out.js';
import { type CategorisedTemplate, Quiet, type QuietRules } from './quiet-hours.js';
import {
  heldSend,
  outside,
  Reach,
  type ReachRules,
  type Send,
  withHeld,
  withReceipt,
} from './reach.js';
import { type Limits, SendLimits } from './send-limits.js';
import { SharedGuardStore } from './shared-guard-store.js';

/** The options that steer what is sent, checked. */
export interface SteeringOptions extends NumberRules {
  readonly baseUrl: string;
  readonly reach: 'all' | ReachRules;
  readonly guard?:
    { readonly limits: Limits; readonly store?: SmsGuardStore | undefined } | undefined;
  readonly quiet?: QuietRules | undefined;
  readonly templates?: { readonly known: readonly CategorisedTemplate[] } | undefined;
}

/**
 * Creates the guard of an account; undefined if its options ask for none.
 *
 * @throws SmsConfigurationError if a number of `reach` is none
 */
export function createSendGuard(
  options: SteeringOptions,
  account: string,
  readRecipient: ReadRecipient,
  warn: (text: string) => void,
  fault: LogFault,
): SendGuard | undefined {
  const { baseUrl, reach, guard, quiet, templates } = options;
  if (reach === 'all' && !guard && !quiet) return undefined;
  if (reach !== 'all') warn(whatIsHeld(reach));
  const isReal = reach === 'all';
  // Messages that nobody receives must not use up the limits of those who share the store.
  const shared = isReal ? guard?.store : undefined;
  const store = shared ? new SharedGuardStore(shared, warn, fault) : new MemoryGuardStore();
  // Somebody who opted out must be recognised, however their number is written.
  const answers = { read: createRecipientReader(options, true), fault };
  return new SendGuard(
    account,
    isReal ? undefined : new Reach(readReach(reach, account, readRecipient), account),
    guard && new SendLimits(guard.limits, store, `${baseUrl}\n${account}`, answers),
    isReal && quiet ? new Quiet(quiet, templates?.known) : undefined,
  );
}

/** Keeps back what an account should not send: the options `reach`, `guard` and `quiet`. */
export class SendGuard {
  constructor(
    private readonly account: string,
    private readonly reach: Reach | undefined,
    readonly limits: SendLimits | undefined,
    private readonly quiet: Quiet | undefined,
    private readonly counts = true,
  ) {}

  /** The same for a send that is only rehearsed, which quiet hours do not stop and nothing counts. */
  get forRehearsal(): SendGuard {
    return new SendGuard(this.account, this.reach, this.limits, undefined, false);
  }

  /** Equal if two guards let messages reach the same recipients. Contains numbers. */
  get reachKey(): string {
    return this.reach?.key ?? 'all';
  }

  /** The error for a message that quiet hours hold back now. */
  tooLate({ values }: CheckedContent, priority: Priority): SmsGuardError | undefined {
    // Wall-clock time, because quiet hours follow the recipients' day.
    return this.quiet?.refusal(values.dltTemplateId, priority, Date.now());
  }

  /** Asks the app which recipients in reach have opted out: the error if some have, or if it does not answer. */
  async optedOut(
    { recipients, values }: CheckedMessage,
    { batch, priority }: { readonly batch: object; readonly priority: Priority },
  ): Promise<SmsGuardError | undefined> {
    const { limits, reach } = this;
    const reached = reach?.filter(recipients) ?? recipients;
    if (!limits?.asking || reached.length === 0) return undefined;
    const { senderId, dltTemplateId } = values;
    const about = { priority, senderId, dltTemplateId };
    return limits.asking.ask({ recipients: reached, about, batch, ...limits.answers });
  }

  /** What would become of the recipients of a message, at any hour. Nothing is counted. */
  async foresee(message: CheckedMessage, priority: Priority) {
    const refused: { code: SmsGuardErrorCode; recipients: readonly string[] }[] = [];
    let { recipients } = message;
    const refuse = (error: SmsGuardError | undefined): void => {
      if (!error) return;
      const named = error.recipients.length > 0 ? error.recipients : message.recipients;
      refused.push({ code: error.code, recipients: named });
      recipients = outside(recipients, named);
    };
    refuse(this.limits?.refusalOf(message));
    refuse(await this.optedOut({ ...message, recipients }, { priority, batch: {} }));
    const sent = this.reach?.filter(recipients) ?? recipients;
    return { held: outside(recipients, sent), refused };
  }

  /**
   * Sends a message to the recipients that `reach` lets through.
   *
   * @param send makes the requests, of the message, of a part of it or of those that a redirect makes of it
   * @throws SmsGuardError, SmsMessageError, before anything is sent
   */
  async steer(
    message: CheckedMessage,
    { deadline, keep, mode, priority, batch = deadline }: CallContext,
    send: Send,
  ): Promise<SendResult> {
    const { reach, limits } = this;
    const wait = <T>(work: Promise<T>) => deadline.wait(work, keep);
    const early = limits?.refusalOf(message) ?? this.tooLate(message, priority);
    // It is sent when quiet hours end, and somebody may opt out until then.
    if (early?.code === 'quiet-hours') forgetAnswers(batch);
    const refusal =
      early ?? (limits?.asking && (await wait(this.optedOut(message, { priority, batch }))));
    if (refusal) throw refusal;
    // Recipients out of reach count too: in production, they would get the message.
    const giveBack = this.counts ? await limits?.take(message, wait) : undefined;
    const recipients = reach?.filter(message.recipients) ?? message.recipients;
    if (recipients.length === 0) return heldSend(message, this.account);
    const held = outside(message.recipients, recipients);
    const part = held.length > 0 ? { ...message, recipients } : message;
    const result = (await reach?.redirect(part, mode.run ?? deadline, send)) ?? (await send(part));
    if (result instanceof CallFailure) {
      const failure = withHeld(result, held);
      const { error } = failure;
      // Quiet hours began while it waited for its turn.
      if (error.code === 'quiet-hours') forgetAnswers(batch);
      if (error.outcome === 'not-sent') await giveBack?.(outside(message.recipients, failure.held));
      return failure;
    }
    await giveBack?.(result.receipt.rejected);
    return held.length > 0 ? withReceipt(result, { held }) : result;
  }
}

function readReach(reach: ReachRules, account: string, read: ReadRecipient): ReachRules {
  if (reach === 'none') return reach;
  const readNumber = (option: string, value: string): string => {
    const number = read(value);
    if (typeof number === 'string') return number;
    throw new SmsConfigurationError(
      `The account '${account}' cannot be created because its options are invalid. reach.${option} ${number.issue}.`,
      account,
    );
  };
  if ('redirectTo' in reach) return { redirectTo: readNumber('redirectTo', reach.redirectTo) };
  // A number without its country prefix would match nobody.
  for (const [index, pattern] of reach.only.entries()) {
    if (!pattern.endsWith('*')) readNumber(`only[${index}]`, `+${pattern}`);
  }
  return reach;
}

function whatIsHeld(reach: ReachRules): string {
  if (reach === 'none') return "reach is 'none': nothing is sent to anybody.";
  if ('redirectTo' in reach) {
    return 'reach.redirectTo is set: all messages go to one number, and nothing to their recipients.';
  }
  const { length } = reach.only;
  const one = length === 1 ? 'its pattern' : `one of its ${length} patterns`;
  return `reach.only is set: only numbers that match ${one} are sent to.`;
}
