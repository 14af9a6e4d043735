import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { SmsAuthProvider } from './auth/sms-auth-provider.js';
import { SmsConfigurationError } from './errors/index.js';
import { shownKey } from './message/mask.js';
import {
  ConfigurableModuleClass,
  type SmsGatewayModuleAsyncOptions,
  type SmsGatewayModuleOptions,
  type SmsGatewayRegistration,
} from './sms-gateway.module-definition.js';
import { accountProviders } from './sms-gateway.providers.js';
import { getSmsServiceToken, isDefaultName, OPTIONS } from './sms-gateway.tokens.js';
import { SmsService } from './sms.service.js';

const WAYS = ['useFactory', 'useClass', 'useExisting'] as const;

const ASYNC_KEYS: readonly string[] = [
  ...WAYS,
  'inject',
  'imports',
  'provideInjectionTokensFrom',
  'isGlobal',
  'name',
  'authProvider',
  'extraProviders',
];

/**
 * Registers an account of the gateway. Its `SmsService` and, for the default account, its
 * `SmsAuthProvider` can then be injected.
 *
 * Wrong options are a `SmsConfigurationError` while Nest builds the module. Nothing is asked of the
 * gateway before the first send, so an app starts while the gateway is down.
 */
@Module({})
export class SmsGatewayModule extends ConfigurableModuleClass {
  /** Registers an account whose options are known where the module is written. */
  static override forRoot(options: SmsGatewayModuleOptions): DynamicModule {
    // Nothing at all is told as wrong options are: while Nest builds the module.
    return register(super.forRoot(options ?? {}), options ?? {});
  }

  /** Registers an account whose options are made by injection, as from `ConfigService`. */
  static override forRootAsync(given: SmsGatewayModuleAsyncOptions): DynamicModule {
    const options = given ?? {};
    const problem = registrationProblem(options);
    if (problem === undefined) return register(super.forRootAsync(options), options);
    // Told where all wrong options are told: while Nest builds the module.
    const provider: Provider = {
      provide: OPTIONS,
      useFactory: () => {
        throw new SmsConfigurationError(`SmsGatewayModule.forRootAsync ${problem}`);
      },
    };
    return register({ module: SmsGatewayModule, providers: [provider] }, options);
  }
}

function registrationProblem(options: SmsGatewayModuleAsyncOptions): string | undefined {
  const ways = WAYS.filter((way) => options[way] !== undefined);
  if (ways.length !== 1) {
    const wrong = ways.length === 0 ? 'none of them is given' : `${ways.join(' and ')} are given`;
    return `takes exactly one of ${WAYS.join(', ')}, and ${wrong}. Give one, for example { inject: [ConfigService], useFactory: (config) => ({ baseUrl: ... }) }.`;
  }
  const unknown = Object.keys(options).filter((key) => !ASYNC_KEYS.includes(key));
  if (unknown.length === 0) return undefined;
  return `knows no ${unknown.map(shownKey).join(', ')}. It has ${ASYNC_KEYS.join(', ')}; the account's own options are what ${ways[0]} makes.`;
}

function register(definition: DynamicModule, registration: SmsGatewayRegistration): DynamicModule {
  const { isGlobal, name } = registration;
  return {
    ...definition,
    global: isGlobal === true,
    providers: [...(definition.providers ?? []), ...accountProviders(registration)],
    // A named account exports its own token alone: two accounts imported by one module would else
    // stand in each other's way, and the first would win without a word.
    exports: [
      getSmsServiceToken(name),
      ...(isDefaultName(name) ? [SmsService, SmsAuthProvider] : []),
    ],
  };
}
