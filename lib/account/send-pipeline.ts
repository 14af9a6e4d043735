import { BuiltInAuthProvider } from '../auth/built-in.auth-provider.js';
import { checkCredentials, strategyFailed } from '../auth/check-credentials.js';
import type { SmsAuthProvider, SmsCredentials } from '../auth/sms-auth-provider.js';
import {
  SmsAuthenticationError,
  SmsGatewayError,
  SmsRejectedError,
  SmsTransportError,
} from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';
import { readSendAnswer } from '../protocol/send-answer.js';
import { encodeSendForm } from '../protocol/send-form.js';
import { createRedactor, type Redactor } from '../redaction/redactor.js';
import type { Breaker } from '../transport/breaker.js';
import type { GatewayTransport } from '../transport/gateway-transport.js';
import type { RetryPolicy } from '../transport/retry-policy.js';
import { endedError, type SendScope } from '../transport/send-scope.js';
import type { Pass } from './rate-window.js';
import type { Priority, SendGate } from './send-gate.js';

/** What a message passes on its way. */
export interface SendPipelineParts {
  readonly auth: SmsAuthProvider;
  readonly transport: GatewayTransport;
  readonly retry: RetryPolicy;
  readonly gate: SendGate | undefined;
  readonly breaker: Breaker | undefined;
  /** The `statusCode`s that mean refused credentials. */
  readonly refusedCodes: ReadonlySet<string>;
  /** The values of `status` that are a no in a 2xx, in lower case. */
  readonly failureWords: ReadonlySet<string>;
  readonly unknown: 'never' | 'with-duplicate-check';
}

/** How a send waits for its turn. */
export interface Turn {
  readonly priority: Priority;
  /** Whether waiting for it counts against the total deadline. */
  readonly timed: boolean;
}

/** A send that was accepted. */
export interface AcceptedSend {
  readonly receipt: SmsReceipt;
  /** Masks what the gateway said of it. */
  readonly redactor: () => Redactor;
}

/** The way of one checked message: let through, given credentials, encoded, exchanged, read. */
export class SendPipeline {
  private readonly builtIn: BuiltInAuthProvider | undefined;

  constructor(private readonly parts: SendPipelineParts) {
    this.builtIn = parts.auth instanceof BuiltInAuthProvider ? parts.auth : undefined;
  }

  /** Makes tries until one is answered, or no further one may be made. */
  async run(message: CheckedMessage, scope: SendScope, turn: Turn): Promise<AcceptedSend> {
    const { gate, retry, unknown } = this.parts;
    const tries = retry.begin(scope, unknown === 'with-duplicate-check' && message.duplicateCheck);
    let renewed = false;
    try {
      for (;;) {
        if (scope.ended) throw endedError(scope.ended, 'not-sent');
        let credentials = this.builtIn?.ready() ?? (await this.credentials(message, scope));
        // Credentials come first: what the gate lets through while a login is slow would leave in one
        // burst. A token that grew old in the queue is renewed behind it.
        let pass = gate?.tryEnter(message.recipients.length);
        const hasWaited = gate && !pass;
        if (hasWaited) pass = await enter(gate, message, scope, turn);
        let failure: unknown;
        let isUnused = true;
        try {
          if (hasWaited && this.builtIn) {
            credentials = this.builtIn.ready() ?? (await this.credentials(message, scope));
          }
          isUnused = false;
          try {
            const receipt = await this.once(message, credentials, scope, pass);
            this.builtIn?.accepted(credentials);
            tries.answered();
            return { receipt, redactor: () => this.redactor(message, credentials) };
          } catch (error) {
            if (error instanceof SmsRejectedError) tries.answered();
            failure = error;
            isUnused = neverLeft(error);
          }
        } finally {
          if (pass) gate?.leave(pass, isUnused);
        }
        if (!isRefusal(failure)) await tries.again(failure);
        else if (renewed) {
          this.builtIn?.refusedAgain(credentials);
          throw failure;
        } else if (await this.renews(credentials, scope)) renewed = true;
        else throw failure;
      }
    } catch (error) {
      throw tries.final(error);
    }
  }

  private once(
    message: CheckedMessage,
    credentials: SmsCredentials,
    scope: SendScope,
    pass: Pass | undefined,
  ): Promise<SmsReceipt> {
    const { breaker, transport, refusedCodes, failureWords } = this.parts;
    const { body, contentType } = encodeSendForm(message, credentials.fields ?? {});
    const headers = { ...credentials.headers, 'Content-Type': contentType };
    const started = pass && (() => pass.started());
    const request = { path: '/SMSApi/send', headers, body, started } as const;
    const exchange = async (): Promise<SmsReceipt> =>
      readSendAnswer(await transport.exchange(request, scope), {
        recipients: message.recipients,
        segments: message.segments,
        credentials: credentials.fields,
        refusedCodes,
        failureWords,
        redactor: () => this.redactor(message, credentials),
      });
    return breaker ? breaker.run(exchange, scope) : exchange();
  }

  private redactor(message: CheckedMessage, credentials: SmsCredentials): Redactor {
    const { text, recipients, fields } = message;
    const secrets = [...secretsOf(credentials), ...(this.builtIn?.secrets ?? [])];
    return createRedactor({ secrets, text, recipients, fields });
  }

  private async credentials(message: CheckedMessage, scope: SendScope): Promise<SmsCredentials> {
    const { auth } = this.parts;
    try {
      // A strategy of ours shares its login among all who wait, and has no use for one's signal.
      const asked = this.builtIn ? auth.credentials() : auth.credentials(scope.signal);
      // One of plain JavaScript may give them at once.
      const credentials = await scope.wait(Promise.resolve(asked));
      if (!this.builtIn) checkCredentials(credentials, message.fields);
      return credentials;
    } catch (error) {
      // Whatever the strategy says of it, nothing was sent.
      const isTold = error instanceof SmsGatewayError && error.outcome === 'not-sent';
      throw isTold ? error : strategyFailed(error);
    }
  }

  private async renews(credentials: SmsCredentials, scope: SendScope): Promise<boolean> {
    try {
      // A strategy of the user's own may hang; the send's deadline does not.
      return (await scope.wait(Promise.resolve(this.parts.auth.refused?.(credentials)))) ?? false;
    } catch {
      return false;
    }
  }
}

async function enter(
  gate: SendGate,
  { recipients }: CheckedMessage,
  scope: SendScope,
  { priority, timed }: Turn,
): Promise<Pass> {
  if (!timed) scope.stopClock();
  const pass = await gate.enter(recipients.length, priority, scope);
  if (!timed) scope.startClock();
  return pass;
}

// What was not sent, and not because the gateway said so.
function neverLeft(error: unknown): boolean {
  return (
    error instanceof SmsTransportError && error.outcome === 'not-sent' && error.code !== 'throttled'
  );
}

function isRefusal(error: unknown): boolean {
  return error instanceof SmsAuthenticationError && error.code === 'credentials-refused';
}

// A gateway may repeat a token without the scheme before it in its header.
function secretsOf({ headers = {}, fields = {} }: SmsCredentials): readonly string[] {
  const tokens = Object.values(headers).flatMap((value) => [value, value.replace(/^\S+ +/, '')]);
  return [...tokens, ...Object.values(fields)];
}
