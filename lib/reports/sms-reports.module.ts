import {
  type ConfigurableModuleAsyncOptions,
  ConfigurableModuleBuilder,
  type DynamicModule,
  Module,
  type Provider,
} from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { type RegisteringClass, type WithAWay, wrongRegistration } from '../async-registration.js';
import { checkRegistration, registration } from '../options/registrations.js';
import { checkUnique } from '../sms-gateway.providers.js';
import { DEFAULT_NAME, isDefaultName } from '../sms-gateway.tokens.js';
import { AccountReports } from './account-reports.js';
import { checkReportsOptions } from './check-reports-options.js';
import { findReportAccount } from './report-account.js';
import { getSmsReportsToken, SmsReports } from './sms-reports.js';
import type { SmsReportsOptions } from './sms-reports.options.js';

const OPTIONS = Symbol.for('nestjs-sms-gateway:reports-options');
const REGISTRATION = Symbol.for('nestjs-sms-gateway:reports-registration');

/** What a registration has in addition to the options. An async factory cannot return these. */
export interface SmsReportsRegistration {
  /** Makes the `SmsReports` injectable everywhere. Default `false`. */
  isGlobal?: boolean | undefined;
  /** The name of the account whose reports these are. Default: the default account. */
  name?: string | undefined;
}

/** What `forRoot` takes. */
export type SmsReportsModuleOptions = SmsReportsOptions & SmsReportsRegistration;

/** What `forRootAsync` takes. */
export type SmsReportsModuleAsyncOptions = WithAWay<
  ConfigurableModuleAsyncOptions<SmsReportsOptions, 'createSmsReportsOptions'>
> &
  SmsReportsRegistration;

const built = new ConfigurableModuleBuilder<SmsReportsOptions>({
  moduleName: 'SmsReports',
  optionsInjectionToken: OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSmsReportsOptions')
  .setExtras<SmsReportsRegistration>({ isGlobal: undefined, name: undefined })
  .build();
const ConfigurableModuleClass: RegisteringClass<
  SmsReportsModuleOptions,
  SmsReportsModuleAsyncOptions
> = built.ConfigurableModuleClass;

/** Takes the delivery reports of an account that `SmsGatewayModule` registers. */
@Module({})
export class SmsReportsModule extends ConfigurableModuleClass {
  /** Registers reports whose options are known in the code. */
  static override forRoot(options: SmsReportsModuleOptions = {}): DynamicModule {
    return register(super.forRoot(options), options);
  }

  /** Registers reports whose options come from injection, for example from `ConfigService`. */
  static override forRootAsync(given: SmsReportsModuleAsyncOptions): DynamicModule {
    const options = given ?? {};
    const own = ['isGlobal', 'name'];
    const wrong = wrongRegistration(SmsReportsModule, OPTIONS, options, own, 'path');
    return register(wrong ?? super.forRootAsync(options), options);
  }
}

function register(
  definition: DynamicModule,
  { isGlobal, name = DEFAULT_NAME }: SmsReportsRegistration,
): DynamicModule {
  const token = getSmsReportsToken(name);
  const reports: Provider = {
    provide: token,
    useFactory: (options: unknown, ref: ModuleRef, modules: ModulesContainer) => {
      checkRegistration(registration, { name, isGlobal }, 'SmsReportsModule cannot start');
      checkUnique(REGISTRATION, name, modules, 'SmsReportsModule', 'an SmsReports');
      const checked = checkReportsOptions(options, name);
      return new AccountReports(name, checked, () => findReportAccount(ref, name));
    },
    inject: [OPTIONS, ModuleRef, ModulesContainer],
  };
  const byClass: Provider[] = isDefaultName(name)
    ? [{ provide: SmsReports, useExisting: token }]
    : [];
  return {
    ...definition,
    global: isGlobal === true,
    providers: [
      ...(definition.providers ?? []),
      { provide: REGISTRATION, useValue: { name } },
      reports,
      ...byClass,
    ],
    exports: [token, ...(isDefaultName(name) ? [SmsReports] : [])],
  };
}
