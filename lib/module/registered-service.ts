import { ConfigurableModuleBuilder, type DynamicModule, type Provider } from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import type { z } from 'zod/v3';
import type { RegisteringClass } from './async-registration.js';
import { memberOf } from '../common/members.js';
import { checkRegistration, registration, wrongRegistration } from '../options/registrations.js';
import { checkUnique } from './sms-gateway.providers.js';
import { aliasesOf, DEFAULT_NAME, type ServiceKind, tokenOf } from './sms-gateway.tokens.js';

/** A service that a module registers, one for each account. */
export interface RegisteredService {
  /** The name of the service's class; that of its module ends in `Module`. */
  readonly service: string;
  readonly byClass: abstract new () => object;
  readonly kind: ServiceKind;
  /** The token of the module's options. */
  readonly options: symbol;
  /** The token that marks a registration. */
  readonly marker: symbol;
  /** What a registration may have, if that is more than others may. */
  readonly schema?: z.AnyZodObject;
}

/** Creates a service from the options of its registration. */
type Create = (options: unknown, name: string, ref: ModuleRef, modules: ModulesContainer) => object;

type Given = { readonly name?: string | undefined; readonly isGlobal?: boolean | undefined };

/**
 * Adds the service of an account to a module: by its class for the default account, otherwise under the token of
 * its name.
 *
 * @param definition the module with its options, as Nest builds it
 * @param given the registration
 * @param create creates the service from the options
 */
function registerService(
  definition: DynamicModule,
  given: Given,
  { service, byClass, kind, options, marker, schema = registration }: RegisteredService,
  create: Create,
): DynamicModule {
  const { name = DEFAULT_NAME, isGlobal } = given;
  const token = tokenOf(byClass, kind, name);
  const aliases = aliasesOf(byClass, kind, name);
  const module = `${service}Module`;
  const provider: Provider = {
    provide: token,
    useFactory: (own: unknown, ref: ModuleRef, modules: ModulesContainer) => {
      checkRegistration(schema, given, `${module} cannot start`);
      checkUnique(marker, name, modules, module, `an ${service}`);
      return create(own, name, ref, modules);
    },
    inject: [options, ModuleRef, ModulesContainer],
  };
  return {
    ...definition,
    global: isGlobal === true,
    providers: [
      ...(definition.providers ?? []),
      { provide: marker, useValue: { name } },
      provider,
      ...aliases,
    ],
    exports: [token, ...aliases.map(({ provide }) => provide)],
  };
}

/**
 * The base class of a module that registers a service. Its `forRootAsync` also takes a class with a method
 * like `createSmsQueueOptions`.
 *
 * @param option the name of an option, for the example in an error
 */
export function registeringClass<Options extends Given, Async extends Given>(
  service: RegisteredService,
  option: string,
  create: Create,
): RegisteringClass<Options, Async> {
  const { schema = registration } = service;
  const pick = (given: object): Given =>
    Object.fromEntries(Object.keys(schema.shape).map((key) => [key, memberOf(given, key)]));
  const built = new ConfigurableModuleBuilder<object>({
    moduleName: service.service,
    optionsInjectionToken: service.options,
  })
    .setClassMethodName('forRoot')
    .setFactoryMethodName(`create${service.service}Options`)
    .setExtras(pick({}))
    .build();
  const Base: RegisteringClass<object, object> = built.ConfigurableModuleClass;
  return class extends Base {
    static override forRoot(options: object = {}): DynamicModule {
      return registerService(super.forRoot(options ?? {}), pick(options), service, create);
    }

    static override forRootAsync(options: object): DynamicModule {
      const wrong = wrongRegistration(this, service.options, options ?? {}, schema, option);
      return registerService(wrong ?? super.forRootAsync(options), pick(options), service, create);
    }
  };
}
