import type { Provider, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { SmsAccount } from './account/sms-account.js';
import { createAuthProvider } from './auth/create-auth-provider.js';
import { SmsAuthProvider } from './auth/sms-auth-provider.js';
import { SmsConfigurationError } from './errors/index.js';
import {
  type CheckedOptions,
  checkOptions,
  isAuthProvider,
  type Registration,
} from './options/check-options.js';
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

const accounts = new WeakMap<ModulesContainer, Set<SmsAccount>>();

/** Everything that one registration provides. @internal */
export function accountProviders(registration: SmsGatewayRegistration): Provider[] {
  const { name, authProvider } = registration;
  const { extraProviders = [] } = registration;
  const service = getSmsServiceToken(name);
  const hasAuthProvider = authProvider !== undefined;
  const account: Registration = { name, hasAuthProvider };
  return [
    { provide: REGISTRATION, useValue: account },
    {
      provide: CHECKED_OPTIONS,
      useFactory: (options: unknown, modules: ModulesContainer) => {
        checkRegistration(registration);
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
    isClass(authProvider)
      ? { provide: SmsAuthProvider, useClass: authProvider }
      : {
          provide: SmsAuthProvider,
          useFactory: createAuthProvider,
          inject: [CHECKED_OPTIONS, TRANSPORT, RETRY],
        },
    {
      provide: service,
      useFactory: (
        modules: ModulesContainer,
        ...parts: ConstructorParameters<typeof SmsAccount>
      ) => {
        if (hasAuthProvider) checkAuthProvider(parts[1]);
        const made = new SmsAccount(...parts);
        return new SmsService(made, accountsOf(modules).add(made));
      },
      inject: [ModulesContainer, CHECKED_OPTIONS, SmsAuthProvider, TRANSPORT, RETRY],
    },
    ...(isDefaultName(name) ? [{ provide: SmsService, useExisting: service }] : []),
    ...(Array.isArray(extraProviders) ? extraProviders : []),
  ];
}

// What Nest would stumble over without a word of what to give instead.
function checkRegistration({
  isGlobal,
  authProvider,
  extraProviders,
}: SmsGatewayRegistration): void {
  const problems = [
    isGlobal !== undefined && typeof isGlobal !== 'boolean' && 'isGlobal is neither true nor false',
    authProvider !== undefined &&
      !isClass(authProvider) &&
      'authProvider is no class; give a class that extends SmsAuthProvider, or an instance as auth',
    extraProviders !== undefined && !Array.isArray(extraProviders) && 'extraProviders is no array',
  ].filter((problem) => problem !== false);
  if (problems.length === 0) return;
  throw new SmsConfigurationError(
    `SmsGatewayModule can't start, because it is registered wrongly: ${problems.join('; ')}.`,
  );
}

function isClass(value: unknown): value is Type<SmsAuthProvider> {
  return typeof value === 'function';
}

// Of a class of JavaScript, or one that `overrideProvider` brings, no compiler has looked.
function checkAuthProvider(provider: unknown): void {
  if (isAuthProvider(provider)) return;
  throw new SmsConfigurationError(
    "SmsGatewayModule can't start, because what authProvider made has no credentials method. Give a class that extends SmsAuthProvider.",
  );
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

/** Those of one app. */
function accountsOf(app: ModulesContainer): Set<SmsAccount> {
  const known = accounts.get(app) ?? new Set();
  accounts.set(app, known);
  return known;
}

function isRegistration(value: unknown): value is Registration {
  return typeof value === 'object' && value !== null && 'hasAuthProvider' in value;
}
