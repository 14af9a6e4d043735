import { defer, merge } from 'rxjs';
import { Deadline } from '../deadline/deadline.js';
import { type CallContext, type CheckedSendOptions, SEND } from '../deadline/mode.js';
import { CallFailure, readFailure, type SendResult, SET_BACK } from '../deadline/failure.js';
import { SendingService } from './sending-service.js';
import type { SmsAccount } from './sms-account.js';
import type { SmsGatewayError, SmsMessageError, SmsTransportError } from '../errors/index.js';
import { fillDefaults, NO_DEFAULTS } from '../message/check-message.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SendOptions } from '../message/sms-message.js';
import type { MessageRules } from '../pipeline/send-call.js';
import { logOf } from '../logging/safe-logger.js';

/** One of the accounts, and until when it is tried last, by `performance.now()`. */
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
export class FailoverAccount extends SendingService {
  private memberList: readonly Member[] | undefined;
  private ofFirst: MessageRules | undefined;

  /**
   * @param find finds the accounts, two at least. Called late, because Nest may not have built them yet
   */
  constructor(
    override readonly name: string,
    private readonly find: () => readonly SmsAccount[],
  ) {
    super();
  }

  /**
   * Finds its accounts, so that an app with a wrong name does not start.
   *
   * @throws SmsConfigurationError if an account cannot be found
   */
  checkAccounts(): void {
    void this.members;
  }

  /** Those of its accounts: one that did not send is `not-sent`, though the next one may send. */
  override get events$() {
    return defer(() => merge(...this.members.map(({ account }) => account.events$)));
  }

  /** Those of the first account. Each account fills in its own defaults. */
  override get rules(): MessageRules {
    const { rules } = this.first;
    return (this.ofFirst ??= { ...rules, context: { ...rules.context, defaults: NO_DEFAULTS } });
  }

  override get accounts(): readonly string[] {
    return this.members.map(({ account }) => account.name);
  }

  override get concurrency(): number {
    return this.first.concurrency;
  }

  override get largestBatch(): number {
    return Math.min(...this.members.map(({ account }) => account.largestBatch));
  }

  override get outageLimits() {
    return this.first.outageLimits;
  }

  // All accounts of an app close together.
  override get lifetime() {
    return this.first.lifetime;
  }

  override async logIn(): Promise<void> {
    await Promise.allSettled(this.members.map(({ account }) => account.logIn()));
  }

  /** That of the first account. Ask the others by their names. */
  override async balance(options?: Pick<SendOptions, 'signal'>) {
    return this.first.balance(options);
  }

  /** As of the first account: nobody knows which of them may have sent it. */
  override reportLost(error: SmsTransportError, message: CheckedMessage | undefined): void {
    const { defaults } = this.first.rules.context;
    this.first.reportLost(error, message && fillDefaults(message, defaults));
  }

  override failInvalid(error: SmsMessageError): Promise<CallFailure> {
    return this.first.failInvalid(error);
  }

  private get members(): readonly Member[] {
    return (this.memberList ??= this.find().map((account) => ({ account, failedUntil: 0 })));
  }

  override get first(): SmsAccount {
    return this.members[0]!.account;
  }

  override async sendChecked(
    message: CheckedMessage,
    { batch, mode = SEND, permit, priority = 'normal', signal }: CheckedSendOptions,
  ): Promise<SendResult> {
    const deadline = new Deadline(this.first.timeout, signal, permit);
    const shared = { deadline, priority, mode, batch };
    const members = await this.membersFor(message, shared);
    let result!: SendResult;
    try {
      for (const [index, member] of members.entries()) {
        const membersLeft = members.length - index;
        // An account must not use up the time of the next one before it starts a request. Of its equal
        // share, it has half to start it, so that time is left for the answer.
        const keep = membersLeft > 1 ? deadline.remaining * (1 - 1 / (2 * membersLeft)) : 0;
        result = await member.account.sendPart(message, { ...shared, keep, inFailover: true });
        if (!(result instanceof CallFailure)) member.failedUntil = 0;
        else if (isFaultOfAccount(result) && !deadline.ended) {
          this.setBack(member, result.error);
          continue;
        }
        break;
      }
      return result;
    } finally {
      deadline.dispose();
    }
  }

  /** The accounts in turn; only the first one if its `guard` refuses the text, a country or an opt-out. */
  private async membersFor(
    message: CheckedMessage,
    { deadline, priority, batch = deadline }: Pick<CallContext, 'deadline' | 'priority' | 'batch'>,
  ): Promise<readonly Member[]> {
    const inTurn = this.inTurn();
    const { context, guard } = this.first.rules;
    // If it is tried first, it refuses by itself.
    if (!guard || inTurn[0]?.account === this.first) return inTurn;
    const filled = fillDefaults(message, context.defaults);
    const refusal =
      guard.limits?.refusalOf(filled) ??
      // If the send ends first, its accounts report that.
      (await deadline.wait(guard.optedOut(filled, { batch, priority })).catch(() => undefined));
    return refusal ? this.members.slice(0, 1) : inTurn;
  }

  /** The accounts in the order in which they are tried: those that just failed come last. */
  private inTurn(): readonly Member[] {
    const now = performance.now();
    const isSetBack = ({ failedUntil }: Member): number => (now < failedUntil ? 1 : 0);
    return this.members.toSorted((one, another) => isSetBack(one) - isSetBack(another));
  }

  private setBack(member: Member, { code }: SmsGatewayError): void {
    const now = performance.now();
    if (now >= member.failedUntil) {
      logOf(this.name).warn(
        `The account '${member.account.name}' did not send (${code}). It is tried last for the next ${SET_BACK / 1000} s.`,
      );
    }
    member.failedUntil = now + SET_BACK;
  }
}

/** Whether nothing was sent, and another account may well take the same message. */
function isFaultOfAccount({ aboutMessage, error }: CallFailure): boolean {
  if (error.outcome !== 'not-sent') return false;
  const { about } = readFailure(error);
  // What a firewall refused must not go out this way, as with what was refused as spam.
  return about === 'account' || (about === 'credentials' && !aboutMessage);
}
