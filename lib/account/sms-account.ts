import { checkCredentials, checkNoClash, strategyFailed } from '../auth/check-credentials.js';
import type { SmsAuthProvider, SmsCredentials } from '../auth/sms-auth-provider.js';
import { TokenAuthProvider } from '../auth/token.auth-provider.js';
import { SmsAuthenticationError, SmsGatewayError, SmsTransportError } from '../errors/index.js';
import { checkMessage } from '../message/check-message.js';
import type { CheckedMessage, MessageContext } from '../message/checked-message.js';
import { createRedactor } from '../message/redactor.js';
import type { SendOptions, SmsMessage, SmsReceipt } from '../message/sms-message.js';
import type { CheckedOptions } from '../options/check-options.js';
import { isAuthProvider } from '../options/check-options.js';
import { readSendAnswer } from '../protocol/send-answer.js';
import { encodeSendForm } from '../protocol/send-form.js';
import type { GatewayTransport } from '../transport/gateway-transport.js';
import type { RetryPolicy } from '../transport/retry-policy.js';
import { SendScope } from '../transport/send-scope.js';
import { checkSendOptions } from './send-options.js';

const NO_RESERVED_FIELDS: ReadonlySet<string> = new Set();
const DEFAULT_REFUSED_CODES: ReadonlySet<string> = new Set(['401', '403', '216']);

/**
 * One login of the gateway with its defaults, and the way of a message through it: checked, given
 * credentials, encoded, exchanged, read.
 */
export class SmsAccount {
  private readonly context: MessageContext;
  private readonly refusedCodes: ReadonlySet<string>;
  private readonly underWay = new Set<SendScope>();
  private closing: Promise<void> | undefined;
  private drained: (() => void) | undefined;

  constructor(
    private readonly options: CheckedOptions,
    private readonly auth: SmsAuthProvider,
    private readonly transport: GatewayTransport,
    private readonly retry: RetryPolicy,
  ) {
    this.context = {
      defaults: options.defaults,
      defaultCountry: options.defaultCountry,
      reservedFields: NO_RESERVED_FIELDS,
    };
    this.refusedCodes =
      options.auth && !isAuthProvider(options.auth)
        ? options.auth.refusedCodes
        : DEFAULT_REFUSED_CODES;
  }

  async send(message: SmsMessage, options: SendOptions = {}): Promise<SmsReceipt> {
    const checked = checkMessage(message, this.context);
    checkSendOptions(options);
    if (this.closing) throw closedError();
    const scope = new SendScope(this.options.timeout.total, options.signal);
    this.underWay.add(scope);
    try {
      return await this.deliver(checked, scope);
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

  private async deliver(message: CheckedMessage, scope: SendScope): Promise<SmsReceipt> {
    const repeatUnknown =
      this.options.retry.unknown === 'with-duplicate-check' && message.duplicateCheck;
    const tries = this.retry.begin(scope, repeatUnknown);
    let renewed = false;
    try {
      for (;;) {
        const credentials = await this.credentials(scope);
        try {
          const receipt = await this.once(message, credentials, scope);
          tries.answered();
          return receipt;
        } catch (error) {
          if (!isRefusal(error)) await tries.again(error);
          else if (!(await this.renews(credentials)) || renewed) throw error;
          else renewed = true;
        }
      }
    } catch (error) {
      throw tries.final(error);
    }
  }

  private async once(
    message: CheckedMessage,
    credentials: SmsCredentials,
    scope: SendScope,
  ): Promise<SmsReceipt> {
    checkNoClash(message.fields, credentials);
    const form = encodeSendForm(message, credentials.fields ?? {});
    const answer = await this.transport.exchange(
      {
        path: '/SMSApi/send',
        headers: { ...credentials.headers, 'Content-Type': form.contentType },
        body: form.body,
      },
      scope,
    );
    const receipt = readSendAnswer(answer, {
      recipients: message.recipients,
      segments: message.segments,
      refusedCodes: this.refusedCodes,
      redactor: () => createRedactor(secretsOf(credentials), message.text, message.recipients),
    });
    if (this.auth instanceof TokenAuthProvider) this.auth.accepted(credentials);
    return receipt;
  }

  private async credentials(scope: SendScope): Promise<SmsCredentials> {
    try {
      const credentials = await scope.wait(this.auth.credentials(scope.signal));
      checkCredentials(credentials);
      return credentials;
    } catch (error) {
      throw error instanceof SmsGatewayError ? error : strategyFailed(error);
    }
  }

  private async renews(credentials: SmsCredentials): Promise<boolean> {
    try {
      return (await this.auth.refused?.(credentials)) ?? false;
    } catch {
      return false;
    }
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
    if (this.auth instanceof TokenAuthProvider) this.auth.close();
    await this.transport.close();
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof SmsAuthenticationError && error.code === 'credentials-refused';
}

function closedError(): SmsTransportError {
  return new SmsTransportError('closed', 'The app is shutting down. Nothing was sent.', {
    delivery: 'not-sent',
  });
}

function secretsOf({ headers, fields }: SmsCredentials): readonly string[] {
  // A scheme stands before a token in the same header, so its words are secrets each.
  const inHeaders = Object.values(headers ?? {}).flatMap((value) => [value, ...value.split(' ')]);
  return [...inHeaders, ...Object.values(fields ?? {})];
}
