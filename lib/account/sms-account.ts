import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import { BuiltInAuthProvider } from '../auth/built-in.auth-provider.js';
import { type SmsMessageError, SmsTransportError } from '../errors/index.js';
import { checkContent, checkMessage } from '../message/check-message.js';
import type { CheckedContent, CheckedMessage, MessageContext } from '../message/checked-message.js';
import { copyContent } from '../message/content-copy.js';
import type { SendOptions, SmsContent, SmsMessage, SmsReceipt } from '../message/sms-message.js';
import { asMessageError } from '../message/unreadable.js';
import type { CheckedOptions } from '../options/check-options.js';
import { isAuthProvider } from '../options/check-options.js';
import { Breaker } from '../transport/breaker.js';
import type { GatewayTransport } from '../transport/gateway-transport.js';
import type { RetryPolicy } from '../transport/retry-policy.js';
import { SendScope } from '../transport/send-scope.js';
import { SendPipeline } from './send-pipeline.js';
import { SendGate } from './send-gate.js';
import { SendLog } from './send-log.js';
import { checkSendOptions } from './send-options.js';

const NO_OPTIONS: SendOptions = Object.freeze({});
const NO_RESERVED_FIELDS: ReadonlySet<string> = new Set();
const DEFAULT_REFUSED_CODES: ReadonlySet<string> = new Set(['401', '403', '216']);

/**
 * One login of the gateway with its defaults: it takes messages, knows those under way, and ends
 * when the app does.
 */
export class SmsAccount {
  /** What messages are checked against. */
  readonly context: MessageContext;

  private readonly pipeline: SendPipeline;
  private readonly log = new SendLog();
  private readonly underWay = new Set<SendScope>();
  private readonly runs = new Set<() => void>();
  private closing: Promise<void> | undefined;
  private drained: (() => void) | undefined;

  constructor(
    readonly options: CheckedOptions,
    private readonly auth: SmsAuthProvider,
    private readonly transport: GatewayTransport,
    retry: RetryPolicy,
  ) {
    this.context = {
      defaults: options.defaults,
      defaultCountry: options.defaultCountry,
      reservedFields: NO_RESERVED_FIELDS,
    };
    const { breaker } = options;
    this.pipeline = new SendPipeline({
      auth,
      transport,
      retry,
      gate: createGate(options),
      breaker: breaker && new Breaker(breaker),
      refusedCodes: refusedCodesOf(options),
      failureWords: options.failureWords,
      unknown: options.retry.unknown,
    });
  }

  /**
   * Checks and sends.
   *
   * @param timed whether waiting for its turn counts against the total deadline
   */
  send(message: SmsMessage, options: SendOptions = NO_OPTIONS, timed = true): Promise<SmsReceipt> {
    let checked: CheckedMessage;
    try {
      checked = checkMessage(message, this.context);
      if (options !== NO_OPTIONS) checkSendOptions(options);
    } catch (error) {
      return this.refuse(asMessageError(error, 'message'));
    }
    return this.sendChecked(checked, options, timed);
  }

  /** Gives a wrong message, which is never sent, its end. */
  refuse(error: SmsMessageError): Promise<never> {
    return Promise.reject(error);
  }

  /**
   * Checks a message that has no `to`, and gives a copy of it beside.
   *
   * @throws SmsMessageError
   */
  checkContent(message: unknown): { content: SmsContent; checked: CheckedContent } {
    try {
      const content = copyContent(message);
      const checked = checkContent(content, this.context);
      return { content: content as SmsContent, checked };
    } catch (error) {
      throw asMessageError(error, 'message');
    }
  }

  /** Whether it takes no more sends. */
  get closed(): boolean {
    return this.closing !== undefined;
  }

  /** Calls back when it takes no more sends, so that a run ends instead of failing its whole input. */
  onClose(end: () => void): void {
    this.runs.add(end);
  }

  /** Calls back no more. */
  offClose(end: () => void): void {
    this.runs.delete(end);
  }

  /** Sends what was checked. See {@link send}. */
  async sendChecked(
    message: CheckedMessage,
    { signal, priority = 'normal' }: SendOptions,
    timed: boolean,
  ): Promise<SmsReceipt> {
    if (this.closed) throw closedError();
    const scope = new SendScope(this.options.timeout.total, signal);
    this.underWay.add(scope);
    try {
      const { receipt, redactor } = await this.pipeline.run(message, scope, { priority, timed });
      this.log.accepted(message, receipt, redactor);
      return receipt;
    } catch (error) {
      this.log.failed(message, error);
      throw error;
    } finally {
      scope.dispose();
      this.underWay.delete(scope);
      if (this.underWay.size === 0) this.drained?.();
    }
  }

  /**
   * Takes no more sends, waits up to `drain` for those under way, ends the rest and the sockets.
   * Each caller is told what is known of its send.
   */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    for (const end of this.runs) end();
    if (this.underWay.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.options.drain);
        this.drained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    for (const scope of this.underWay) scope.end('closed');
    if (this.auth instanceof BuiltInAuthProvider) this.auth.close();
    await this.transport.close();
  }
}

// What waits for a socket of our pool waits at the gate, where high priority goes first. How many a
// user's dispatcher takes at once is not known; with a rate it gets as many as our pool would.
function createGate({ dispatcher, rateLimit, maxConcurrency, maxConnections }: CheckedOptions) {
  if (dispatcher && !rateLimit) {
    return maxConcurrency ? new SendGate(undefined, maxConcurrency) : undefined;
  }
  return new SendGate(rateLimit, Math.min(maxConcurrency ?? maxConnections, maxConnections));
}

function refusedCodesOf({ auth }: CheckedOptions): ReadonlySet<string> {
  return auth && !isAuthProvider(auth) ? auth.refusedCodes : DEFAULT_REFUSED_CODES;
}

/** The error for what comes after the end. */
export function closedError(): SmsTransportError {
  return new SmsTransportError('closed', 'The app is shutting down. Nothing was sent.', {
    outcome: 'not-sent',
  });
}
