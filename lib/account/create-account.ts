import { createAuthProvider, createLookupAuthProvider } from './create-auth-provider.js';
import { credentialSourceOf, DEFAULT_REFUSED_CODES } from '../auth/credential-source.js';
import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import { AccountEvents } from '../events/account-events.js';
import { createSendGuard } from '../limits/send-guard.js';
import { readCountable } from '../limits/send-limits.js';
import { createRecipientReader } from '../message/recipient-reader.js';
import { type CheckedOptions, isAuthProvider } from '../options/check-options.js';
import { SafeLogger } from '../events/safe-logger.js';
import { Breaker } from '../transport/breaker.js';
import type { SmsAuthOptions } from '../sms-gateway.options.js';
import { GatewayTransport } from '../transport/gateway-transport.js';
import { RetryPolicy } from '../transport/retry-policy.js';
import { CallPipeline } from './call-pipeline.js';
import type { SendRules } from './send-call.js';
import { SendGate } from './send-gate.js';
import { SendLog } from './send-log.js';
import type { SendObserver } from './send-reports.js';
import type { Checks } from './sending-service.js';
import { type AccountParts, type Connection, SmsAccount } from './sms-account.js';

/** Parts that replace the ones which {@link createAccount} would create from the options. */
export interface GivenParts extends Partial<Pick<AccountParts, 'gate' | 'pipeline' | 'siblings'>> {
  readonly auth?: SmsAuthProvider;
  /** In place of the log. */
  readonly observer?: SendObserver;
}

/** Opens no socket before the first send. */
export function createConnection(options: CheckedOptions, name = 'default'): Connection {
  const transport = new GatewayTransport(options, warnOf(name));
  const retry = new RetryPolicy(options.retry);
  return { options, transport, retry, events: new AccountEvents(name) };
}

/** Creates an account, and those of its parts that are not given. */
export function createAccount(connection: Connection, given: GivenParts = {}): SmsAccount {
  const { options, transport, retry, events } = connection;
  const name = events.account;
  const auth = given.auth ?? createAuthProvider(options, transport, retry, events);
  const source = credentialSourceOf(auth);
  const gate = given.gate ?? createGate(options);
  const breaker = options.breaker && new Breaker(options.breaker, (state) => events.breaker(state));
  const parts = { transport, retry, gate, breaker, events };
  return new SmsAccount({
    connection,
    checks: createChecks(options, name),
    rules: createRules(options, name),
    source,
    gate,
    breaker,
    pipeline: given.pipeline ?? new CallPipeline({ ...parts, source }),
    createLookups: () =>
      new CallPipeline({
        ...parts,
        source: credentialSourceOf(createLookupAuthProvider(options, auth)),
      }),
    observers: [given.observer ?? new SendLog(name), events],
    logsIn: logsIn(options),
    siblings: given.siblings ?? new Set(),
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

function createChecks(options: CheckedOptions, name: string): Checks {
  const readRecipient = createRecipientReader(options);
  const { templates } = options;
  return {
    name,
    context: {
      defaults: options.defaults,
      readRecipient: readCountable(readRecipient, options.guard ?? {}),
      checkText: templates?.known[0]?.createTextCheck(templates, warnOf(name)),
    },
    guard: createSendGuard(options, name, readRecipient, warnOf(name)),
  };
}

function warnOf(name: string): (text: string) => void {
  return (text) => new SafeLogger('SmsGateway').warn(`[${name}] ${text}`);
}

function createRules({ auth, failureWords }: CheckedOptions, account: string): SendRules {
  return {
    account,
    refusedCodes: isAppsOwn(auth) ? DEFAULT_REFUSED_CODES : auth.refusedCodes,
    failureWords,
  };
}

// With a password or a key, each message carries all that there is.
const LOGS_IN: Readonly<Record<SmsAuthOptions['method'], boolean>> = {
  token: true,
  password: false,
  apiKey: false,
};

// An app's own strategy may have to fetch its credentials.
function logsIn({ auth }: CheckedOptions): boolean {
  return isAppsOwn(auth) || LOGS_IN[auth.method];
}

function isAppsOwn(auth: CheckedOptions['auth']): auth is SmsAuthProvider | undefined {
  return auth === undefined || isAuthProvider(auth);
}
