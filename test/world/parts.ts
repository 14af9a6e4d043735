// What the world takes from inside the package. Everything else comes through its public interface.
import { createAccount, createConnection } from '../../lib/core/account/create-account.js';
import { createAuthProvider } from '../../lib/core/account/create-auth-provider.js';
import type { SmsAccount } from '../../lib/core/account/sms-account.js';
import { checkOptions } from '../../lib/core/options/check-options.js';
import { loadFormData } from '../../lib/core/protocol/send-form.js';
import { loadUndici } from '../../lib/core/transport/load-undici.js';
import type { SmsGatewayOptions } from '../../lib/index.js';

export { FailoverAccount } from '../../lib/core/account/failover-account.js';
export type { SmsAccount } from '../../lib/core/account/sms-account.js';
export { MemoryGuardStore } from '../../lib/core/limits/memory-guard-store.js';
export { connectHandlers } from '../../lib/nest/on-sms.js';
export { instrumentSms } from '../../lib/extras/opentelemetry/index.js';
export { OnSms, SmsAuthProvider, SmsGuardError, SmsRejectedError } from '../../lib/index.js';
export type {
  SmsCredentials,
  SmsEvent,
  SmsGatewayOptions,
  SmsGuardStore,
  SmsMessage,
  SmsOutcome,
  SmsReceipt,
  SmsRun,
  SmsService,
  SmsTally,
  SmsTokenStore,
} from '../../lib/index.js';

/** Loads what the package loads lazily: loading takes real time, not the world's. */
export async function loadParts(): Promise<void> {
  await Promise.all([loadUndici(), loadFormData()]);
}

const keyAtOnce = (...parts: readonly string[]): Promise<string> =>
  Promise.resolve(parts.join('\n'));

/** Opens an account as the package does. Keys of the token store are made at once: scrypt runs in a thread pool. */
export function openAccount(
  name: string,
  options: SmsGatewayOptions,
  siblings: Set<SmsAccount>,
): SmsAccount {
  const connection = createConnection(checkOptions(options, { name }), name);
  return createAccount(connection, { auth: createAuthProvider(connection, keyAtOnce), siblings });
}
