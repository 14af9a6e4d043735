import { jest } from '@jest/globals';
import { createAccount } from '../../lib/core/account/create-account.js';
import { Attempt, type GatewayCall } from '../../lib/core/pipeline/gateway-call.js';
import type { SmsAccount } from '../../lib/core/account/sms-account.js';
import { AccountEvents } from '../../lib/core/events/account-events.js';
import {
  type SendOptions,
  type SmsErrorOutcome,
  SmsGatewayError,
  type SmsGatewayOptions,
  SmsTransportError,
} from '../../lib/index.js';
import { checkOptions } from '../../lib/core/options/check-options.js';
import { GatewayAnswer } from '../../lib/core/protocol/gateway-answer.js';
import { loadFormData } from '../../lib/core/protocol/send-form.js';
import { endedError, type EndReason, type Outgoing } from '../../lib/core/deadline/deadline.js';
import type { GatewayRequest } from '../../lib/core/transport/gateway-transport.js';
import { RetryPolicy } from '../../lib/core/deadline/failure.js';
import { CapturedLog } from '../account/captured-log.js';
import { formFields, type HttpRequest } from '../faults/http-request.js';
import { message, PASSWORD_AUTH, TOKEN_AUTH } from './account.js';
import { afterThisTest } from './clean-up.js';
import { acceptance, type Answer, bytesOf } from './answers.js';
import type { ScriptedGateway } from './scripted-gateway.js';

// So that no send waits for it.
await loadFormData();

/** A send that has been started, to be ended by the test. */
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

type Ended = GatewayAnswer | SmsGatewayError;

/** An account without sockets: each send waits until the test, or `onSend`, ends it. */
export class FakeAccount {
  /** What an app is given. */
  readonly sms: SmsAccount;
  /** The sends that were started, in their order. */
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
    const basic = { baseUrl: 'http://127.0.0.1:9', auth: PASSWORD_AUTH, retry: { attempts: 1 } };
    const checked = checkOptions({ ...basic, ...options });
    const transport = {
      post: (request: GatewayRequest, outgoing: Outgoing) => this.post(request, outgoing),
      distrust: ignore,
      close: async () => undefined,
    };
    const retry = new RetryPolicy(checked.retry);
    const connection = { options: checked, transport, retry, events: new AccountEvents('default') };
    this.sms = createAccount(connection, {
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
    return warnings.map(({ message: line }) => String(line));
  }

  /** The errors that it logged, with their stacks. */
  get errors(): string[] {
    const errors = this.log.lines.filter(({ level }) => level === 'error');
    return errors.map(({ message: line, more: [stack] }) => `${String(line)}\n${String(stack)}`);
  }

  close(): Promise<void> {
    return this.sms.close();
  }

  protected post(request: GatewayRequest, attempt: Outgoing): Promise<Ended> {
    if (!(attempt instanceof Attempt)) throw new Error('A FakeAccount makes no logins');
    this.active += 1;
    this.mostActive = Math.max(this.mostActive, this.active);
    attempt.started();
    const { msg: text = '', mobile = '' } = formFields(receivedFrom(request));
    const recipients = mobile.split(',');
    return new Promise((resolve, reject) => {
      const end = (ended: Ended): void => {
        this.active -= 1;
        resolve(ended);
      };
      const send = {
        text,
        recipients,
        call: attempt.call,
        accept: (rejected: readonly string[] = []) => end(acceptedBy(recipients, rejected)),
        lose: () => end(lostError()),
        refuse: () => end(lostError('not-sent')),
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

type Latency = (text: string | undefined) => number;

/** An account in front of a scripted gateway without sockets, on fake timers that only {@link passTime} moves. */
export class ScriptedAccount extends FakeAccount {
  /** ms until the gateway answers. */
  latency: number | Latency;

  constructor(
    private readonly gateway: ScriptedGateway,
    {
      latency = 0,
      ...options
    }: Partial<SmsGatewayOptions> & { readonly latency?: number | Latency } = {},
  ) {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    afterThisTest(() => jest.useRealTimers());
    super(undefined, { auth: TOKEN_AUTH, maxConnections: 1000, ...options });
    this.latency = latency;
  }

  protected override post(request: GatewayRequest, outgoing: Outgoing): Promise<Ended> {
    const { deadline } = outgoing;
    if (deadline.ended) return Promise.resolve(endedError(deadline.ended, 'not-sent'));
    const received = receivedFrom(request);
    const answer = this.gateway.keep(received);
    outgoing.started();
    const { latency } = this;
    const ms = typeof latency === 'number' ? latency : latency(formFields(received)['msg']);
    return new Promise((resolve) => {
      const timer = setTimeout(() => void answer().then((given) => resolve(toAnswer(given))), ms);
      const end = (reason: EndReason): void => {
        clearTimeout(timer);
        resolve(endedError(reason, 'unknown'));
      };
      deadline.onEnd(end, 0);
    });
  }

  /** Sends a text and returns `accepted`, or the code of the error. */
  async outcome(text?: string, options?: SendOptions): Promise<string> {
    try {
      await this.sms.send(message(text), options);
      return 'accepted';
    } catch (error) {
      if (error instanceof SmsGatewayError) return error.code;
      throw error;
    }
  }
}

/** Moves the clock, with all that follows from it. */
export async function passTime(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
}

/** An account's request as a gateway receives it. */
function receivedFrom({ path, headers, body }: GatewayRequest): HttpRequest {
  const lower = byLowerCase(headers);
  return { method: 'POST', path, headers: lower, rawHeaders: [], body: bytesOf(body) };
}

function toAnswer({ status = 200, headers = {}, body }: Answer): GatewayAnswer {
  return new GatewayAnswer(status, byLowerCase(headers), bytesOf(body));
}

function byLowerCase<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(entries) as Record<string, T>;
}

function acceptedBy(recipients: readonly string[], rejected: readonly string[]): GatewayAnswer {
  const mobile = recipients.filter((number) => !rejected.includes(number)).join(',');
  return toAnswer(acceptance({ mobile, invalidMobile: rejected.join(',') }));
}

function ignore(): void {}

function lostError(outcome: SmsErrorOutcome = 'unknown'): SmsTransportError {
  return new SmsTransportError('connection-lost', 'Lost.', { outcome });
}
