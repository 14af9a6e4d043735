import {
  type ConfigurableModuleAsyncOptions,
  ConfigurableModuleBuilder,
  type DynamicModule,
  type Type,
} from '@nestjs/common';
import { SmsConfigurationError } from '../core/errors/index.js';
import { asyncProblems, registration } from '../core/options/registrations.js';
import type { RegisteredService } from './sms-gateway.providers.js';
import type { SmsGatewayRegistration } from './sms-gateway.registration.js';
import { namingInject, registered } from './wrong-use.js';

/** What the registrations of all modules may have. */
interface AnyRegistration extends SmsGatewayRegistration {
  readonly decorators?: readonly ClassDecorator[] | undefined;
}

/**
 * What a module's `forRoot` and `forRootAsync` return.
 *
 * @param wire what a registration provides besides the options
 * @internal
 */
export function registering(
  {
    service,
    options: token,
    example,
    schema = registration,
  }: Pick<RegisteredService, 'service' | 'options' | 'example' | 'schema'>,
  wire: (entry: AnyRegistration) => Omit<DynamicModule, 'module'>,
) {
  const extras = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, undefined]));
  const { ConfigurableModuleClass: Base } = new ConfigurableModuleBuilder<object>({
    moduleName: service,
    optionsInjectionToken: token,
  })
    .setClassMethodName('forRoot')
    .setFactoryMethodName(`create${service}Options`)
    .setExtras<AnyRegistration>(extras, (definition, entry) => {
      const { providers = [], ...more } = wire(entry);
      const all = [...(definition.providers ?? []), ...providers, registered];
      return { ...definition, global: entry.isGlobal === true, providers: all, ...more };
    })
    .build();
  return {
    forRoot: (module: Type, options: object): DynamicModule =>
      // A missing argument is reported like invalid options, while Nest builds the module.
      ({ ...Base.forRoot(options ?? {}), module }),
    forRootAsync(
      module: Type,
      argument: ConfigurableModuleAsyncOptions<object, string>,
    ): DynamicModule {
      const problems = asyncProblems(argument ?? {}, schema, example);
      const useFactory = (): never => {
        const lead = `${module.name}.forRootAsync has an invalid argument.`;
        throw new SmsConfigurationError([lead, ...problems].join(' '));
      };
      const wrong = { ...argument, imports: [], inject: [], useFactory };
      return {
        ...Base.forRootAsync(problems.length > 0 ? wrong : namingInject(argument)),
        module,
      };
    },
  };
}
