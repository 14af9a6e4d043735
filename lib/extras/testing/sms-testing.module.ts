import { type DynamicModule, Module } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { SmsConfigurationError } from '../../core/errors/index.js';
import {
  countRegistrations,
  listeners,
  serviceProviders,
} from '../../nest/sms-gateway.providers.js';
import {
  DEFAULT_NAME,
  isDefaultName,
  REGISTRATION,
  tokenOf,
} from '../../nest/sms-gateway.tokens.js';
import { bareImport, registered } from '../../nest/wrong-use.js';
import { SmsService } from '../../core/sms.service.js';
import type { SmsTestingOptions } from './sms-testing.options.js';
import { SmsTestingService } from './sms-testing.service.js';

/** What `SmsTestingModule.forRoot` takes. */
export interface SmsTestingModuleOptions extends SmsTestingOptions {
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
@Module({ providers: [bareImport('SmsTestingModule')] })
export class SmsTestingModule {
  /** Registers an account. Get its service with `moduleRef.get(SmsTestingService)`, or by its token. */
  static forRoot(options: SmsTestingModuleOptions = {}): DynamicModule {
    const { isGlobal = false, ...own } = options;
    const { name } = own;
    const token = tokenOf(SmsService, 'service', name);
    const { providers, exports } = serviceProviders(
      {
        service: 'SmsService',
        module: 'SmsTestingModule',
        byClass: SmsService,
        kind: 'service',
        marker: TESTING_REGISTRATION,
        create(_options, _name, _ref, modules) {
          checkAlone(name, modules);
          return new SmsTestingService(own);
        },
      },
      { name },
    );
    // What injects the class gets it, too.
    const aliases = isDefaultName(name) ? [{ provide: SmsTestingService, useExisting: token }] : [];
    return {
      module: SmsTestingModule,
      global: isGlobal,
      providers: [...providers, ...aliases, listeners(token, name ?? DEFAULT_NAME), registered],
      exports: [...exports, ...aliases.map(({ provide }) => provide)],
    };
  }
}

// If two modules provide one account, Nest uses the first: the app would really send.
function checkAlone(name: string | undefined, modules: ModulesContainer): void {
  if (countRegistrations(REGISTRATION, name, modules) === 0) return;
  const [which, token] = isDefaultName(name)
    ? ['the default account', 'SmsService']
    : [`the account '${name}'`, 'getSmsServiceToken(name)'];
  throw new SmsConfigurationError(
    `SmsTestingModule and SmsGatewayModule are both registered for ${which}, but only one could be injected. Remove SmsTestingModule and use overrideProvider(${token}).useValue(new SmsTestingService()).`,
  );
}
