import { FAILURE_WORDS } from '../../lib/protocol/verdict.js';
import { jest } from '@jest/globals';
import { CallPipeline, type CallPipelineParts } from '../../lib/account/call-pipeline.js';
import { type AcceptedSend, SendCall } from '../../lib/account/send-call.js';
import { SendGate, type Turn } from '../../lib/account/send-gate.js';
import { AccountEvents } from '../../lib/events/account-events.js';
import { Login } from '../../lib/auth/login.js';
import { Secret } from '../../lib/auth/secret.js';
import { TokenAuthProvider } from '../../lib/auth/token.auth-provider.js';
import { SmsGatewayError } from '../../lib/index.js';
import { estimateSegments } from '../../lib/message/segments.js';
import type { GatewayAnswer } from '../../lib/protocol/gateway-answer.js';
import type { GatewayRequest } from '../../lib/transport/gateway-transport.js';
import { RetryPolicy } from '../../lib/transport/retry-policy.js';
import { endedError, SendScope } from '../../lib/transport/send-scope.js';
import { afterThisTest } from './clean-up.js';
import { type Answer, token, yes } from './scripted-gateway.js';

/** A request as a fake gateway got it. */
export interface FakeRequest {
  readonly path: string;
  /** When it came, in ms of the test's clock. */
  readonly at: number;
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The form's `msg`. */
  readonly text: string | undefined;
  /** How many of its kind came, itself included. */
  readonly count: number;
}

type Answering = (request: FakeRequest) => Answer;

/**
 * A gateway without sockets, on fake timers that only the test moves. Without a script it accepts
 * every login and every send.
 */
export class FakeGateway {
  readonly logins: FakeRequest[] = [];
  /** All that is not a login. */
  readonly sends: FakeRequest[] = [];

  constructor(
    readonly script: {
      login?: Answering;
      send?: Answering;
      latency?: number | ((request: FakeRequest) => number);
    } = {},
  ) {
    jest.useFakeTimers();
    afterThisTest(() => jest.useRealTimers());
  }

  /** Replaces `GatewayTransport.post`. */
  post(request: GatewayRequest, scope: SendScope): Promise<GatewayAnswer> {
    if (scope.ended) return Promise.reject(endedError(scope.ended, 'not-sent'));
    const isLogin = request.path === '/me/';
    const log = isLogin ? this.logins : this.sends;
    const received: FakeRequest = {
      path: request.path,
      at: performance.now(),
      authorization: request.headers['Authorization'],
      text: /name="msg"\r\n\r\n([^\r]*)\r\n/.exec(String(request.body))?.[1],
      count: log.length + 1,
    };
    log.push(received);
    request.started?.();
    const { latency = 0 } = this.script;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          const answering = isLogin ? this.script.login : this.script.send;
          const answer = answering?.(received) ?? (isLogin ? token(`t${received.count}`) : yes());
          resolve(toAnswer(answer));
        },
        typeof latency === 'number' ? latency : latency(received),
      );
      scope.onEnd((reason) => {
        clearTimeout(timer);
        reject(endedError(reason, 'unknown'));
      });
    });
  }

  /** Moves the clock, with all that follows from it. */
  async pass(ms: number): Promise<void> {
    await jest.advanceTimersByTimeAsync(ms);
  }
}

function toAnswer({ status = 200, headers = {}, body = '' }: Answer): GatewayAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const byName = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(byName), body: Buffer.from(text) };
}

/** The default parts of a pipeline. */
export interface FakeAccountOptions extends Partial<CallPipelineParts> {
  readonly cooldown?: number;
  readonly attempts?: number;
}

/** A pipeline of the token flow in front of a fake gateway. */
export class FakeAccount {
  readonly pipeline: CallPipeline;

  constructor(gateway: FakeGateway, options: FakeAccountOptions = {}) {
    const { cooldown = 1000, attempts = 1, ...parts } = options;
    const retry = new RetryPolicy({ attempts, base: 100, cap: 20_000, budget: 500 });
    const events = new AccountEvents('default');
    const account = { account: 'default', userId: 'acme' };
    const flow = { ...account, timeZone: 'UTC', scheme: undefined, cooldown, total: 60_000 };
    const password = new Secret('pass word', 'password', 1000);
    const login = new Login(gateway, retry, new Set(FAILURE_WORDS), 'acme', password, events);
    this.pipeline = new CallPipeline({
      source: new TokenAuthProvider(flow, login, undefined),
      transport: gateway,
      retry,
      gate: new SendGate(undefined, undefined),
      breaker: undefined,
      events,
      ...parts,
    });
  }

  /** Sends one message. */
  async send(
    text = 'hello',
    {
      total = 60_000,
      priority = 'normal',
      origin = 'send',
    }: Partial<Turn> & { total?: number } = {},
  ): Promise<AcceptedSend> {
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
      repeatUnknown: false,
    };
    const scope = new SendScope(total);
    try {
      const turn = { priority, origin } as const;
      return await this.pipeline.run(new SendCall(message, rules), scope, turn);
    } finally {
      scope.dispose();
    }
  }

  /** Sends one message and gives `accepted`, or the code of its error. */
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
