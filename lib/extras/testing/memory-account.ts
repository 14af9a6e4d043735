import { createAccount } from '../../core/account/create-account.js';
import type { SmsAccount } from '../../core/account/sms-account.js';
import type { SmsAuthProvider } from '../../core/auth/sms-auth-provider.js';
import { shownKey } from '../../core/common/mask.js';
import { RetryPolicy } from '../../core/deadline/failure.js';
import { SmsConfigurationError } from '../../core/errors/index.js';
import { AccountEvents } from '../../core/events/account-events.js';
import { checkOptions } from '../../core/options/check-options.js';
import { checkRegistration, registration } from '../../core/options/registrations.js';
import { SendGate } from '../../core/pipeline/send-gate.js';
import type { MemoryGateway } from './memory-gateway.js';
import type { Outbox } from './outbox.js';
import type { SmsTestingOptions } from './sms-testing.options.js';

const KNOWN = ['defaults', 'defaultCountry', 'numbers', 'reach', 'guard', 'quiet', 'templates'];

/** The strategy of an account in memory, which needs no credentials. */
const auth: SmsAuthProvider = { credentials: () => Promise.resolve({}) };

// A planned failure is meant for the code under test, so it is not retried and does not delay a run.
const RETRY = { attempts: 1, base: 0, cap: 0 };

/** A gate without pauses: the sends after a planned 429 would otherwise wait for `retryAfter`. */
class OpenGate extends SendGate {
  override hold(): void {}
}

/**
 * Creates the real account with the real pipeline; only the network is replaced. Its options are checked as those of
 * a real account are.
 *
 * @throws SmsConfigurationError naming what is invalid and what to provide
 */
export function createMemoryAccount(
  { name, ...accountOptions }: SmsTestingOptions,
  transport: MemoryGateway,
  observer: Outbox,
): SmsAccount {
  const unknownKey = Object.keys(accountOptions).find((key) => !KNOWN.includes(key));
  if (unknownKey !== undefined) {
    throw new SmsConfigurationError(
      `The testing kit has no option '${shownKey(unknownKey)}'. Use only name, ${KNOWN.join(', ')}: nothing is sent over a network.`,
    );
  }
  checkRegistration(registration, { name }, 'The testing kit cannot be used');
  const guard = accountOptions.guard && { store: transport.guardStore, ...accountOptions.guard };
  const ownOptions = { retry: RETRY, auth, baseUrl: 'https://in-memory.invalid' };
  const options = checkOptions({ ...accountOptions, guard, ...ownOptions });
  const retry = new RetryPolicy(options.retry);
  const events = new AccountEvents(name ?? 'default');
  return createAccount({ options, transport, retry, events }, { gate: new OpenGate(), observer });
}
