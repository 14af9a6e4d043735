import { SmsAccount } from '../../lib/account/sms-account.js';
import type { SendOptions, SmsGatewayOptions, SmsReceipt } from '../../lib/index.js';
import {
  SmsAuthProvider,
  type SmsCredentials,
  SmsService,
  SmsTransportError,
} from '../../lib/index.js';
import type { CheckedMessage } from '../../lib/message/checked-message.js';
import { checkOptions } from '../../lib/options/check-options.js';
import { GatewayTransport } from '../../lib/transport/gateway-transport.js';
import { RetryPolicy } from '../../lib/transport/retry-policy.js';

/** A send that a run has begun, to be ended by the test. */
export interface HeldSend {
  readonly text: string;
  readonly recipients: readonly string[];
  readonly options: SendOptions;
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
export class FakeAccount extends SmsAccount {
  /** What an app has of it. */
  readonly sms: SmsService;
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
    const checked = checkOptions(
      {
        baseUrl: 'http://127.0.0.1:9',
        auth: { method: 'password', userId: 'acme', password: 'pass' },
        ...options,
      },
      { name: undefined, hasAuthProvider: false },
    );
    const transport = new GatewayTransport(checked);
    super(checked, new NoCredentials(), transport, new RetryPolicy(checked.retry));
    this.sms = new SmsService(this);
  }

  override sendChecked(message: CheckedMessage, options: SendOptions): Promise<SmsReceipt> {
    this.active += 1;
    this.mostActive = Math.max(this.mostActive, this.active);
    return new Promise((resolve, reject) => {
      const send = {
        text: message.text,
        recipients: message.recipients,
        options,
        accept: (rejected: readonly string[] = []) => {
          this.active -= 1;
          resolve(receiptOf(message, rejected));
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
