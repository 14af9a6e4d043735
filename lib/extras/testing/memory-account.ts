import { createAccount } from '../../core/account/create-account.js';
import { SendGate } from '../../core/pipeline/send-gate.js';
import type { SmsAccount } from '../../core/account/sms-account.js';
import { AccountEvents } from '../../core/events/account-events.js';
import { RetryPolicy } from '../../core/deadline/retry-policy.js';
import type { MemoryGateway } from './memory-gateway.js';
import type { Outbox } from './outbox.js';
import { checkTestingOptions } from './check-testing-options.js';
import type { SmsTestingOptions } from './sms-testing.options.js';

/** A gate without pauses: the sends after a planned 429 would otherwise wait for `retryAfter`. */
class OpenGate extends SendGate {
  override hold(): void {}
}

/**
 * Creates the real account with the real pipeline; only the network is replaced.
 *
 * @throws SmsConfigurationError if an option is invalid
 */
export function createMemoryAccount(
  given: SmsTestingOptions,
  transport: MemoryGateway,
  observer: Outbox,
): SmsAccount {
  const options = checkTestingOptions(
    given.guard ? { ...given, guard: { store: transport.guardStore, ...given.guard } } : given,
  );
  const retry = new RetryPolicy(options.retry);
  const connection = {
    options,
    transport,
    retry,
    events: new AccountEvents(given.name ?? 'default'),
  };
  return createAccount(connection, { gate: new OpenGate(), observer });
}
