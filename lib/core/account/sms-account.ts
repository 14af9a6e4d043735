import type { Observable } from 'rxjs';
import { TokenAuthProvider } from '../auth/token.auth-provider.js';
import {
  SmsGatewayError,
  type SmsGuardError,
  type SmsMessageError,
  type SmsTransportError,
} from '../errors/index.js';
import type { DeliveryReport } from '../events/account-events.js';
import { quietly } from '../logging/safe-logger.js';
import type { SendObserver } from '../events/send-observer.js';
import type { Turn } from '../pipeline/send-gate.js';
import type { SmsEvent } from '../events/sms-event.js';
import type { SendGuard } from '../limits/send-guard.js';
import { fillDefaults } from '../message/check-message.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { readReportedNumber } from '../message/reported-number.js';
import type { SendOptions, SmsReceipt } from '../message/sms-message.js';
import { lookupOptions, readCallOptions } from '../options/call-options.js';
import type { CheckedOptions } from '../options/check-options.js';
import type { SmsBalance } from '../protocol/balance.js';
import { Call, type CallTimeout } from '../deadline/call.js';
import type { Transport } from '../transport/gateway-transport.js';
import { Lifetime } from '../deadline/lifetime.js';
import type { AccountHealth } from './account-health.js';
import { BalanceWatch } from './balance-watch.js';
import type { CallPipeline, CallPipelineParts } from '../pipeline/call-pipeline.js';
import { balanceAt, type Lookup, LookupCall } from '../pipeline/lookup-call.js';
import { SendCall } from '../pipeline/send-call.js';
import { SendObservers } from './send-observers.js';
import { type CheckedSendOptions, type MessageRules, SendingService } from './sending-service.js';

/** What an account consists of. */
export interface AccountParts extends CallPipelineParts {
  readonly options: CheckedOptions;
  readonly transport: Transport;
  readonly rules: MessageRules;
  readonly pipeline: Pick<CallPipeline, 'run'>;
  /** That of lookups. A refusal of one says nothing about sends, but a strategy of the app is told. */
  readonly lookups: Pick<CallPipeline, 'run'>;
  /** That of balance requests, which shares no limit with sends: not every gateway serves the path. */
  readonly balances: Pick<CallPipeline, 'run'>;
  readonly observers: readonly SendObserver[];
  /** All open accounts of the app, which its `AccountFactory` closes. */
  readonly siblings: Set<SmsAccount>;
}

/** The parts with which it reaches the gateway, and reports what happens. */
export type Connection = Pick<AccountParts, 'options' | 'transport' | 'retry' | 'events'>;

/** One gateway login with its defaults: the `SmsService` that sends to a gateway. It closes with the app. */
export class SmsAccount extends SendingService {
  override readonly rules: MessageRules;
  override readonly lifetime: Lifetime;

  private readonly observers: SendObservers;
  private readonly watch: BalanceWatch | undefined;
  private closing: Promise<void> | undefined;

  constructor(private readonly parts: AccountParts) {
    super();
    this.rules = parts.rules;
    this.lifetime = new Lifetime(parts.rules.account);
    this.observers = new SendObservers(parts.observers);
    const { below, every } = parts.options.balance;
    if (below !== undefined) {
      const ask = (signal: AbortSignal) => this.balance({ signal });
      this.watch = new BalanceWatch(below, every, parts.events, ask);
    }
    parts.siblings.add(this);
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
    const { recipients = Infinity } = this.parts.options.rateLimit ?? {};
    return Math.min(recipients, this.rules.guard?.limits?.largestSend ?? Infinity);
  }

  override get outageLimits() {
    return { ...this.parts.options.retry, total: this.timeout.total };
  }

  /** The deadlines of its sends. */
  get timeout(): CallTimeout {
    return this.parts.options.timeout;
  }

  override get events$(): Observable<SmsEvent> {
    return this.parts.events.events$;
  }

  /** Makes {@link close} wait for a handler of an event that is still running. */
  closeAfter(work: Promise<unknown>): void {
    this.parts.events.closeAfter(work);
  }

  override giveUp(error: SmsGuardError, recipients?: readonly string[]): void {
    this.observers.giveUp(error, recipients);
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
    return this.ask(lookup, this.parts.lookups, signal);
  }

  override async balance(options: Pick<SendOptions, 'signal'> = {}): Promise<SmsBalance> {
    const { signal } = this.check(() => readCallOptions(lookupOptions, options));
    const { path } = this.parts.options.balance;
    const balance = await this.ask(balanceAt(`/${path.slice(1)}`), this.parts.balances, signal);
    quietly(() => this.parts.events.balance(balance.credits));
    this.watch?.read(balance.credits);
    return balance;
  }

  /**
   * Begins to watch the balance, if the options ask for it. Call it once the handlers of events are connected;
   * further calls do nothing.
   */
  watchBalance(): void {
    this.watch?.start();
  }

  private async ask<T>(
    lookup: Lookup<T>,
    pipeline: Pick<CallPipeline, 'run'>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const { lifetime, rules } = this;
    if (lifetime.isOver) throw lifetime.closedError();
    const call = new LookupCall(this.timeout, signal, lookup, rules.refusedCodes);
    const entry = lifetime.begin(call);
    try {
      return await pipeline.run(call);
    } catch (error) {
      throw error instanceof SmsGatewayError ? this.named(error) : error;
    } finally {
      call.dispose();
      lifetime.end(entry);
    }
  }

  override failInvalid(error: SmsMessageError): Promise<never> {
    this.observers.invalid(this.named(error));
    return Promise.reject(error);
  }

  /**
   * Sends a message that was checked without defaults, as one of several accounts that may.
   *
   * @param call the whole send. Whoever created it disposes of it
   */
  sendPart(
    message: CheckedMessage,
    options: CheckedSendOptions,
    call: SendCall,
  ): Promise<SmsReceipt> {
    const filled = fillDefaults(message, this.rules.context.defaults);
    return this.sendChecked(filled, options, call.origin, call);
  }

  protected override async sendChecked(
    message: CheckedMessage,
    options: CheckedSendOptions,
    origin: Turn['origin'],
    given?: SendCall,
  ): Promise<SmsReceipt> {
    const { lifetime, observers } = this;
    const { signal, priority = 'normal' } = options;
    if (lifetime.isOver) {
      const error = lifetime.closedError();
      observers.failed(message, { priority, origin }, error);
      throw error;
    }
    const call = given ?? new SendCall(this.timeout, signal, priority, origin);
    call.obey(options.permit);
    const entry = lifetime.begin(call);
    try {
      const { guard } = this.rules;
      if (guard) return await this.steer(guard, message, options, call);
      return this.accepted(message, call, await this.carryOut(message, call));
    } catch (error) {
      if (error instanceof SmsGatewayError) observers.failed(message, call, this.named(error));
      throw error;
    } finally {
      if (!given) call.dispose();
      lifetime.end(entry);
    }
  }

  /** Sends to those recipients that the guard lets through. */
  private async steer(
    guard: SendGuard,
    message: CheckedMessage,
    options: SendOptions,
    call: SendCall,
  ): Promise<SmsReceipt> {
    const receipt = await guard.steer(message, {
      priority: call.priority,
      // One object for all sends of a run.
      call: call.origin === 'send' ? call : options,
      wait: (work) => call.wait(work),
      send: async (each) => this.accepted(each, call, await this.carryOut(each, call)),
    });
    this.observers.held(message, call.priority, receipt.held);
    return receipt;
  }

  private carryOut(message: CheckedMessage, call: SendCall): Promise<SmsReceipt> {
    const { events, pipeline, rules } = this.parts;
    call.begin(message, rules);
    return events.isTraced
      ? events.traceSend(message, call.priority, () => pipeline.run(call))
      : pipeline.run(call);
  }

  private accepted(message: CheckedMessage, call: SendCall, receipt: SmsReceipt): SmsReceipt {
    this.observers.accepted(message, call.priority, receipt);
    return receipt;
  }

  health(): AccountHealth {
    const { lifetime, parts } = this;
    return {
      breaker: parts.breaker?.state ?? 'off',
      waiting: parts.gate.waiting,
      sending: lifetime.sending,
      degraded: this.watch?.problems ?? [],
    };
  }

  /**
   * Finds out whether the account can log in, without sending a message. A usable token is proof
   * enough, so that checks neither replace tokens nor load the gateway.
   *
   * @param timeout ms to wait
   * @returns `none` if there is no login, because each message carries the credentials
   * @throws SmsGatewayError if it cannot
   */
  async checkLogin(timeout: number): Promise<'ok' | 'none'> {
    if (this.lifetime.isOver) throw this.lifetime.closedError();
    const { source } = this.parts;
    if (!source.logsIn) return 'none';
    const call = new Call({ total: timeout, attempt: timeout });
    try {
      if (!source.ready()) await call.wait(source.obtain(call, {}));
      return 'ok';
    } finally {
      call.dispose();
    }
  }

  override async logIn(): Promise<void> {
    if (this.parts.source instanceof TokenAuthProvider) await this.checkLogin(this.timeout.total);
  }

  /**
   * Takes no more sends, waits up to `drain` for those in progress, then ends the rest and the
   * sockets. Each caller learns what is known of its send.
   */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    const { events, options, siblings, source, transport } = this.parts;
    this.watch?.close();
    await this.lifetime.close(options.drain);
    source.close();
    await transport.close();
    siblings.delete(this);
    await events.close();
  }
}
