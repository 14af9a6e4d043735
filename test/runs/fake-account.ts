import { createAccount } from '../../lib/account/create-account.js';
import { AccountEvents } from '../../lib/events/account-events.js';
import type { GatewayCall } from '../../lib/account/gateway-call.js';
import {
  type SmsErrorOutcome,
  SmsGatewayError,
  type SmsGatewayOptions,
  type SmsService,
  SmsTransportError,
} from '../../lib/index.js';
import { checkOptions } from '../../lib/options/check-options.js';
import type { GatewayAnswer } from '../../lib/protocol/gateway-answer.js';
import { RetryPolicy } from '../../lib/transport/retry-policy.js';
import { CapturedLog } from '../account/captured-log.js';

/** A send that a run has begun, to be ended by the test. */
export interface HeldSend {
  readonly text: string;
  readonly recipients: readonly string[];
  /** Ends when the send's deadline or the caller's signal ends it. */
  readonly call: GatewayCall<unknown>;
  accept(rejected?: readonly string[]): void;
  /** Ends it with an error that says it may have been sent. */
  lose(): void;
  /** Ends it with an error that says that it was not sent. */
  refuse(): void;
  /** Ends it with anything at all. */
  fail(error: unknown): void;
}

/** An account that sends nothing: each send waits until the test, or `onSend`, ends it. */
export class FakeAccount {
  /** What an app is given. */
  readonly sms: SmsService & { close(): Promise<void> };
  /** The sends that were begun, in their order. */
  readonly sends: HeldSend[] = [];
  /** What its observer was told. */
  readonly observed: { readonly held: string[]; readonly failed: string[] } = {
    held: [],
    failed: [],
  };
  private readonly log = new CapturedLog();
  /** How many of them have not ended. */
  active = 0;
  /** The most that were active at once. */
  mostActive = 0;

  constructor(
    private readonly onSend: (send: HeldSend) => void = () => undefined,
    options: Partial<SmsGatewayOptions> = {},
  ) {
    this.log.begin();
    const checked = checkOptions(
      {
        baseUrl: 'http://127.0.0.1:9',
        auth: { method: 'password', userId: 'acme', password: 'pass' },
        ...options,
      },
      { name: undefined, hasAuthProvider: false },
    );
    const connection = {
      options: checked,
      transport: {
        post: () => Promise.resolve(lostError()),
        distrust: ignore,
        close: async () => undefined,
      },
      retry: new RetryPolicy(checked.retry),
      events: new AccountEvents('default'),
    };
    this.sms = createAccount(connection, {
      pipeline: { run: (call) => this.hold(call) },
      observer: {
        onAccepted: ignore,
        onFailed: (_message, _turn, { code }) => void this.observed.failed.push(code),
        onHeld: ({ recipients }) => void this.observed.held.push(...recipients),
      },
    });
  }

  /** What it warned of. */
  get warnings(): string[] {
    const warnings = this.log.lines.filter(({ level }) => level === 'warn');
    return warnings.map(({ message }) => String(message));
  }

  close(): Promise<void> {
    return this.sms.close();
  }

  private hold<T>(call: GatewayCall<T>): Promise<T> {
    this.active += 1;
    this.mostActive = Math.max(this.mostActive, this.active);
    const { recipients = [], text = '' } = call.message ?? {};
    return new Promise((resolve, reject) => {
      const send = {
        text,
        recipients,
        call,
        accept: (rejected: readonly string[] = []) => {
          this.active -= 1;
          const ended = call.read(acceptedBy(recipients, rejected));
          if (ended instanceof SmsGatewayError) reject(ended);
          else resolve(ended);
        },
        lose: () => send.fail(lostError()),
        refuse: () => send.fail(lostError('not-sent')),
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

function acceptedBy(recipients: readonly string[], rejected: readonly string[]): GatewayAnswer {
  const mobile = recipients.filter((number) => !rejected.includes(number)).join(',');
  const fields = {
    mobile,
    invalidMobile: rejected.join(','),
    transactionId: '1234567890123456789',
  };
  const body = JSON.stringify({
    status: 'success',
    statusCode: '200',
    reason: 'success',
    ...fields,
  });
  return { status: 200, headers: {}, body: Buffer.from(body) };
}

function ignore(): void {}

function lostError(outcome: SmsErrorOutcome = 'unknown'): SmsTransportError {
  return new SmsTransportError('connection-lost', 'Lost.', { outcome });
}
