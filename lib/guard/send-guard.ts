import { SmsGatewayError, type SmsGuardError } from '../errors/index.js';
import type { CheckedContent, CheckedMessage } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';
import type { QuietHours } from './quiet-hours.js';
import { type Reach, type Send, withHeld } from './reach.js';
import type { SendLimits, Waiting } from './send-limits.js';

/** How a message is sent. */
export interface GuardedSend {
  readonly priority: 'normal' | 'high';
  /** The app's call that it belongs to: the same object for all sends of a run. */
  readonly call: object;
  readonly scope: Waiting;
}

/** Keeps back what an account should not send: the options `reach`, `guard` and `quiet`. */
export class SendGuard {
  constructor(
    private readonly reach: Reach | undefined,
    private readonly limits: SendLimits | undefined,
    private readonly quiet: QuietHours | undefined,
  ) {}

  /** Whether it keeps messages from some or all recipients. */
  get limitsReach(): boolean {
    return this.reach !== undefined;
  }

  /** Why a text is not sent to anybody. */
  refusalOfText(content: CheckedContent): SmsGuardError | undefined {
    return this.limits?.refusalOfText(content);
  }

  /** Why recipients are not sent to, whatever was sent before. */
  refusalOfRecipients(recipients: readonly string[]): SmsGuardError | undefined {
    return this.limits?.refusalOfCountries(recipients);
  }

  /** Why a message is never sent, whatever was sent before. */
  refusalOf(message: CheckedMessage): SmsGuardError | undefined {
    return this.refusalOfText(message) ?? this.refusalOfRecipients(message.recipients);
  }

  /**
   * Sends a message to those recipients that it may be sent to.
   *
   * @throws SmsGuardError, before anything is sent
   */
  async send(message: CheckedMessage, how: GuardedSend, send: Send): Promise<SmsReceipt> {
    const { recipients } = message;
    const { reach, limits, quiet } = this;
    const refusal = this.refusalOf(message);
    if (refusal) throw refusal;
    const inReach = reach ? reach.filter(recipients) : recipients;
    if (reach && inReach.length === 0) return reach.held(message);
    // The calendar's clock: quiet hours are those of the recipients' day.
    const tooLate = how.priority === 'high' ? undefined : quiet?.refusal(Date.now());
    if (tooLate) throw tooLate;
    const giveBack = await limits?.take(inReach, how.scope);
    try {
      const receipt = await this.sendTo(inReach, message, how, send);
      if (receipt.accepted.length < inReach.length) {
        const accepted = new Set(receipt.accepted);
        await giveBack?.(inReach.filter((number) => !accepted.has(number)));
      }
      return receipt;
    } catch (error) {
      if (!(error instanceof SmsGatewayError)) throw error;
      if (error.outcome === 'not-sent') await giveBack?.(inReach);
      const held = outside(recipients, inReach);
      throw held.length > 0 ? withHeld(error, held) : error;
    }
  }

  private async sendTo(
    inReach: readonly string[],
    message: CheckedMessage,
    { call }: GuardedSend,
    send: Send,
  ): Promise<SmsReceipt> {
    const { reach } = this;
    if (!reach) return send(message);
    if (inReach.length === message.recipients.length) return reach.send(message, call, send);
    const receipt = await reach.send({ ...message, recipients: inReach }, call, send);
    return { ...receipt, held: outside(message.recipients, inReach) };
  }
}

function outside(recipients: readonly string[], inReach: readonly string[]): readonly string[] {
  const sentTo = new Set(inReach);
  return recipients.filter((number) => !sentTo.has(number));
}
