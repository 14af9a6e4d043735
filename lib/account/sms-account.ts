import type { OnApplicationShutdown } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { CredentialSource } from '../auth/credential-source.js';
import { TokenAuthProvider } from '../auth/token.auth-provider.js';
import {
  SmsGatewayError,
  type SmsGuardError,
  type SmsMessageError,
  type SmsTransportError,
} from '../errors/index.js';
import type { AccountEvents, DeliveryReport } from '../events/account-events.js';
import { quietly } from '../events/safe-logger.js';
import type { SmsEvent } from '../events/sms-event.js';
import { fillDefaults } from '../message/check-message.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { readReportedNumber } from '../message/reported-number.js';
import type { SendOptions, SmsReceipt } from '../message/sms-message.js';
import type { CheckedOptions } from '../options/check-options.js';
import type { Breaker } from '../transport/breaker.js';
import type { Transport } from '../transport/gateway-transport.js';
import type { RetryPolicy } from '../transport/retry-policy.js';
import { SendScope } from '../transport/send-scope.js';
import type { AccountHealth, HealthAccount } from './account-health.js';
import type { CallPipeline } from './call-pipeline.js';
import { Lifetime } from '../transport/lifetime.js';
import { type AcceptedSend, SendCall, type SendRules } from './send-call.js';
import type { SendGate, Turn } from './send-gate.js';
import { type SendObserver, SendReports } from './send-reports.js';
import { type Checks, SendingService } from './sending-service.js';
import { StatusCall } from './status-call.js';

/** The options of an account, and how it reaches the gateway. */
export interface Connection {
  readonly options: CheckedOptions;
  readonly transport: Transport;
  readonly retry: RetryPolicy;
  /** Reports what happens in the account, by its name. */
  readonly events: AccountEvents;
}

/** What an account consists of. */
export interface AccountParts {
  readonly connection: Connection;
  readonly checks: Checks;
  readonly rules: SendRules;
  readonly source: CredentialSource;
  readonly gate: SendGate;
  readonly breaker: Breaker | undefined;
  readonly pipeline: Pick<CallPipeline, 'run'>;
  /** Creates the pipeline of lookups. A refusal of one says nothing about sends. */
  readonly createLookups: () => Pick<CallPipeline, 'run'>;
  readonly observers: readonly SendObserver[];
  /** Whether the credentials have to be obtained, and do not only come with the options. */
  readonly logsIn: boolean;
  /** All accounts of the app, which close together. */
  readonly siblings: Set<SmsAccount>;
}

/** One gateway login with its defaults: the `SmsService` that sends to a gateway. It closes with the app. */
export class SmsAccount extends SendingService implements HealthAccount, OnApplicationShutdown {
  override readonly checks: Checks;
  override readonly lifetime: Lifetime;

  private readonly reports: SendReports;
  private lookups: Pick<CallPipeline, 'run'> | undefined;
  private closing: Promise<void> | undefined;

  constructor(private readonly parts: AccountParts) {
    super();
    this.checks = parts.checks;
    this.lifetime = new Lifetime(parts.checks.name);
    this.reports = new SendReports(parts.observers);
    parts.siblings.add(this);
  }

  get name(): string {
    return this.checks.name;
  }

  override get concurrency(): number {
    return this.parts.connection.options.maxConnections;
  }

  override get largestBatch(): number {
    const { guard, rateLimit } = this.parts.connection.options;
    return Math.min(rateLimit?.recipients ?? Infinity, guard?.perDay?.recipients ?? Infinity);
  }

  /** The total deadline of a send, in ms. */
  get total(): number {
    return this.parts.connection.options.timeout.total;
  }

  override get events$(): Observable<SmsEvent> {
    return this.parts.connection.events.events$;
  }

  /** Makes {@link close} wait for a handler of an event that is still running. */
  closeAfter(work: Promise<unknown>): void {
    this.parts.connection.events.closeAfter(work);
  }

  override giveUp(error: SmsGuardError, recipients?: readonly string[]): void {
    this.reports.giveUp(error, recipients);
  }

  override reportLost(error: SmsTransportError, message: CheckedMessage | undefined): void {
    this.parts.connection.events.lost(this.named(error), message);
  }

  /** The numbers that a delivery report may be about. */
  readReportedNumber(text: string): readonly string[] {
    return readReportedNumber(text, this.parts.connection.options.defaultCountry);
  }

  /** Publishes what a delivery report says. */
  reported(report: DeliveryReport): void {
    quietly(() => this.parts.connection.events.report(report));
  }

  /**
   * Asks the gateway for the delivery reports of a send, within the account's deadline and limits.
   *
   * @param uuid the id of the send or of the message
   * @returns the list in its answer
   * @throws SmsGatewayError, always `not-sent`
   */
  async lookup(path: `/${string}`, uuid: string, signal?: AbortSignal) {
    const { lifetime, parts } = this;
    if (lifetime.isOver) throw lifetime.closedError();
    this.lookups ??= parts.createLookups();
    const scope = new SendScope(this.total, signal);
    lifetime.begin(scope);
    try {
      const call = new StatusCall(path, uuid, parts.rules.refusedCodes);
      return await this.lookups.run(call, scope, { priority: 'normal', origin: 'send' });
    } catch (error) {
      throw error instanceof SmsGatewayError ? this.named(error) : error;
    } finally {
      scope.dispose();
      lifetime.end(scope);
    }
  }

  override failInvalid(error: SmsMessageError): Promise<never> {
    this.reports.invalid(this.named(error));
    return Promise.reject(error);
  }

  /**
   * Sends a message that was checked without defaults, as one of several accounts that may.
   *
   * @param scope the whole send's. Whoever created it disposes of it
   */
  sendPart(
    message: CheckedMessage,
    options: SendOptions,
    origin: Turn['origin'],
    scope: SendScope,
  ): Promise<SmsReceipt> {
    const filled = fillDefaults(message, this.checks.context.defaults);
    return this.sendChecked(filled, options, origin, scope);
  }

  protected override async sendChecked(
    message: CheckedMessage,
    options: SendOptions,
    origin: Turn['origin'],
    given?: SendScope,
  ): Promise<SmsReceipt> {
    const { lifetime, reports } = this;
    const { guard } = this.checks;
    const { signal, priority = 'normal' } = options;
    const turn: Turn = { priority, origin, inFailover: given !== undefined };
    if (lifetime.isOver) {
      const error = lifetime.closedError();
      reports.failed(message, turn, error);
      throw error;
    }
    const scope = given ?? new SendScope(this.total, signal);
    // One object for all sends of a run.
    const call = origin === 'send' ? scope : options;
    lifetime.begin(scope);
    try {
      if (!guard) return this.accept(message, turn, await this.carryOut(message, scope, turn));
      const receipt = await guard.steer(message, {
        priority,
        call,
        wait: (work) => scope.wait(work),
        send: async (each) => this.accept(each, turn, await this.carryOut(each, scope, turn)),
      });
      reports.held(message, turn, receipt.held);
      return receipt;
    } catch (error) {
      if (error instanceof SmsGatewayError) reports.failed(message, turn, this.named(error));
      throw error;
    } finally {
      if (!given) scope.dispose();
      lifetime.end(scope);
    }
  }

  private carryOut(message: CheckedMessage, scope: SendScope, turn: Turn): Promise<AcceptedSend> {
    const { connection, pipeline, rules } = this.parts;
    const call = new SendCall(message, rules);
    return connection.events.traceSend(message, turn.priority, () =>
      pipeline.run(call, scope, turn),
    );
  }

  private accept(message: CheckedMessage, turn: Turn, accepted: AcceptedSend): SmsReceipt {
    this.reports.accepted(message, turn, accepted);
    return accepted.receipt;
  }

  health(): AccountHealth {
    const { lifetime, parts } = this;
    return {
      breaker: parts.breaker?.state ?? 'off',
      waiting: parts.gate.waiting,
      sending: lifetime.sending,
    };
  }

  async checkLogin(timeout: number): Promise<'ok' | 'none'> {
    if (this.lifetime.isOver) throw this.lifetime.closedError();
    const { logsIn, source } = this.parts;
    if (!logsIn) return 'none';
    const scope = new SendScope(timeout);
    try {
      if (!source.ready()) await scope.wait(source.obtain(scope, {}));
      return 'ok';
    } finally {
      scope.dispose();
    }
  }

  override async logIn(): Promise<void> {
    if (this.parts.source instanceof TokenAuthProvider) await this.checkLogin(this.total);
  }

  /**
   * Takes no more sends, waits up to `drain` for those in progress, then ends the rest and the
   * sockets. Each caller learns what is known of its send.
   */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  /** Called by Nest, once the HTTP server takes no more requests. */
  async onApplicationShutdown(): Promise<void> {
    // Nest closes one module after the other. Without this, each account would go on taking sends while
    // another drains, and shutdown would take as many times `drain` as there are accounts.
    for (const account of this.parts.siblings) account.close().catch(() => undefined);
    await this.close();
  }

  private async shutDown(): Promise<void> {
    const { connection, siblings, source } = this.parts;
    const { events, options, transport } = connection;
    await this.lifetime.close(options.drain);
    source.close();
    await transport.close();
    siblings.delete(this);
    await events.close();
  }
}
