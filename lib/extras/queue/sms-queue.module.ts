import { type DynamicModule, Module } from '@nestjs/common';
import type { AsyncOptions } from '../../nest/async-options.js';
import { registering } from '../../nest/registering.js';
import { bareImport } from '../../nest/wrong-use.js';
import { type RegisteredService, serviceProviders } from '../../nest/sms-gateway.providers.js';
import { StoredSmsQueue } from './stored-sms-queue.js';
import { checkQueueOptions } from './check-queue-options.js';
import { SmsQueue } from './sms-queue.js';
import type { SmsQueueOptions } from './sms-queue.options.js';

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
export type SmsQueueModuleAsyncOptions = AsyncOptions<SmsQueueOptions, 'createSmsQueueOptions'> &
  SmsQueueRegistration;

const service: RegisteredService = {
  service: 'SmsQueue',
  byClass: SmsQueue,
  kind: 'queue',
  options: Symbol.for('nestjs-sms-gateway:queue-options'),
  example: 'connection',
  marker: Symbol.for('nestjs-sms-gateway:queue-registration'),
  create: (options, account, ref) =>
    new StoredSmsQueue(account, checkQueueOptions(options, account), ref),
};

const queues = registering(service, (registration) => serviceProviders(service, registration));

/**
 * Registers the queue of an account that `SmsGatewayModule` registers. Its `SmsQueue` can then be
 * injected.
 *
 * Call `app.enableShutdownHooks()`, so that the worker ends its sends before the process ends.
 */
@Module({ providers: [bareImport('SmsQueueModule')] })
export class SmsQueueModule {
  /** Registers a queue whose options are known in the code. */
  static forRoot(options: SmsQueueModuleOptions): DynamicModule {
    return queues.forRoot(this, options);
  }

  /** Registers a queue whose options come from injection, for example from `ConfigService`. */
  static forRootAsync(options: SmsQueueModuleAsyncOptions): DynamicModule {
    return queues.forRootAsync(this, options);
  }
}
