import type { Provider } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { SmsAccount } from './account/sms-account.js';
import { createAuthProvider } from './auth/create-auth-provider.js';
import { SmsAuthProvider } from './auth/sms-auth-provider.js';
import { SmsConfigurationError } from './errors/index.js';
import { type CheckedOptions, checkOptions, type Registration } from './options/check-options.js';
import type { SmsGatewayRegistration } from './sms-gateway.module-definition.js';
import {
  CHECKED_OPTIONS,
  getSmsServiceToken,
  isDefaultName,
  OPTIONS,
  REGISTRATION,
  RETRY,
  TRANSPORT,
} from './sms-gateway.tokens.js';
import { SmsService } from './sms.service.js';
import { GatewayTransport } from './transport/gateway-transport.js';
import { RetryPolicy } from './transport/retry-policy.js';

/** Everything that one registration provides. @internal */
export function accountProviders(registration: SmsGatewayRegistration): Provider[] {
  const { name, authProvider } = registration;
  const extraProviders = registration.extraProviders ?? [];
  const service = getSmsServiceToken(name);
  const account: Registration = { name, hasAuthProvider: authProvider !== undefined };
  return [
    { provide: REGISTRATION, useValue: account },
    {
      provide: CHECKED_OPTIONS,
      useFactory: (options: unknown, modules: ModulesContainer) => {
        checkName(account, modules);
        return checkOptions(options, account);
      },
      inject: [OPTIONS, ModulesContainer],
    },
    {
      provide: TRANSPORT,
      useFactory: (options: CheckedOptions) => new GatewayTransport(options),
      inject: [CHECKED_OPTIONS],
    },
    {
      provide: RETRY,
      useFactory: (options: CheckedOptions) => new RetryPolicy(options.retry),
      inject: [CHECKED_OPTIONS],
    },
    authProvider
      ? { provide: SmsAuthProvider, useClass: authProvider }
      : {
          provide: SmsAuthProvider,
          useFactory: createAuthProvider,
          inject: [CHECKED_OPTIONS, TRANSPORT, RETRY],
        },
    {
      provide: service,
      useFactory: (...parts: ConstructorParameters<typeof SmsAccount>) =>
        new SmsService(new SmsAccount(...parts)),
      inject: [CHECKED_OPTIONS, SmsAuthProvider, TRANSPORT, RETRY],
    },
    ...(isDefaultName(name) ? [{ provide: SmsService, useExisting: service }] : []),
    ...extraProviders,
  ];
}

// Nest would let the first of two win without a word.
function checkName({ name }: Registration, modules: ModulesContainer): void {
  if (name !== undefined && (typeof name !== 'string' || name === '')) {
    throw new SmsConfigurationError(
      "SmsGatewayModule can't start, because its name is no text. Give one such as name: 'marketing', or leave it out for the default account.",
    );
  }
  let found = 0;
  for (const module of modules.values()) {
    const other: unknown = module.providers.get(REGISTRATION)?.instance;
    if (isRegistration(other) && getSmsServiceToken(other.name) === getSmsServiceToken(name)) {
      found += 1;
    }
  }
  if (found > 1) {
    const which = isDefaultName(name) ? 'without a name' : `with the name '${name}'`;
    throw new SmsConfigurationError(
      `SmsGatewayModule is registered ${found} times ${which}, and only one could be injected. Register it once, with isGlobal: true where several modules need it, or give each account a name of its own.`,
    );
  }
}

function isRegistration(value: unknown): value is Registration {
  return typeof value === 'object' && value !== null && 'hasAuthProvider' in value;
}
