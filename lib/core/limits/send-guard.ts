import { CallFailure, type SendResult } from '../deadline/send-result.js';
import { SmsConfigurationError, type SmsGuardError } from '../errors/index.js';
import type { CheckedMessage, ReadRecipient } from '../message/checked-message.js';
import type { SmsGuardStore } from './guard-store.js';
import { MemoryGuardStore } from './memory-guard-store.js';
import { type CategorisedTemplate, Quiet, type QuietRules } from './quiet-hours.js';
import { heldReceipt, outside, Reach, type ReachRules, type Send, withHeld } from './reach.js';
import { type Limits, SendLimits } from './send-limits.js';
import { SharedGuardStore } from './shared-guard-store.js';

/** The options that steer what is sent, checked. */
export interface SteeringOptions {
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
 * @throws SmsConfigurationError if `reach.redirectTo` is not a number
 */
export function createSendGuard(
  { baseUrl, reach, guard, quiet, templates }: SteeringOptions,
  account: string,
  readRecipient: ReadRecipient,
  warn: (text: string) => void,
): SendGuard | undefined {
  if (reach === 'all' && !guard && !quiet) return undefined;
  if (reach !== 'all') warn(whatIsHeld(reach));
  const isReal = reach === 'all';
  // Messages that nobody receives must not use up the limits of those who share the store.
  const shared = isReal ? guard?.store : undefined;
  const store = shared ? new SharedGuardStore(shared, warn) : new MemoryGuardStore();
  return new SendGuard(
    account,
    isReal ? undefined : new Reach(readRedirect(reach, account, readRecipient), account),
    guard && new SendLimits(guard.limits, store, `${baseUrl}\n${account}`, readRecipient),
    isReal && quiet ? new Quiet(quiet, templates?.known) : undefined,
  );
}

/** What the send of a message brings with it. */
export interface GuardedSend {
  readonly priority: 'normal' | 'high';
  /** The app's call that it belongs to: the same object for all sends of a run. */
  readonly call: object;
  /** The send, or the batch that it is a part of: the app is asked once who has opted out. */
  readonly batch: object;
  /** Waits for work that sends nothing. Rejects if the send ends first. */
  readonly wait: <T>(work: Promise<T>) => Promise<T>;
  readonly send: Send;
}

/** What would become of the recipients of a message. */
export interface Foresight {
  readonly sent: readonly string[];
  readonly held: readonly string[];
  /** Without `recipients` if it refuses all. */
  readonly refusals: readonly SmsGuardError[];
}

/** Keeps back what an account should not send: the options `reach`, `guard` and `quiet`. */
export class SendGuard {
  constructor(
    private readonly account: string,
    private readonly reach: Reach | undefined,
    readonly limits: SendLimits | undefined,
    private readonly quiet: Quiet | undefined,
  ) {}

  /** Equal if two guards let messages reach the same recipients. Contains numbers. */
  get reachKey(): string {
    return this.reach?.key ?? 'all';
  }

  /** The error for a message that quiet hours hold back now. */
  tooLate(
    { values }: Pick<CheckedMessage, 'values'>,
    priority: GuardedSend['priority'],
  ): SmsGuardError | undefined {
    // Wall-clock time, because quiet hours follow the recipients' day.
    return this.quiet?.refusal(values.dltTemplateId, priority, Date.now());
  }

  /**
   * Asks the app which recipients in reach have opted out.
   *
   * @returns the error if somebody has, or if the app does not say
   */
  async optedOut(
    { recipients, values }: CheckedMessage,
    { batch, priority }: Pick<GuardedSend, 'batch' | 'priority'>,
  ): Promise<SmsGuardError | undefined> {
    const reached = this.reach?.filter(recipients) ?? recipients;
    if (reached.length === 0 || !this.limits) return undefined;
    const { senderId, dltTemplateId } = values;
    return this.limits.ask({
      recipients: reached,
      about: { priority, senderId, dltTemplateId },
      batch,
    });
  }

  /** How many messages a redirect makes of one call; undefined if there is none. */
  get mostRedirected(): number | undefined {
    return this.reach?.mostRedirected;
  }

  /** What would become of the recipients of a message, at any hour. Nothing is counted. */
  async foresee(message: CheckedMessage, priority: GuardedSend['priority']): Promise<Foresight> {
    const refusals: SmsGuardError[] = [];
    let { recipients } = message;
    const refuse = (error: SmsGuardError | undefined): void => {
      if (!error) return;
      refusals.push(error);
      recipients = error.recipients.length > 0 ? outside(recipients, error.recipients) : [];
    };
    refuse(this.limits?.refusalOf(message));
    const asked = { ...message, recipients };
    if (this.limits?.asks) refuse(await this.optedOut(asked, { priority, batch: {} }));
    const sent = this.reach?.filter(recipients) ?? recipients;
    return { sent, held: outside(recipients, sent), refusals };
  }

  /**
   * Has a message sent to those of its recipients that it may be sent to.
   *
   * @throws SmsGuardError, SmsMessageError, before anything is sent
   */
  async steer(
    message: CheckedMessage,
    { priority, batch, call, wait, send }: GuardedSend,
  ): Promise<SendResult> {
    const { reach, limits } = this;
    const refusal = limits?.refusalOf(message) ?? this.tooLate(message, priority);
    // It is sent when they end, and somebody may opt out until then.
    if (refusal?.code === 'quiet-hours') limits?.forgetAnswer(batch);
    if (refusal) throw refusal;
    if (limits?.asks) {
      const optedOut = await wait(this.optedOut(message, { priority, batch }));
      if (optedOut) throw optedOut;
    }
    // Recipients out of reach count too: in production, they would get the message.
    const giveBack = await this.count(message.recipients, wait);
    const recipients = reach?.filter(message.recipients) ?? message.recipients;
    if (recipients.length === 0) return heldReceipt(message, this.account);
    const held = outside(message.recipients, recipients);
    const part = held.length > 0 ? { ...message, recipients } : message;
    const result = (await reach?.redirect(part, call, send)) ?? (await send(part));
    if (result instanceof CallFailure) {
      const failure = withHeld(result, held);
      const { error } = failure;
      // They began while it waited for its turn.
      if (error.code === 'quiet-hours') limits?.forgetAnswer(batch);
      if (error.outcome === 'not-sent') await giveBack(outside(message.recipients, failure.held));
      return failure;
    }
    await giveBack(result.rejected);
    return held.length > 0 ? { ...result, held } : result;
  }

  /**
   * Counts a send. A store may be slow, and a send that ends meanwhile does not wait for it.
   *
   * @returns a function that takes back what was counted for some numbers
   */
  private async count(
    recipients: readonly string[],
    wait: GuardedSend['wait'],
  ): Promise<(unsent: readonly string[]) => Promise<void>> {
    const { limits } = this;
    if (!limits) return async () => undefined;
    const taking = limits.take(recipients);
    const giveBack = async (unsent: readonly string[]): Promise<void> => (await taking)(unsent);
    try {
      await wait(taking);
    } catch (error) {
      giveBack(recipients).catch(() => undefined);
      throw error;
    }
    return (unsent) => wait(giveBack(unsent)).catch(() => undefined);
  }
}

function readRedirect(reach: ReachRules, account: string, read: ReadRecipient): ReachRules {
  if (reach === 'none' || 'only' in reach) return reach;
  const number = read(reach.redirectTo);
  if (typeof number === 'string') return { redirectTo: number };
  throw new SmsConfigurationError(
    `The account '${account}' cannot be created because its options are invalid. reach.redirectTo ${number.issue}.`,
    account,
  );
}

function whatIsHeld(reach: ReachRules): string {
  if (reach === 'none') return "reach is 'none': nothing is sent to anybody.";
  if ('redirectTo' in reach) {
    return 'reach.redirectTo is set: all messages go to one number, and nothing to their recipients.';
  }
  return `reach.only is set: only numbers that match one of its ${reach.only.length} patterns are sent to.`;
}
