import { SmsGatewayError } from '../errors/index.js';
import type { SendScope } from '../transport/send-scope.js';
import { checkCredentials, strategyFailed } from './check-credentials.js';
import { BuiltInAuthProvider, type CredentialSource } from './credential-source.js';
import type { SmsAuthProvider, SmsCredentials } from './sms-auth-provider.js';

/** The source of a strategy: the package's own are sources themselves, an app's own is wrapped. */
export function credentialSourceOf(strategy: SmsAuthProvider): CredentialSource {
  return strategy instanceof BuiltInAuthProvider ? strategy : new StrategySource(strategy);
}

/**
 * An app's own strategy as a source. It is asked for every attempt, because its credentials may be
 * valid for one request only. What it returns is checked, and what it throws is not shown.
 */
class StrategySource implements CredentialSource {
  readonly secrets: readonly string[] = [];

  constructor(private readonly strategy: SmsAuthProvider) {}

  ready(): undefined {
    return undefined;
  }

  async obtain(
    scope: SendScope,
    fields: Readonly<Record<string, string>>,
  ): Promise<SmsCredentials> {
    try {
      const credentials = await this.strategy.credentials(scope.signal);
      checkCredentials(credentials, fields);
      return credentials;
    } catch (error) {
      // Nothing has been sent, even if an error from the strategy claims otherwise.
      const isOurs = error instanceof SmsGatewayError && error.outcome === 'not-sent';
      throw isOurs ? error : strategyFailed(error);
    }
  }

  accepted(): void {}

  async refused(credentials: SmsCredentials): Promise<boolean> {
    try {
      return (await this.strategy.refused?.(credentials)) ?? false;
    } catch {
      return false;
    }
  }

  close(): void {}
}
