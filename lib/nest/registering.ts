import {
  type ConfigurableModuleAsyncOptions,
  ConfigurableModuleBuilder,
  type DynamicModule,
  type Type,
} from '@nestjs/common';
import type { z } from 'zod';
import { SmsConfigurationError } from '../core/errors/index.js';
import { asyncProblems, registration } from '../core/options/registrations.js';
import type { SmsGatewayRegistration } from './sms-gateway.registration.js';

/** What the registrations of all modules may have. */
interface AnyRegistration extends SmsGatewayRegistration {
  readonly decorators?: readonly ClassDecorator[] | undefined;
}

/**
 * What a module's `forRoot` and `forRootAsync` return.
 *
 * @param service the name of what the module provides
 * @param token that of the options
 * @param option the name of an option, for the example in an error
 * @param wire what a registration provides besides the options
 * @param schema what a registration may have
 * @internal
 */
export function registering(
  service: string,
  token: symbol,
  option: string,
  wire: (given: AnyRegistration) => Omit<DynamicModule, 'module'>,
  schema: z.ZodObject = registration,
) {
  const extras = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, undefined]));
  const { ConfigurableModuleClass: Base } = new ConfigurableModuleBuilder<object>({
    moduleName: service,
    optionsInjectionToken: token,
  })
    .setClassMethodName('forRoot')
    .setFactoryMethodName(`create${service}Options`)
    .setExtras<AnyRegistration>(extras, (definition, given) => {
      const { providers = [], ...more } = wire(given);
      const all = [...(definition.providers ?? []), ...providers];
      return { ...definition, global: given.isGlobal === true, providers: all, ...more };
    })
    .build();
  return {
    forRoot: (module: Type, options: object): DynamicModule =>
      // A missing argument is reported like invalid options, while Nest builds the module.
      ({ ...Base.forRoot(options ?? {}), module }),
    forRootAsync(
      module: Type,
      given: ConfigurableModuleAsyncOptions<object, string>,
    ): DynamicModule {
      const problems = asyncProblems(given ?? {}, schema, option);
      const useFactory = (): never => {
        const lead = `${module.name}.forRootAsync has an invalid argument.`;
        throw new SmsConfigurationError([lead, ...problems].join(' '));
      };
      const wrong = { ...given, imports: [], inject: [], useFactory };
      return { ...Base.forRootAsync(problems.length > 0 ? wrong : given), module };
    },
  };
}
