import { TokenAuthProvider } from '../auth/token.auth-provider.js';
import { type CallTimeout, Deadline } from '../deadline/deadline.js';
import type { Lifetime } from '../deadline/lifetime.js';
import { type CallContext, type CheckedSendOptions, SEND } from '../deadline/mode.js';
import { CallFailure, type SendResult } from '../deadline/failure.js';
import { SmsGatewayError, type SmsMessageError, type SmsTransportError } from '../errors/index.js';
import type { DeliveryReport } from '../events/account-events.js';
import type { SendObserver } from '../events/send-observer.js';
import { quietly } from '../logging/safe-logger.js';
import { fillDefaults } from '../message/check-message.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { readReportedNumber } from '../message/reported-number.js';
import type { SendOptions } from '../message/sms-message.js';
import { lookupOptions, readCallOptions } from '../options/call-options.js';
import type { CheckedOptions } from '../options/check-options.js';
import type { CallPipelineParts } from '../pipeline/call-pipeline.js';
import type { Lookup } from '../pipeline/lookup-call.js';
import type { MessageRules } from '../pipeline/send-call.js';
import type { Transport } from '../transport/gateway-transport.js';
import type { AccountHealth } from './account-health.js';
import type { AccountLookups } from './account-lookups.js';
import { SendObservers } from './send-observers.js';
import { SendingService } from './sending-service.js';

/** What an account consists of. */
export interface AccountParts extends CallPipelineParts {
  /** Those that the account reads itself. */
  readonly options: Pick<
    CheckedOptions,
    'defaultCountry' | 'drain' | 'maxConnections' | 'retry' | 'timeout'
  >;
  readonly transport: Transport;
  readonly rules: MessageRules;
  readonly lifetime: Lifetime;
  /** Makes the requests of a message, once the guard has let it through. */
  readonly carryOut: (message: CheckedMessage, context: CallContext) => Promise<SendResult>;
  readonly lookups: AccountLookups;
  readonly observers: readonly SendObserver[];
  /** All open accounts of the app, which its `AccountFactory` closes. */
  readonly siblings: Set<SmsAccount>;
}

/** The parts with which it reaches the gateway, and reports what happens. */
export interface Connection extends Pick<AccountParts, 'transport' | 'retry' | 'events'> {
  /** Of the account, for what is created later. */
  readonly options: CheckedOptions;
}

/** One gateway login with its defaults: the `SmsService` that sends to a gateway. It closes with the app. */
export class SmsAccount extends SendingService {
  override readonly rules: MessageRules;
  override readonly lifetime: Lifetime;

  private readonly observers: SendObservers;
  private closing: Promise<void> | undefined;

  constructor(private readonly parts: AccountParts) {
    super();
    this.rules = parts.rules;
    this.lifetime = parts.lifetime;
    this.observers = new SendObservers(parts.observers);
    parts.siblings.add(this);
  }

  override get first(): this {
    return this;
  }

  override get name(): string {
    return this.rules.account;
  }

  override get accounts(): readonly string[] {
    return [this.name];
  }

  override get concurrency(): number {
    return this.parts.options.maxConnections;
  }

  override get largestBatch(): number {
    const { recipients = Infinity } = this.rules.rateLimit ?? {};
    return Math.min(recipients, this.rules.guard?.limits?.largestSend ?? Infinity);
  }

  override get outageLimits() {
    return { ...this.parts.options.retry, total: this.timeout.total };
  }

  /** The deadlines of its sends. */
  get timeout(): CallTimeout {
    return this.parts.options.timeout;
  }

  override get events$() {
    return this.parts.events.events$;
  }

  /** Makes {@link close} wait for a handler of an event that is still running. */
  closeAfter(work: Promise<unknown>): void {
    this.parts.events.closeAfter(work);
  }

  override reportLost(error: SmsTransportError, message: CheckedMessage | undefined): void {
    this.parts.events.lost(this.named(error), message);
  }

  /** The numbers that a delivery report may be about. */
  readReportedNumber(text: string): readonly string[] {
    return readReportedNumber(text, this.parts.options.defaultCountry);
  }

  /** Publishes what a delivery report says. */
  publishReport(report: DeliveryReport): void {
    quietly(() => this.parts.events.report(report));
  }

  /**
   * Asks the gateway for delivery reports, within the account's deadline and limits.
   *
   * @throws SmsGatewayError, always `not-sent`
   */
  async lookup<T>(lookup: Lookup<T>, signal?: AbortSignal): Promise<T> {
    return this.parts.lookups.reports(lookup, signal);
  }

  override async balance(options: Pick<SendOptions, 'signal'> = {}) {
    const { signal } = this.check(() => readCallOptions(lookupOptions, options));
    return this.parts.lookups.balance(signal);
  }

  rehearsal(replacements: Pick<AccountParts, 'carryOut' | 'rules'>): SmsAccount {
    return new SmsAccount({ ...this.parts, ...replacements, observers: [], siblings: new Set() });
  }

  /**
   * Begins to watch the balance, if the options ask for it. Call it once the handlers of events are connected;
   * further calls do nothing.
   */
  watchBalance(): void {
    this.parts.lookups.watch?.start();
  }

  override async failInvalid(error: SmsMessageError): Promise<CallFailure> {
    this.observers.invalid(this.named(error));
    return new CallFailure(error);
  }

  override sendChecked(
    message: CheckedMessage,
    { batch, mode = SEND, permit, priority = 'normal', signal }: CheckedSendOptions,
  ): Promise<SendResult> {
    const deadline = new Deadline(this.timeout, signal, permit);
    const context = { deadline, priority, mode, batch, keep: 0, inFailover: false };
    return this.sendWithin(message, context);
  }

  /** Sends a message that was checked without defaults, for a failover, which disposes of the deadline. */
  sendPart(message: CheckedMessage, context: CallContext): Promise<SendResult> {
    return this.sendWithin(fillDefaults(message, this.rules.context.defaults), context);
  }

  private async sendWithin(message: CheckedMessage, context: CallContext): Promise<SendResult> {
    const { lifetime, observers } = this;
    const { carryOut, rules } = this.parts;
    const { deadline, inFailover, priority } = context;
    const entry = lifetime.begin(deadline);
    let failure: CallFailure;
    try {
      if (lifetime.isOver) throw lifetime.closedError();
      const result = rules.guard
        ? await rules.guard.steer(message, context, async (part) =>
            observers.ended(part, priority, await carryOut(part, context)),
          )
        : observers.ended(message, priority, await carryOut(message, context));
      if (!(result instanceof CallFailure)) {
        observers.held(message, priority, result.receipt.held);
        return result;
      }
      failure = result;
    } catch (error) {
      if (!(error instanceof SmsGatewayError)) throw error;
      failure = new CallFailure(error);
    } finally {
      if (!inFailover) deadline.dispose();
      lifetime.end(entry);
    }
    // `close` goes on only after this.
    this.named(failure.error);
    return observers.failed(message, context, failure);
  }

  health(): AccountHealth {
    const { lifetime, parts } = this;
    return {
      breaker: parts.breaker?.state ?? 'off',
      waiting: parts.gate.waiting,
      sending: lifetime.sending,
      degraded: parts.lookups.watch?.problems ?? [],
    };
  }

  /**
   * Finds out whether the account can log in; see `CredentialSource.check`.
   *
   * @throws SmsGatewayError if it cannot
   */
  async checkLogin(timeout: number): Promise<'ok' | 'none'> {
    if (this.lifetime.isOver) throw this.lifetime.closedError();
    return this.parts.source.check(timeout);
  }

  override async logIn(): Promise<void> {
    if (this.parts.source instanceof TokenAuthProvider) await this.checkLogin(this.timeout.total);
  }

  /**
   * Takes no more sends, waits up to `drain` for those in progress, then ends the rest and the
   * sockets. Each caller learns what is known of its send.
   */
  close(): Promise<void> {
    return (this.closing ??= this.shutDown());
  }

  private async shutDown(): Promise<void> {
    const { events, lookups, options, siblings, source, transport } = this.parts;
    lookups.watch?.close();
    await this.lifetime.close(options.drain);
    source.close();
    await transport.close();
    siblings.delete(this);
    await events.close();
  }
}
