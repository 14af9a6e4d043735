import type {
  DynamicModule,
  InjectionToken,
  OnApplicationBootstrap,
  OnModuleInit,
  Provider,
  Type,
} from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { z } from 'zod';
import { AccountFactory } from './account-factory.js';
import { createAccount, createConnection } from '../core/account/create-account.js';
import { type Connection, SmsAccount } from '../core/account/sms-account.js';
import { createAuthProvider } from '../core/account/create-auth-provider.js';
import { SmsAuthProvider } from '../core/auth/sms-auth-provider.js';
import { SmsConfigurationError } from '../core/errors/index.js';
import { checkLoadedAtStart } from './loaded-at-start.js';
import { checkHandlers, connectHandlers } from './on-sms.js';
import { checkReportHandlers } from './report-handlers.js';
import { memberOf } from '../core/common/members.js';
import { checkOptions, isAuthProvider, type Registration } from '../core/options/check-options.js';
import { kind, passing } from '../core/options/schemas.js';
import {
  checkRegistration,
  registration as anyRegistration,
} from '../core/options/registrations.js';
import type { SmsGatewayRegistration } from './sms-gateway.registration.js';
import { loadUndici } from '../core/transport/load-undici.js';
import { logOf } from '../core/logging/safe-logger.js';
import { SmsService } from '../core/sms.service.js';
import { SmsGatewayFactory } from './sms-gateway.factory.js';
import {
  aliasesOf,
  CONNECTION,
  DEFAULT_NAME,
  getSmsServiceToken,
  isDefaultName,
  OPTIONS,
  REGISTRATION,
  type ServiceKind,
  tokenOf,
} from './sms-gateway.tokens.js';

/** What the registration of an account may have. @internal */
export const gatewayRegistration = anyRegistration.extend({
  authProvider: passing(
    isClass,
    'a class that extends SmsAuthProvider, or an instance of one as auth',
  ).optional(),
  extraProviders: z.array(z.unknown(), kind('an array of providers')).optional(),
});

const SCOPE_CHECK = Symbol.for('nestjs-sms-gateway:scope-check');
const LISTENERS = Symbol.for('nestjs-sms-gateway:listeners');
const BALANCE_WATCH = Symbol.for('nestjs-sms-gateway:balance-watch');
const REPORT_CHECK = Symbol.for('nestjs-sms-gateway:report-check');

const accounts = new WeakMap<ModulesContainer, Set<SmsAccount>>();

/** What the module of a service provides and exports. */
type ServiceProviders = Required<Pick<DynamicModule, 'providers' | 'exports'>>;

/** Every registration provides one. They all create accounts of the app. @internal */
export const factoryProvider: Provider = {
  provide: SmsGatewayFactory,
  useFactory: (modules: ModulesContainer, ref: ModuleRef) => {
    checkLoadedAtStart(ref, modules, 'SmsGatewayModule');
    const connect = (created: SmsAccount) => {
      connectHandlers(created, created.name, modules);
      created.watchBalance();
    };
    return new AccountFactory(accountsOf(modules), connect, () => checkHandlers(modules));
  },
  inject: [ModulesContainer, ModuleRef],
};

/** Checks that the app's handlers of delivery reports get some. Every registration provides it. @internal */
export const reportCheck = atStart(REPORT_CHECK, checkReportHandlers);

/** Connects an account's events to the handlers of the app. @internal */
export function listeners(service: InjectionToken, name: string): Provider {
  return atStart(LISTENERS, (modules, sms) => connectHandlers(sms, name, modules), service);
}

/** Everything that the registration of an account provides. @internal */
export function accountProviders(registration: SmsGatewayRegistration): ServiceProviders {
  const { name, authProvider, extraProviders = [] } = registration;
  const service = getSmsServiceToken(name);
  const aliases = aliasesOf(SmsService, 'service', name);
  const account: Registration = { name, hasAuthProvider: authProvider !== undefined };
  const providers: Provider[] = [
    { provide: REGISTRATION, useValue: account },
    {
      provide: CONNECTION,
      useFactory: async (optionsOfApp: unknown, modules: ModulesContainer): Promise<Connection> => {
        const what = 'SmsGatewayModule cannot start';
        checkRegistration(gatewayRegistration, registration, what, optionsOfApp);
        checkUnique(REGISTRATION, name, modules, 'SmsGatewayModule', 'an SmsService');
        const options = checkOptions(optionsOfApp, account);
        // Fails at the start if this runtime has another undici.
        await loadUndici();
        return createConnection(options, name);
      },
      inject: [OPTIONS, ModulesContainer],
    },
    isClass(authProvider)
      ? { provide: SmsAuthProvider, useClass: authProvider }
      : { provide: SmsAuthProvider, useFactory: createAuthProvider, inject: [CONNECTION] },
    {
      provide: service,
      useFactory: (modules: ModulesContainer, connection: Connection, auth: SmsAuthProvider) => {
        // The compiler checks neither JavaScript classes nor what `overrideProvider` provides.
        if (account.hasAuthProvider && !isAuthProvider(auth)) {
          throw new SmsConfigurationError(
            'SmsGatewayModule cannot start because the authProvider has no credentials() method. Provide a class that extends SmsAuthProvider.',
            name,
          );
        }
        return createAccount(connection, { auth, siblings: accountsOf(modules) });
      },
      inject: [ModulesContainer, CONNECTION, SmsAuthProvider],
    },
    listeners(service, name ?? DEFAULT_NAME),
    balanceWatch(service),
    scopeCheck(service, name ?? DEFAULT_NAME),
    ...aliases,
    factoryProvider,
    reportCheck,
    ...(Array.isArray(extraProviders) ? extraProviders : []),
  ];
  // A named account exports only its own token. Otherwise, a module that imports two accounts would
  // silently get the first one under the shared tokens.
  const shared = isDefaultName(name) ? [SmsAuthProvider] : [];
  const tokens = [service, ...aliases.map(({ provide }) => provide), SmsGatewayFactory, ...shared];
  return { providers, exports: tokens };
}

/** A service that a module registers, one for each account. @internal */
export interface RegisteredService {
  /** The name of the service's class. */
  readonly service: string;
  /** That of its module. Default: the same with `Module`. */
  readonly module?: string;
  readonly byClass: abstract new () => object;
  readonly kind: ServiceKind;
  /** The token of the module's options. */
  readonly options: symbol;
  /** The name of an option, for the example in an error. */
  readonly example: string;
  /** The token that marks a registration. */
  readonly marker: symbol;
  /** What a registration may have, if that is more than others may. */
  readonly schema?: z.ZodObject;
  /** Creates the service of an account from the options. */
  create(options: unknown, name: string, ref: ModuleRef, modules: ModulesContainer): object;
}

/**
 * What a registration of a service provides: by its class for the default account, otherwise under the token of
 * its name.
 *
 * @internal
 */
export function serviceProviders(
  {
    service,
    module = `${service}Module`,
    byClass,
    kind: what,
    options,
    marker,
    schema = anyRegistration,
    create,
  }: Omit<RegisteredService, 'options' | 'example'> & { readonly options?: symbol },
  registration: Pick<SmsGatewayRegistration, 'name'>,
): ServiceProviders {
  const { name = DEFAULT_NAME } = registration;
  const token = tokenOf(byClass, what, name);
  const aliases = aliasesOf(byClass, what, name);
  const provider: Provider = {
    provide: token,
    useFactory: (ref: ModuleRef, modules: ModulesContainer, ownOptions?: unknown) => {
      checkLoadedAtStart(ref, modules, module);
      checkRegistration(schema, registration, `${module} cannot start`, ownOptions);
      checkUnique(marker, name, modules, module, `an ${service}`);
      return create(ownOptions, name, ref, modules);
    },
    inject: [ModuleRef, ModulesContainer, ...(options ? [options] : [])],
  };
  return {
    providers: [{ provide: marker, useValue: { name } }, provider, ...aliases],
    exports: [token, ...aliases.map(({ provide }) => provide)],
  };
}

/**
 * Begins to watch the balance of an account. Not earlier, because event handlers are connected when the app
 * starts.
 */
function balanceWatch(service: InjectionToken): Provider {
  return {
    provide: BALANCE_WATCH,
    useFactory: (account: unknown): OnApplicationBootstrap => ({
      onApplicationBootstrap: () => {
        // A test may provide something else.
        if (account instanceof SmsAccount) account.watchBalance();
      },
    }),
    inject: [service],
  };
}

/** Warns if Nest creates the account again for each request, or once for each tenant. */
function scopeCheck(service: InjectionToken, name: string): Provider {
  return atStart(SCOPE_CHECK, (modules) => {
    const wrappers = [...modules.values()].flatMap(({ providers }) => providers.get(service) ?? []);
    const scoped = wrappers.filter((wrapper) => !wrapper.isDependencyTreeStatic());
    if (scoped.length === 0) return;
    logOf(name).warn(
      scoped.every((wrapper) => wrapper.isDependencyTreeDurable())
        ? 'The options or the authProvider are durable, so each tenant has an account of its own. @OnSms handlers get none of its events, and its balance is not watched. Create accounts with SmsGatewayFactory if you need these.'
        : 'The options or the authProvider are request-scoped, so each request creates an account with its own login, connections and limits, which stays open until the app closes. Create accounts with SmsGatewayFactory and keep them, or inject nothing that is request-scoped.',
    );
  });
}

/**
 * Does something when the app starts: not earlier, because all providers must exist with their dependencies, and not
 * later, because modules may send in their own `onModuleInit`.
 *
 * @param needed the tokens of what the work gets besides the modules
 * @internal
 */
export function atStart(
  token: symbol,
  work: (modules: ModulesContainer, ...values: readonly unknown[]) => void,
  ...needed: readonly InjectionToken[]
): Provider {
  return {
    provide: token,
    useFactory: (modules: ModulesContainer, ...values: readonly unknown[]): OnModuleInit => ({
      onModuleInit: () => work(modules, ...values),
    }),
    inject: [ModulesContainer, ...needed],
  };
}

function isClass(value: unknown): value is Type<SmsAuthProvider> {
  return typeof value === 'function';
}

/**
 * Checks that an app registers something only once under a name: Nest would silently use the first.
 *
 * @param token that of the registrations
 * @param what what is registered, for the error
 * @throws SmsConfigurationError
 */
function checkUnique(
  token: symbol,
  name: string | undefined,
  modules: ModulesContainer,
  module: string,
  what: string,
): void {
  const count = countRegistrations(token, name, modules);
  if (count <= 1) return;
  const which = isDefaultName(name) ? 'without a name' : `with the name '${name}'`;
  throw new SmsConfigurationError(
    `${module} cannot start because ${what} is registered ${count} times ${which}, but only one could be injected. Register it once, with isGlobal: true if several modules need it, or give each its own name.`,
    name,
  );
}

/** How many modules of an app register something under this name. */
export function countRegistrations(
  token: symbol,
  name: string | undefined,
  modules: ModulesContainer,
): number {
  const matchingModules = [...modules.values()].filter((module) => {
    const marked: unknown = module.providers.get(token)?.instance;
    const otherName = marked && (memberOf(marked, 'name') ?? DEFAULT_NAME);
    return otherName === (name ?? DEFAULT_NAME);
  });
  return matchingModules.length;
}

function accountsOf(app: ModulesContainer): Set<SmsAccount> {
  const knownAccounts = accounts.get(app) ?? new Set();
  accounts.set(app, knownAccounts);
  return knownAccounts;
}
