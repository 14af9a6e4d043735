import { type DynamicModule, Module } from '@nestjs/common';
import { z } from 'zod';
import { REPORTS_REGISTRATION } from '../../nest/report-handlers.js';
import { callback, kind } from '../../core/options/schemas.js';
import { registration } from '../../core/options/registrations.js';
import type { AsyncOptions } from '../../nest/async-options.js';
import { registering } from '../../nest/registering.js';
import { bareImport } from '../../nest/wrong-use.js';
import { type RegisteredService, serviceProviders } from '../../nest/sms-gateway.providers.js';
import { AccountReports } from './account-reports.js';
import { checkReportsOptions } from './check-reports-options.js';
import { createController } from './reports-controller.js';
import { getSmsReportsToken, SmsReports } from './sms-reports.js';
import type { SmsReportsOptions } from './sms-reports.options.js';

/** What a registration has in addition to the options. An async factory cannot return these. */
export interface SmsReportsRegistration {
  /** Makes the `SmsReports` injectable everywhere. Default `false`. */
  isGlobal?: boolean | undefined;
  /** The name of the account whose reports these are. Default: the default account. */
  name?: string | undefined;
  /**
   * Decorators of the route's controller, for example the one that exempts it from your global guards.
   */
  decorators?: readonly ClassDecorator[] | undefined;
}

/** What `forRoot` takes. */
export type SmsReportsModuleOptions = SmsReportsOptions & SmsReportsRegistration;

/** What `forRootAsync` takes. */
export type SmsReportsModuleAsyncOptions = AsyncOptions<
  SmsReportsOptions,
  'createSmsReportsOptions'
> &
  SmsReportsRegistration;

const service: RegisteredService = {
  service: 'SmsReports',
  byClass: SmsReports,
  kind: 'reports',
  options: Symbol.for('nestjs-sms-gateway:reports-options'),
  example: 'path',
  marker: REPORTS_REGISTRATION,
  schema: registration.extend({
    decorators: z
      .array(callback('a class decorator'), kind('an array of class decorators like [Public()]'))
      .optional(),
  }),
  create: (options, account, ref, modules) =>
    new AccountReports(account, checkReportsOptions(options, account), ref, modules),
};

const reports = registering(service, (entry) => ({
  ...serviceProviders(service, entry),
  controllers: [createController(getSmsReportsToken(entry.name), entry.decorators)],
}));

/** Receives the delivery reports of an account that `SmsGatewayModule` registers. */
@Module({ providers: [bareImport('SmsReportsModule')] })
export class SmsReportsModule {
  /** Registers reports whose options are known in the code. */
  static forRoot(options: SmsReportsModuleOptions = {}): DynamicModule {
    return reports.forRoot(this, options);
  }

  /** Registers reports whose options come from injection, for example from `ConfigService`. */
  static forRootAsync(options: SmsReportsModuleAsyncOptions): DynamicModule {
    return reports.forRootAsync(this, options);
  }
}
