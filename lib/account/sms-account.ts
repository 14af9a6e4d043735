import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { createAuthProvider } from '../auth/create-auth-provider.js';
import {
  type CredentialSource,
  credentialSourceOf,
  DEFAULT_REFUSED_CODES,
} from '../auth/credential-source.js';
import { FunctionAuthProvider } from '../auth/function.auth-provider.js';
import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import { SmsGatewayError, type SmsGuardError, type SmsMessageError } from '../errors/index.js';
import { AccountEvents } from '../events/account-events.js';
import type { SmsEvent } from '../events/sms-event.js';
import { createSendGuard } from '../guard/send-guard.js';
import { fillDefaults } from '../message/check-message.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { createRecipientReader } from '../message/recipient-reader.js';
import type { SendOptions, SmsReceipt } from '../message/sms-message.js';
import { type CheckedOptions, isAuthProvider } from '../options/check-options.js';
import type { SmsAuthSource } from '../sms-gateway.options.js';
import { Breaker } from '../transport/breaker.js';
import { GatewayTransport, type Transport } from '../transport/gateway-transport.js';
import { RetryPolicy } from '../transport/retry-policy.js';
import { SendScope } from '../transport/send-scope.js';
import type { AccountHealth, HealthAccount } from './account-health.js';
import { CallPipeline } from './call-pipeline.js';
import { Lifetime } from './lifetime.js';
import { SendCall, type SendRules } from './send-call.js';
import { type Once, SendGate, type Turn } from './send-gate.js';
import { SendLog } from './send-log.js';
import { type SendObserver, SendReports } from './send-reports.js';
import { type Checks, SendingService } from './sending-service.js';

/** The options of an account, and how it reaches the gateway. */
export interface Connection {
  readonly options: CheckedOptions;
  readonly transport: Transport;
  readonly retry: RetryPolicy;
  /** Tells what happens in the account, by its name. */
  readonly events: AccountEvents;
}

/** Opens no socket before the first send. */
export function createConnection(options: CheckedOptions, name = 'default'): Connection {
  const transport = new GatewayTransport(options);
  const retry = new RetryPolicy(options.retry);
  return { options, transport, retry, events: new AccountEvents(name) };
}

/** What replaces the parts that an account would create from its options. */
export interface AccountParts {
  readonly auth?: SmsAuthProvider;
  readonly gate?: SendGate;
  readonly pipeline?: Pick<CallPipeline, 'run'>;
  readonly observer?: SendObserver;
  /** All accounts of the app, which close together. */
  readonly siblings?: Set<SmsAccount>;
}

/** The part of one account in a send that several accounts may carry out. */
export interface SendPart {
  /** The whole send's. Whoever created it disposes of it. */
  readonly scope: SendScope;
  readonly once: Once;
}

/** One gateway login with its defaults: the `SmsService` that sends to a gateway. It closes with the app. */
export class SmsAccount extends SendingService implements HealthAccount, OnApplicationShutdown {
  override readonly checks: Checks;
  override readonly lifetime: Lifetime;

  private readonly source: CredentialSource;
  private readonly gate: SendGate;
  private readonly breaker: Breaker | undefined;
  private readonly pipeline: Pick<CallPipeline, 'run'>;
  private readonly rules: SendRules;
  private readonly reports: SendReports;
  private readonly siblings: Set<SmsAccount>;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly connection: Connection,
    parts: AccountParts = {},
  ) {
    super();
    const { options, transport, retry, events } = connection;
    const name = events.account;
    const source = credentialSourceOf(
      parts.auth ?? createAuthProvider(options, transport, retry, events),
    );
    const gate = parts.gate ?? createGate(options);
    const breaker =
      options.breaker && new Breaker(options.breaker, (state) => events.breaker(state));
    this.source = source;
    this.gate = gate;
    this.breaker = breaker;
    this.pipeline =
      parts.pipeline ?? new CallPipeline({ source, transport, retry, gate, breaker, events });
    this.rules = sendRules(options, name, source);
    this.reports = new SendReports([parts.observer ?? new SendLog(name), events]);
    const readRecipient = createRecipientReader(options);
    const warn = (text: string): void => new Logger('SmsGateway').warn(`[${name}] ${text}`);
    this.checks = {
      name,
      context: { defaults: options.defaults, readRecipient },
      guard: createSendGuard(options, name, readRecipient, warn),
    };
    this.lifetime = new Lifetime(name);
    this.siblings = parts.siblings ?? new Set();
    this.siblings.add(this);
  }

  get name(): string {
    return this.checks.name;
  }

  override get concurrency(): number {
    return this.connection.options.maxConnections;
  }

  override get largestBatch(): number {
    const { guard, rateLimit } = this.connection.options;
    return Math.min(rateLimit?.recipients ?? Infinity, guard?.perDay?.recipients ?? Infinity);
  }

  /** The total deadline of a send, in ms. */
  get total(): number {
    return this.connection.options.timeout.total;
  }

  override get events$(): Observable<SmsEvent> {
    return this.connection.events.events$;
  }

  override giveUp(error: SmsGuardError, recipients?: readonly string[]): void {
    this.reports.giveUp(error, recipients);
  }

  override failInvalid(error: SmsMessageError): Promise<never> {
    this.reports.invalid(this.named(error));
    return Promise.reject(error);
  }

  /** Sends a message that was checked without defaults, as one of several accounts that may. */
  sendPart(
    message: CheckedMessage,
    options: SendOptions,
    queueTime: Turn['queueTime'],
    part: SendPart,
  ): Promise<SmsReceipt> {
    const filled = fillDefaults(message, this.checks.context.defaults);
    return this.sendChecked(filled, options, queueTime, part);
  }

  protected override async sendChecked(
    message: CheckedMessage,
    options: SendOptions,
    queueTime: Turn['queueTime'],
    { scope: given, once }: Partial<SendPart> = {},
  ): Promise<SmsReceipt> {
    const { lifetime, reports } = this;
    const { guard } = this.checks;
    const { signal, priority = 'normal' } = options;
    const turn: Turn = { priority, queueTime, once };
    if (lifetime.isOver) {
      const error = lifetime.closedError();
      reports.failed(message, turn, error);
      throw error;
    }
    const scope = given ?? new SendScope(this.total, signal);
    // One object for all sends of a run.
    const call = queueTime === 'counted' ? scope : options;
    lifetime.begin(scope);
    try {
      if (!guard) return await this.carryOut(message, scope, turn);
      const receipt = await guard.send(message, priority, call, (each) =>
        this.carryOut(each, scope, turn),
      );
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

  private async carryOut(
    message: CheckedMessage,
    scope: SendScope,
    turn: Turn,
  ): Promise<SmsReceipt> {
    const call = new SendCall(message, this.rules);
    const accepted = await this.connection.events.send(message, turn.priority, () =>
      this.pipeline.run(call, scope, turn),
    );
    this.reports.accepted(message, turn, accepted);
    return accepted.receipt;
  }

  health(): AccountHealth {
    const { breaker, gate, lifetime } = this;
    return {
      breaker: breaker?.state ?? 'off',
      waiting: gate.waiting,
      sending: lifetime.sending,
    };
  }

  async checkLogin(timeout: number): Promise<'ok' | 'none'> {
    if (this.lifetime.isOver) throw this.lifetime.closedError();
    if (!logsIn(this.connection.options)) return 'none';
    const scope = new SendScope(timeout);
    try {
      if (!this.source.ready()) await scope.wait(this.source.obtain(scope, {}));
      return 'ok';
    } finally {
      scope.dispose();
    }
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
    for (const account of this.siblings) account.close().catch(() => undefined);
    await this.close();
  }

  private async shutDown(): Promise<void> {
    const { events, options, transport } = this.connection;
    await this.lifetime.close(options.drain);
    this.source.close();
    await transport.close();
    this.siblings.delete(this);
    await events.close();
  }
}

// Sends wait at the gate and not for a socket of our pool, because the gate lets high priority go
// first. How many sends a user's dispatcher takes at once is not known; with a rate limit it gets as
// many as our pool would.
function createGate({
  dispatcher,
  rateLimit,
  maxConcurrency,
  maxConnections,
}: CheckedOptions): SendGate {
  if (dispatcher && !rateLimit) return new SendGate(undefined, maxConcurrency);
  return new SendGate(rateLimit, Math.min(maxConcurrency ?? maxConnections, maxConnections));
}

function sendRules(options: CheckedOptions, account: string, source: CredentialSource): SendRules {
  const { auth, failureWords, retry } = options;
  const refusedCodes = isAppsOwn(auth) ? DEFAULT_REFUSED_CODES : auth.refusedCodes;
  return {
    account,
    // A function may return other ones each time.
    get refusedCodes() {
      return source instanceof FunctionAuthProvider ? source.refusedCodes : refusedCodes;
    },
    failureWords,
    repeatUnknown: retry.unknown === 'with-duplicate-check',
  };
}

// With a password or a key, each message carries all that there is. An app's own strategy or function
// may have to fetch it.
function logsIn({ auth }: CheckedOptions): boolean {
  return isAppsOwn(auth) || auth.method === 'token';
}

function isAppsOwn(
  auth: CheckedOptions['auth'],
): auth is SmsAuthProvider | SmsAuthSource | undefined {
  return auth === undefined || typeof auth === 'function' || isAuthProvider(auth);
}
