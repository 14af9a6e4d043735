import { createAuthProvider, createLookupAuthProvider, secretOf } from './create-auth-provider.js';
import { type CredentialSource, credentialSourceOf } from '../auth/credential-source.js';
import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import type { NoUnread } from '../common/no-unread.js';
import { AccountEvents } from '../events/account-events.js';
import { Lifetime } from '../deadline/lifetime.js';
import { createSendGuard, type SteeringOptions } from '../limits/send-guard.js';
import { CARRIED_SENDER } from '../message/message-fields.js';
import { createRecipientReader } from '../message/recipient-reader.js';
import { loadFormData } from '../protocol/send-form.js';
import { type CheckedOptions, checkOptions, isAuthProvider } from '../options/check-options.js';
import { checkRegistration, registration } from '../options/registrations.js';
import type { SmsGatewayOptions } from '../sms-gateway.options.js';
import { type LogFault, logFault } from '../logging/log-fault.js';
import { logOf } from '../logging/safe-logger.js';
import type { SendObserver } from '../events/send-observer.js';
import { Breaker } from '../deadline/breaker.js';
import { GatewayTransport, type TransportOptions } from '../transport/gateway-transport.js';
import { RetryPolicy } from '../deadline/failure.js';
import { CallPipeline } from '../pipeline/call-pipeline.js';
import { type MessageRules, SendCall } from '../pipeline/send-call.js';
import { SendGate } from '../pipeline/send-gate.js';
import { AccountLookups, type LookupOptions } from './account-lookups.js';
import { SendLog } from './send-log.js';
import { type AccountParts, type Connection, SmsAccount } from './sms-account.js';

type GateOptions = Pick<
  CheckedOptions,
  'dispatcher' | 'maxConcurrency' | 'maxConnections' | 'rateLimit'
>;
type RulesOptions = SteeringOptions &
  Pick<CheckedOptions, 'answers' | 'defaults' | 'rateLimit' | 'templates'>;

/** The options of all that is made from them. */
type ReadOptions = TransportOptions &
  GateOptions &
  RulesOptions &
  LookupOptions &
  AccountParts['options'] &
  Pick<CheckedOptions, 'auth' | 'breaker'>;

/** Parts that replace the ones which {@link createAccount} would create from the options. */
export interface GivenParts extends Partial<Pick<AccountParts, 'gate' | 'siblings'>> {
  readonly auth?: SmsAuthProvider;
  /** In place of the log. */
  readonly observer?: SendObserver;
}

/** Opens no socket before the first send. */
export function createConnection(options: CheckedOptions, name = 'default'): Connection {
  void loadFormData();
  // It does not compile, and names the option, if nothing reads one.
  void ({} satisfies Readonly<Record<Exclude<keyof CheckedOptions, keyof ReadOptions>, never>>);
  const { auth, timeout } = options;
  const secrets = () =>
    auth === undefined || isAuthProvider(auth) ? [] : secretOf(auth, timeout, name).seen;
  const transport = new GatewayTransport(
    options,
    (text) => logOf(name).warn(text),
    (...fault) => logFault(name, secrets(), ...fault),
  );
  const retry = new RetryPolicy(options.retry);
  return { options, transport, retry, events: new AccountEvents(name, options.baseUrl) };
}

/** Creates an account, and the parts of it that the caller does not pass. */
export function createAccount(connection: Connection, givenParts: GivenParts = {}): SmsAccount {
  const { options, transport, retry, events } = connection;
  const name = events.account;
  const auth = givenParts.auth ?? createAuthProvider(connection);
  const source = credentialSourceOf(auth, name);
  const gate = givenParts.gate ?? createGate(options);
  const breaker = options.breaker && createBreaker(options.breaker, name);
  const parts = { transport, retry, gate, breaker, events, source };
  const lookupSource = credentialSourceOf(createLookupAuthProvider(options, auth, name), name);
  const lifetime = new Lifetime(name);
  const rules = createRules(options, name, source);
  const pipeline = new CallPipeline(parts);
  return new SmsAccount({
    ...parts,
    options,
    rules,
    lifetime,
    lookups: new AccountLookups(options, lifetime, { ...parts, source: lookupSource }),
    carryOut(message, context) {
      const call = new SendCall(context, message, rules);
      return events.isTraced
        ? events.traceSend(message, context.priority, () => pipeline.run(call))
        : pipeline.run(call);
    },
    observers: [givenParts.observer ?? new SendLog(name), events],
    siblings: givenParts.siblings ?? new Set(),
  });
}

/**
 * Creates an account that no registration has.
 *
 * @throws SmsConfigurationError if the options are invalid
 */
export function openAccount(
  options: SmsGatewayOptions & { name?: string | undefined },
  siblings: Set<SmsAccount>,
): SmsAccount {
  const { name, ...rest } = options ?? {};
  checkRegistration(registration, { name }, 'The account cannot be created');
  const checked = checkOptions(
    rest,
    { name },
    `The account${name === undefined ? '' : ` '${name}'`} cannot be created because its options are invalid.`,
  );
  return createAccount(createConnection(checked, name), { siblings });
}

// Sends wait at the gate and not for a socket of our pool, because the gate lets high priority go
// first. How many sends a user's dispatcher takes at once is not known; with a rate limit it gets as
// many as our pool would.
function createGate(options: GateOptions): SendGate {
  const { dispatcher, rateLimit, maxConcurrency, maxConnections } = options;
  if (dispatcher && !rateLimit) return new SendGate(undefined, maxConcurrency);
  return new SendGate(rateLimit, Math.min(maxConcurrency ?? maxConnections, maxConnections));
}

function createRules(
  options: RulesOptions,
  account: string,
  source: CredentialSource,
): MessageRules {
  const { answers, defaults, rateLimit, templates } = options;
  const { senderId } = defaults.values;
  const readRecipient = createRecipientReader(options);
  const log = (text: string): void => logOf(account).warn(text);
  const fault: LogFault = (...given) => logFault(account, source.secrets, ...given);
  const guard = createSendGuard(options, account, readRecipient, log, fault);
  if (senderId !== undefined && !CARRIED_SENDER.test(senderId)) {
    log(
      'defaults.senderId has over 11 characters, the most that mobile networks carry, so messages may not arrive. Shorten it.',
    );
  }
  const context = {
    defaults,
    readRecipient: guard?.limits?.readRecipients(readRecipient) ?? readRecipient,
    checkText: templates?.known[0]?.createTextCheck(templates, log, senderId),
  };
  return { account, answers, context, guard, rateLimit };
}

function createBreaker(
  { failures, halfOpenAfter, ...unread }: NonNullable<CheckedOptions['breaker']>,
  name: string,
): Breaker {
  void (unread satisfies NoUnread);
  const log = logOf(name);
  return new Breaker(failures, halfOpenAfter, (isOpen) =>
    isOpen
      ? log.warn(
          'The circuit breaker is open, because the gateway does not answer. Sends fail at once, and nothing is sent.',
        )
      : log.log('The circuit breaker is closed, because the gateway answers again.'),
  );
}
