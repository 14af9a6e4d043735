import { FAILURE_WORDS } from '../../lib/protocol/verdict.js';
import { jest } from '@jest/globals';
import { CallPipeline, type CallPipelineParts } from '../../lib/account/call-pipeline.js';
import { SendCall } from '../../lib/account/send-call.js';
import { SendGate } from '../../lib/account/send-gate.js';
import { AccountEvents } from '../../lib/events/account-events.js';
import type { Turn } from '../../lib/events/send-observer.js';
import { Login } from '../../lib/auth/login.js';
import { Secret } from '../../lib/auth/secret.js';
import { TokenAuthProvider } from '../../lib/auth/token.auth-provider.js';
import { SmsGatewayError, type SmsReceipt } from '../../lib/index.js';
import { estimateSegments } from '../../lib/message/segments.js';
import type { GatewayAnswer } from '../../lib/protocol/gateway-answer.js';
import type { GatewayRequest } from '../../lib/transport/gateway-transport.js';
import { RetryPolicy } from '../../lib/transport/retry-policy.js';
import { type Call, endedError } from '../../lib/transport/call.js';
import { afterThisTest } from './clean-up.js';
import type { Answer, Received, ScriptedGateway } from './scripted-gateway.js';

type Latency = (request: Received) => number;

/** A pipeline's request as a gateway receives it. */
function receivedFrom({ path, headers, body }: GatewayRequest): Received {
  const parts = String(body).matchAll(/name="(\w+)"\r\n\r\n([^\r]*)\r\n/g);
  return {
    method: 'POST',
    path,
    headers: byLowerCase(headers),
    rawHeaders: [],
    body: Buffer.from(body ?? ''),
    fields: Object.fromEntries(Array.from(parts, ([, name, value]) => [name, value])),
    at: performance.now(),
  };
}

function toAnswer({ status = 200, headers = {}, body = '' }: Answer): GatewayAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: byLowerCase(headers), body: Buffer.from(text) };
}

function byLowerCase<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(entries) as Record<string, T>;
}

const TIMEOUT = { total: 60_000, attempt: 60_000 };

/** The default parts of a pipeline. */
export interface FakeAccountOptions extends Partial<CallPipelineParts> {
  readonly cooldown?: number;
  readonly attempts?: number;
  /** ms until the gateway answers. */
  readonly latency?: number | Latency;
}

/** A pipeline of the token flow in front of a gateway without sockets, on fake timers that only the test moves. */
export class FakeAccount {
  readonly pipeline: CallPipeline;
  latency: number | Latency;

  constructor(
    private readonly gateway: ScriptedGateway,
    options: FakeAccountOptions = {},
  ) {
    jest.useFakeTimers();
    afterThisTest(() => jest.useRealTimers());
    const { cooldown = 1000, attempts = 1, latency = 0, ...parts } = options;
    this.latency = latency;
    const retry = new RetryPolicy({ attempts, base: 100, cap: 20_000, budget: 500 });
    const events = new AccountEvents('default');
    const account = { account: 'default', userId: 'acme' };
    const flow = { ...account, timeZone: 'UTC', scheme: undefined, cooldown, timeout: TIMEOUT };
    const password = new Secret('pass word', 'password', 1000);
    const login = new Login(this, retry, new Set(FAILURE_WORDS), 'acme', password, events);
    this.pipeline = new CallPipeline({
      source: new TokenAuthProvider(flow, login, undefined),
      transport: this,
      retry,
      gate: new SendGate(undefined, undefined),
      breaker: undefined,
      events,
      ...parts,
    });
  }

  /** Replaces `GatewayTransport.post`. */
  post(request: GatewayRequest, call: Call): Promise<GatewayAnswer | SmsGatewayError> {
    if (call.ended) return Promise.resolve(endedError(call.ended, 'not-sent'));
    const received = receivedFrom(request);
    const answer = this.gateway.keep(received);
    request.pass?.started();
    const { latency } = this;
    const ms = typeof latency === 'number' ? latency : latency(received);
    return new Promise((resolve) => {
      const timer = setTimeout(() => void answer().then((given) => resolve(toAnswer(given))), ms);
      call.onEnd((reason) => {
        clearTimeout(timer);
        resolve(endedError(reason, 'unknown'));
      });
    });
  }

  distrust(): void {}

  /** Sends one message. */
  async send(
    text = 'hello',
    {
      total = 60_000,
      priority = 'normal',
      origin = 'send',
    }: Partial<Turn> & { total?: number } = {},
  ): Promise<SmsReceipt> {
    const message = {
      recipients: ['919876543210'],
      text,
      values: { text, type: 'text', duplicateCheck: 'true' },
      duplicateCheck: true,
      fields: {},
      segments: estimateSegments(text),
    };
    const rules = {
      account: 'default',
      refusedCodes: new Set(['401', '403', '216']),
      failureWords: new Set(FAILURE_WORDS),
    };
    const call = new SendCall({ total, attempt: total }, undefined, priority, origin);
    call.begin(message, rules);
    try {
      return await this.pipeline.run(call);
    } finally {
      call.dispose();
    }
  }

  /** Sends one message and returns `accepted`, or the code of its error. */
  async outcome(...args: Parameters<FakeAccount['send']>): Promise<string> {
    try {
      await this.send(...args);
      return 'accepted';
    } catch (error) {
      if (error instanceof SmsGatewayError) return error.code;
      throw error;
    }
  }
}
