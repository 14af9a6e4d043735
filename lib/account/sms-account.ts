import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import { BuiltInAuthProvider } from '../auth/built-in.auth-provider.js';
import { SmsTransportError } from '../errors/index.js';
import { checkContent, checkMessage } from '../message/check-message.js';
import type { CheckedContent, CheckedMessage, MessageContext } from '../message/checked-message.js';
import type { SendOptions, SmsMessage, SmsReceipt } from '../message/sms-message.js';
import type { CheckedOptions } from '../options/check-options.js';
import { isAuthProvider } from '../options/check-options.js';
import { Breaker } from '../transport/breaker.js';
import type { GatewayTransport } from '../transport/gateway-transport.js';
import type { RetryPolicy } from '../transport/retry-policy.js';
import { SendScope } from '../transport/send-scope.js';
import { Delivery } from './delivery.js';
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

  private readonly delivery: Delivery;
  private readonly log = new SendLog();
  private readonly underWay = new Set<SendScope>();
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
    const { rateLimit, maxConcurrency, breaker } = options;
    this.delivery = new Delivery({
      auth,
      transport,
      retry,
      gate: rateLimit || maxConcurrency ? new SendGate(rateLimit, maxConcurrency) : undefined,
      breaker: breaker && new Breaker(breaker),
      refusedCodes: refusedCodesOf(options),
      unknown: options.retry.unknown,
    });
  }

  /** Checks and sends. */
  send(message: SmsMessage, options: SendOptions = NO_OPTIONS): Promise<SmsReceipt> {
    let checked: CheckedMessage;
    try {
      checked = checkMessage(message, this.context);
      if (options !== NO_OPTIONS) checkSendOptions(options);
    } catch (error) {
      return Promise.reject(error);
    }
    return this.sendChecked(checked, options);
  }

  /** Checks a message that has no `to`. */
  checkContent(message: unknown): CheckedContent {
    return checkContent(message, this.context);
  }

  /** Sends what was checked. */
  async sendChecked(message: CheckedMessage, options: SendOptions): Promise<SmsReceipt> {
    if (this.closing) throw closedError();
    const scope = new SendScope(this.options.timeout.total, options.signal);
    this.underWay.add(scope);
    try {
      const receipt = await this.delivery.run(message, scope, options.priority ?? 'normal');
      this.log.accepted(message, receipt);
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

function refusedCodesOf({ auth }: CheckedOptions): ReadonlySet<string> {
  return auth && !isAuthProvider(auth) ? auth.refusedCodes : DEFAULT_REFUSED_CODES;
}

function closedError(): SmsTransportError {
  return new SmsTransportError('closed', 'The app is shutting down. Nothing was sent.', {
    delivery: 'not-sent',
  });
}
