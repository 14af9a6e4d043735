import { type DynamicModule, Module } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { SmsConfigurationError } from '../errors/index.js';
import { listeners } from '../events/on-sms.js';
import { countRegistrations } from '../module/sms-gateway.providers.js';
import {
  DEFAULT_NAME,
  getSmsServiceToken,
  isDefaultName,
  REGISTRATION,
  serviceAliases,
} from '../module/sms-gateway.tokens.js';
import type { SmsTestingOptions } from './sms-testing.options.js';
import { SmsTestingService } from './sms-testing.service.js';

/** What `SmsTestingModule.forRoot` takes. */
export interface SmsTestingModuleOptions extends SmsTestingOptions {
  /** The account's name, as in the app's `SmsGatewayModule`. Default none. */
  name?: string | undefined;
  /** Makes the service injectable everywhere. Default `false`. */
  isGlobal?: boolean | undefined;
}

const TESTING_REGISTRATION = Symbol.for('nestjs-sms-gateway:testing-registration');

/**
 * Replaces `SmsGatewayModule` in a test that assembles its own module. Whatever injects `SmsService`,
 * or a named account, gets an {@link SmsTestingService}.
 *
 * If the tested module imports `SmsGatewayModule` itself, as an app's own module does, override the
 * provider instead: see {@link SmsTestingService}.
 */
@Module({})
export class SmsTestingModule {
  /** Registers an account. Get its service with `moduleRef.get(SmsTestingService)`, or by its token. */
  static forRoot(options: SmsTestingModuleOptions = {}): DynamicModule {
    const { name, isGlobal = false, ...rest } = options;
    const service = getSmsServiceToken(name);
    const aliases = serviceAliases(name);
    if (isDefaultName(name)) aliases.push({ provide: SmsTestingService, useExisting: service });
    return {
      module: SmsTestingModule,
      global: isGlobal,
      providers: [
        { provide: TESTING_REGISTRATION, useValue: { name } },
        {
          provide: service,
          useFactory: (modules: ModulesContainer) => {
            checkAlone(name, modules);
            return new SmsTestingService(rest);
          },
          inject: [ModulesContainer],
        },
        listeners(service, name ?? DEFAULT_NAME),
        ...aliases,
      ],
      exports: [service, ...aliases.map(({ provide }) => provide)],
    };
  }
}

// If two modules provide one account, Nest uses the first. The test would then check a service that
// nothing sends through or, worse, the app would really send.
function checkAlone(name: string | undefined, modules: ModulesContainer): void {
  const which = isDefaultName(name) ? 'the default account' : `the account '${name}'`;
  const isReal = countRegistrations(REGISTRATION, name, modules) > 0;
  const found = countRegistrations(TESTING_REGISTRATION, name, modules);
  if (!isReal && found === 1) return;
  throw new SmsConfigurationError(
    isReal
      ? `SmsTestingModule and SmsGatewayModule are both registered for ${which}, but only one could be injected. Remove SmsTestingModule and use overrideProvider(${isDefaultName(name) ? 'SmsService' : 'getSmsServiceToken(name)'}).useValue(new SmsTestingService()).`
      : `SmsTestingModule is registered ${found} times for ${which}, but only one could be injected. Register it once, with isGlobal: true if several modules need it, or set a different name for each account.`,
  );
}
