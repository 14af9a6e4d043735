import { type ConfigurableModuleAsyncOptions, type DynamicModule, Module } from '@nestjs/common';
import { z } from 'zod/v3';
import type { RegisteringClass, WithAWay } from '../module/async-registration.js';
import { REPORTS_REGISTRATION } from '../events/report-handlers.js';
import { kind } from '../options/schemas.js';
import { registration } from '../options/registrations.js';
import { type RegisteredService, registeringClass } from '../module/registered-service.js';
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
export type SmsReportsModuleAsyncOptions = WithAWay<
  ConfigurableModuleAsyncOptions<SmsReportsOptions, 'createSmsReportsOptions'>
> &
  SmsReportsRegistration;

const service: RegisteredService = {
  service: 'SmsReports',
  byClass: SmsReports,
  kind: 'reports',
  options: Symbol.for('nestjs-sms-gateway:reports-options'),
  marker: REPORTS_REGISTRATION,
  schema: registration.extend({
    decorators: z
      .array(z.function(), kind('an array of class decorators like [Public()]'))
      .optional(),
  }),
};

const Registering: RegisteringClass<SmsReportsModuleOptions, SmsReportsModuleAsyncOptions> =
  registeringClass(
    service,
    'path',
    (options, account, ref, modules) =>
      new AccountReports(account, checkReportsOptions(options, account), ref, modules),
  );

/** Receives the delivery reports of an account that `SmsGatewayModule` registers. */
@Module({})
export class SmsReportsModule extends Registering {
  /** Registers reports whose options are known in the code. */
  static override forRoot(options: SmsReportsModuleOptions = {}): DynamicModule {
    return withRoute(super.forRoot(options), options);
  }

  /** Registers reports whose options come from injection, for example from `ConfigService`. */
  static override forRootAsync(options: SmsReportsModuleAsyncOptions): DynamicModule {
    return withRoute(super.forRootAsync(options), options);
  }
}

function withRoute(module: DynamicModule, given: SmsReportsRegistration): DynamicModule {
  // If one is not a function, Nest reports it later, when it builds the module.
  const decorators = [given?.decorators ?? []].flat().filter((each) => typeof each === 'function');
  const controller = createController(getSmsReportsToken(given?.name), decorators);
  return { ...module, controllers: [controller] };
}
