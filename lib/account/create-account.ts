import { Logger } from '@nestjs/common';
import { DEFAULT_REFUSED_CODES } from '../auth/credential-source.js';
import { createAuthProvider } from '../auth/create-auth-provider.js';
import { FunctionAuthProvider } from '../auth/function.auth-provider.js';
import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import { credentialSourceOf } from '../auth/strategy-source.js';
import { AccountEvents } from '../events/account-events.js';
import { createSendGuard } from '../guard/send-guard.js';
import { createRecipientReader } from '../message/recipient-reader.js';
import { type CheckedOptions, isAuthProvider } from '../options/check-options.js';
import type { SmsAuthSource } from '../sms-gateway.options.js';
import { Breaker } from '../transport/breaker.js';
import { GatewayTransport, type Transport } from '../transport/gateway-transport.js';
import { RetryPolicy } from '../transport/retry-policy.js';
import { CallPipeline } from './call-pipeline.js';
import { SendGate } from './send-gate.js';
import { SendLog } from './send-log.js';
import type { SendObserver } from './send-reports.js';
import { SmsAccount } from './sms-account.js';

/** How an account reaches the gateway. */
export interface Connection {
  readonly transport: Transport;
  readonly retry: RetryPolicy;
  /** Tells what happens on it. */
  readonly events: AccountEvents;
}

/** What replaces the parts that the options would create. */
export interface AccountParts {
  /** Default `default`. */
  readonly name?: string | undefined;
  readonly connection?: Connection | undefined;
  readonly auth?: SmsAuthProvider | undefined;
  readonly gate?: SendGate | undefined;
  readonly observer?: SendObserver | undefined;
  /** The accounts of the app, which close together. */
  readonly siblings?: Set<SmsAccount> | undefined;
}

/**
 * Creates the connection that the options describe. It opens no socket before the first send.
 *
 * @param name the account's name
 */
export function createConnection(options: CheckedOptions, name: string): Connection {
  const transport = new GatewayTransport(options);
  return { transport, retry: new RetryPolicy(options.retry), events: new AccountEvents(name) };
}

/** Builds an account from checked options. */
export function createAccount(options: CheckedOptions, parts: AccountParts = {}): SmsAccount {
  const { name = 'default', siblings = new Set() } = parts;
  const { transport, retry, events } = parts.connection ?? createConnection(options, name);
  const auth = parts.auth ?? createAuthProvider(options, transport, retry, events);
  const source = credentialSourceOf(auth);
  const readRecipient = createRecipientReader(options);
  const gate = parts.gate ?? createGate(options);
  const breaker = options.breaker && new Breaker(options.breaker, (state) => events.breaker(state));
  const refusedCodes = refusedCodesOf(options);
  const warn = (text: string): void => new Logger('SmsGateway').warn(`[${name}] ${text}`);
  return new SmsAccount({
    options,
    checks: {
      name,
      context: { defaults: options.defaults, readRecipient },
      guard: createSendGuard(options, name, readRecipient, warn),
    },
    rules: {
      account: name,
      // A function may return other ones each time.
      get refusedCodes() {
        return source instanceof FunctionAuthProvider ? source.refusedCodes : refusedCodes;
      },
      failureWords: options.failureWords,
      repeatUnknown: options.retry.unknown === 'with-duplicate-check',
    },
    source,
    transport,
    pipeline: new CallPipeline({ source, transport, retry, gate, breaker, events }),
    observer: parts.observer ?? new SendLog(name),
    events,
    gate,
    breaker,
    logsIn: logsIn(options),
    siblings,
  });
}

// Sends wait at the gate and not for a socket of our pool, because the gate lets high priority go
// first. How many sends a user's dispatcher takes at once is not known; with a rate limit it gets as
// many as our pool would.
function createGate({
  dispatcher,
  rateLimit,
  maxConcurrency,
  maxConnections,
}: CheckedOptions): SendGate {
  if (dispatcher && !rateLimit) return new SendGate(undefined, maxConcurrency);
  return new SendGate(rateLimit, Math.min(maxConcurrency ?? maxConnections, maxConnections));
}

// With a password or a key, each message carries all that there is. An app's own strategy or function
// may have to fetch it.
function logsIn({ auth }: CheckedOptions): boolean {
  return isAppsOwn(auth) || auth.method === 'token';
}

function refusedCodesOf({ auth }: CheckedOptions): ReadonlySet<string> {
  return isAppsOwn(auth) ? DEFAULT_REFUSED_CODES : auth.refusedCodes;
}

function isAppsOwn(
  auth: CheckedOptions['auth'],
): auth is SmsAuthProvider | SmsAuthSource | undefined {
  return auth === undefined || typeof auth === 'function' || isAuthProvider(auth);
}
