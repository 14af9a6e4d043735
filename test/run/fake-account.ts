import { SmsAccount } from '../../lib/account/sms-account.js';
import type { AcceptedSend, Turn } from '../../lib/account/send-pipeline.js';
import type { SmsGatewayOptions, SmsReceipt, SmsService } from '../../lib/index.js';
import { SmsAuthProvider, type SmsCredentials, SmsTransportError } from '../../lib/index.js';
import type { CheckedMessage } from '../../lib/message/checked-message.js';
import { checkOptions } from '../../lib/options/check-options.js';
import type { SendScope } from '../../lib/transport/send-scope.js';

/** A send that a run has begun, to be ended by the test. */
export interface HeldSend {
  readonly text: string;
  readonly recipients: readonly string[];
  readonly turn: Turn;
  /** Ends when the send's deadline or the caller's signal ends it. */
  readonly scope: SendScope;
  accept(rejected?: readonly string[]): void;
  /** Ends it with an error that says it may have been sent. */
  lose(): void;
  /** Ends it with anything at all. */
  fail(error: unknown): void;
}

class NoCredentials extends SmsAuthProvider {
  credentials(): Promise<SmsCredentials> {
    return Promise.resolve({});
  }
}

/** An account that sends nothing: each send waits until the test, or `onSend`, ends it. */
export class FakeAccount {
  /** What an app is given. */
  readonly sms: SmsService & { close(): Promise<void> };
  /** The sends that were begun, in their order. */
  readonly sends: HeldSend[] = [];
  /** How many of them have not ended. */
  active = 0;
  /** The most that were active at once. */
  mostActive = 0;

  constructor(
    private readonly onSend: (send: HeldSend) => void = () => undefined,
    options: Partial<SmsGatewayOptions> = {},
  ) {
    const { defaults, defaultCountry, maxConnections, rateLimit, timeout, drain } = checkOptions(
      {
        baseUrl: 'http://127.0.0.1:9',
        auth: { method: 'password', userId: 'acme', password: 'pass' },
        ...options,
      },
      { name: undefined, hasAuthProvider: false },
    );
    this.sms = new SmsAccount({
      name: 'default',
      context: { defaults, defaultCountry, reservedFields: new Set() },
      limits: {
        concurrency: maxConnections,
        largestBatch: rateLimit?.recipients ?? Infinity,
        total: timeout.total,
        drain,
      },
      auth: new NoCredentials(),
      transport: {
        post: () => Promise.reject(lostError()),
        dropConnections: ignore,
        close: async () => undefined,
      },
      pipeline: { run: (message, scope, turn) => this.hold(message, scope, turn) },
      observer: { onAccepted: ignore, onFailed: ignore, onInvalid: ignore },
      siblings: new Set(),
    });
  }

  close(): Promise<void> {
    return this.sms.close();
  }

  private hold(message: CheckedMessage, scope: SendScope, turn: Turn): Promise<AcceptedSend> {
    this.active += 1;
    this.mostActive = Math.max(this.mostActive, this.active);
    return new Promise((resolve, reject) => {
      const send = {
        text: message.text,
        recipients: message.recipients,
        turn,
        scope,
        accept: (rejected: readonly string[] = []) => {
          this.active -= 1;
          resolve({ receipt: receiptOf(message, rejected), redactor: unexpected });
        },
        lose: () => send.fail(lostError()),
        fail: (error: unknown) => {
          this.active -= 1;
          reject(error);
        },
      };
      this.sends.push(send);
      this.onSend(send);
    });
  }
}

function ignore(): void {}

function unexpected(): never {
  throw new Error('Nothing is redacted here');
}

function receiptOf(message: CheckedMessage, rejected: readonly string[]): SmsReceipt {
  return {
    transactionId: '1234567890123456789',
    accepted: message.recipients.filter((number) => !rejected.includes(number)),
    rejected,
    segments: message.segments,
    raw: {},
  };
}

function lostError(): SmsTransportError {
  return new SmsTransportError('connection-lost', 'Lost.', { outcome: 'unknown' });
}
