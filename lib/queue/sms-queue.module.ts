import {
  type ConfigurableModuleAsyncOptions,
  ConfigurableModuleBuilder,
  type DynamicModule,
  Module,
} from '@nestjs/common';
import { type RegisteringClass, type WithAWay, wrongRegistration } from '../async-registration.js';
import { findReportSource } from '../reports/report-store.js';
import { type RegisteredService, registerService } from '../registered-service.js';
import { BullSmsQueue } from './bull-sms-queue.js';
import { checkQueueOptions } from './check-queue-options.js';
import { findQueueAccount } from './queue-account.js';
import { getSmsQueueToken, SmsQueue } from './sms-queue.js';
import type { SmsQueueOptions } from './sms-queue.options.js';

const OPTIONS = Symbol.for('nestjs-sms-gateway:queue-options');
const REGISTRATION = Symbol.for('nestjs-sms-gateway:queue-registration');

/** What a registration has in addition to the options. An async factory cannot return these. */
export interface SmsQueueRegistration {
  /** Makes the queue injectable everywhere. Default `false`. */
  isGlobal?: boolean | undefined;
  /** The name of the account that it sends through. Default: the default account. */
  name?: string | undefined;
}

/** What `forRoot` takes. */
export type SmsQueueModuleOptions = SmsQueueOptions & SmsQueueRegistration;

/** What `forRootAsync` takes. */
export type SmsQueueModuleAsyncOptions = WithAWay<
  ConfigurableModuleAsyncOptions<SmsQueueOptions, 'createSmsQueueOptions'>
> &
  SmsQueueRegistration;

const built = new ConfigurableModuleBuilder<SmsQueueOptions>({
  moduleName: 'SmsQueue',
  optionsInjectionToken: OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSmsQueueOptions')
  .setExtras<SmsQueueRegistration>({ isGlobal: undefined, name: undefined })
  .build();
const ConfigurableModuleClass: RegisteringClass<SmsQueueModuleOptions, SmsQueueModuleAsyncOptions> =
  built.ConfigurableModuleClass;

/**
 * Registers the queue of an account that `SmsGatewayModule` registers. Its `SmsQueue` can then be
 * injected.
 *
 * Call `app.enableShutdownHooks()`, so that the worker ends its sends before the process ends.
 */
@Module({})
export class SmsQueueModule extends ConfigurableModuleClass {
  /** Registers a queue whose options are known in the code. */
  static override forRoot(options: SmsQueueModuleOptions): DynamicModule {
    return register(super.forRoot(options ?? {}), options ?? {});
  }

  /** Registers a queue whose options come from injection, for example from `ConfigService`. */
  static override forRootAsync(given: SmsQueueModuleAsyncOptions): DynamicModule {
    const options = given ?? {};
    const own = ['isGlobal', 'name'];
    const wrong = wrongRegistration(SmsQueueModule, OPTIONS, options, own, 'connection');
    return register(wrong ?? super.forRootAsync(options), options);
  }
}

const service: RegisteredService = {
  service: 'SmsQueue',
  byClass: SmsQueue,
  tokenOf: getSmsQueueToken,
  options: OPTIONS,
  marker: REGISTRATION,
};

function register(definition: DynamicModule, given: SmsQueueRegistration): DynamicModule {
  const { name, isGlobal } = given;
  return registerService(
    definition,
    { name, isGlobal },
    service,
    (options, account, ref) =>
      new BullSmsQueue(
        account,
        checkQueueOptions(options, account),
        () => findQueueAccount(ref, account),
        () => findReportSource(ref, account),
      ),
  );
}
