import { checkCredentials, checkNoClash, strategyFailed } from '../auth/check-credentials.js';
import type { SmsAuthProvider, SmsCredentials } from '../auth/sms-auth-provider.js';
import { TokenAuthProvider } from '../auth/token.auth-provider.js';
import { SmsAuthenticationError, SmsGatewayError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { createRedactor } from '../message/redactor.js';
import type { SmsReceipt } from '../message/sms-message.js';
import { readSendAnswer } from '../protocol/send-answer.js';
import { encodeSendForm } from '../protocol/send-form.js';
import type { Breaker } from '../transport/breaker.js';
import type { GatewayTransport } from '../transport/gateway-transport.js';
import type { RetryPolicy, Tries } from '../transport/retry-policy.js';
import type { SendScope } from '../transport/send-scope.js';
import type { Priority, SendGate } from './send-gate.js';

/** What a message passes on its way. */
export interface DeliveryParts {
  readonly auth: SmsAuthProvider;
  readonly transport: GatewayTransport;
  readonly retry: RetryPolicy;
  readonly gate: SendGate | undefined;
  readonly breaker: Breaker | undefined;
  /** The `statusCode`s that mean refused credentials. */
  readonly refusedCodes: ReadonlySet<string>;
  readonly unknown: 'never' | 'with-duplicate-check';
}

/** The way of one checked message: let through, given credentials, encoded, exchanged, read. */
export class Delivery {
  constructor(private readonly parts: DeliveryParts) {}

  /** Makes tries until one is answered, or no further one may be made. */
  async run(message: CheckedMessage, scope: SendScope, priority: Priority): Promise<SmsReceipt> {
    const { retry, unknown } = this.parts;
    const tries = retry.begin(scope, unknown === 'with-duplicate-check' && message.duplicateCheck);
    try {
      return await this.untilAnswered(message, scope, priority, tries);
    } catch (error) {
      throw tries.final(error);
    }
  }

  private async untilAnswered(
    message: CheckedMessage,
    scope: SendScope,
    priority: Priority,
    tries: Tries,
  ): Promise<SmsReceipt> {
    let renewed = false;
    for (;;) {
      const credentials = await this.admitted(message, scope, priority);
      let failure: unknown;
      try {
        const receipt = await this.once(message, credentials, scope);
        tries.answered();
        return receipt;
      } catch (error) {
        failure = error;
      } finally {
        this.parts.gate?.leave();
      }
      if (!isRefusal(failure)) await tries.again(failure);
      else if (!(await this.renews(credentials)) || renewed) throw failure;
      else renewed = true;
    }
  }

  // Through the gate first: a token obtained before a long wait could be stale after it.
  private async admitted(
    message: CheckedMessage,
    scope: SendScope,
    priority: Priority,
  ): Promise<SmsCredentials> {
    const { gate } = this.parts;
    if (gate) await gate.enter(message.recipients.length, priority, scope);
    try {
      const credentials = await this.credentials(scope);
      checkNoClash(message.fields, credentials);
      return credentials;
    } catch (error) {
      gate?.leave();
      throw error;
    }
  }

  private async once(
    message: CheckedMessage,
    credentials: SmsCredentials,
    scope: SendScope,
  ): Promise<SmsReceipt> {
    const { auth, breaker, transport, refusedCodes } = this.parts;
    const form = encodeSendForm(message, credentials.fields ?? {});
    const headers = { ...credentials.headers, 'Content-Type': form.contentType };
    const exchange = async (): Promise<SmsReceipt> =>
      readSendAnswer(
        await transport.exchange({ path: '/SMSApi/send', headers, body: form.body }, scope),
        {
          recipients: message.recipients,
          segments: message.segments,
          refusedCodes,
          redactor: () => createRedactor(secretsOf(credentials), message.text, message.recipients),
        },
      );
    const receipt = await (breaker ? breaker.run(exchange, scope) : exchange());
    if (auth instanceof TokenAuthProvider) auth.accepted(credentials);
    return receipt;
  }

  private async credentials(scope: SendScope): Promise<SmsCredentials> {
    try {
      const credentials = await scope.wait(this.parts.auth.credentials(scope.signal));
      checkCredentials(credentials);
      return credentials;
    } catch (error) {
      throw error instanceof SmsGatewayError ? error : strategyFailed(error);
    }
  }

  private async renews(credentials: SmsCredentials): Promise<boolean> {
    try {
      return (await this.parts.auth.refused?.(credentials)) ?? false;
    } catch {
      return false;
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof SmsAuthenticationError && error.code === 'credentials-refused';
}

function secretsOf({ headers, fields }: SmsCredentials): readonly string[] {
  // A scheme stands before a token in the same header, so its words are secrets each.
  const inHeaders = Object.values(headers ?? {}).flatMap((value) => [value, ...value.split(' ')]);
  return [...inHeaders, ...Object.values(fields ?? {})];
}
