import {
  type ConfigurableModuleAsyncOptions,
  ConfigurableModuleBuilder,
  Controller,
  type DynamicModule,
  Module,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { findAccount } from '../account/find-account.js';
import { type RegisteringClass, type WithAWay, wrongRegistration } from '../async-registration.js';
import { z } from 'zod/v3';
import { SmsConfigurationError } from '../errors/index.js';
import { kind } from '../options/checks.js';
import { registration } from '../options/registrations.js';
import { type RegisteredService, registerService } from '../registered-service.js';
import { AccountReports } from './account-reports.js';
import { checkReportsOptions } from './check-reports-options.js';
import { REPORTS, ReportsController } from './reports-controller.js';
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

const built = new ConfigurableModuleBuilder<SmsReportsOptions>({
  moduleName: 'SmsReports',
  optionsInjectionToken: OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSmsReportsOptions')
  .setExtras<SmsReportsRegistration>({ isGlobal: undefined, name: undefined, decorators: undefined })
  .build();
const ConfigurableModuleClass: RegisteringClass<
  SmsReportsModuleOptions,
  SmsReportsModuleAsyncOptions
> = built.ConfigurableModuleClass;

const service: RegisteredService = {
  service: 'SmsReports',
  byClass: SmsReports,
  tokenOf: getSmsReportsToken,
  options: OPTIONS,
  marker: REGISTRATION,
  schema: registration.extend({
    decorators: z
      .array(z.function(), kind('an array of class decorators like [Public()]'))
      .optional(),
  }),
};

/** The routes of an app's reports, without their secrets. */
const routes = new WeakMap<ModulesContainer, Set<string>>();

/** Receives the delivery reports of an account that `SmsGatewayModule` registers. */
@Module({})
export class SmsReportsModule extends ConfigurableModuleClass {
  /** Registers reports whose options are known in the code. */
  static override forRoot(options: SmsReportsModuleOptions = {}): DynamicModule {
    return register(super.forRoot(options), options);
  }

  /** Registers reports whose options come from injection, for example from `ConfigService`. */
  static override forRootAsync(given: SmsReportsModuleAsyncOptions): DynamicModule {
    const options = given ?? {};
    const own = ['isGlobal', 'name', 'decorators'];
    const wrong = wrongRegistration(SmsReportsModule, OPTIONS, options, own, 'path');
    return register(wrong ?? super.forRootAsync(options), options);
  }
}

function register(
  definition: DynamicModule,
  { isGlobal, name, decorators }: SmsReportsRegistration,
): DynamicModule {
  class SmsReportsController extends ReportsController {}
  // Nest reads the path when it registers routes, and by then the options are known. An empty list is no
  // route.
  const routeAs = (path: string | string[]): void => {
    Controller({ path, version: VERSION_NEUTRAL })(SmsReportsController);
  };
  routeAs([]);
  for (const decorate of Array.isArray(decorators) ? decorators : []) {
    if (typeof decorate === 'function') decorate(SmsReportsController);
  }
  const given = { name, isGlobal, decorators };
  const registered = registerService(
    definition,
    given,
    service,
    (options, account, ref, modules) => {
      const checked = checkReportsOptions(options, account);
      routeAs(routeOf(checked.path, account, modules) ?? []);
      const methods = ['lookup', 'readRecipient', 'reported'] as const;
      const find = () => findAccount(ref, account, methods, 'SmsReportsModule', 'SmsReports');
      return new AccountReports(account, checked, find, modules);
    },
  );
  return {
    ...registered,
    providers: [
      ...(registered.providers ?? []),
      { provide: REPORTS, useExisting: getSmsReportsToken(name) },
    ],
    controllers: [SmsReportsController],
  };
}

/** The path without its secret. Two accounts need different ones, because the first would answer for both. */
function routeOf(
  path: string | undefined,
  name: string,
  modules: ModulesContainer,
): string | undefined {
  if (path === undefined) return undefined;
  const route = path.slice(0, path.lastIndexOf('/'));
  const taken = routes.get(modules) ?? new Set();
  if (taken.has(route)) {
    throw new SmsConfigurationError(
      `SmsReportsModule cannot start because the path of '${name}' differs from another one only in its secret. Put the name of the account before the secret.`,
      name,
    );
  }
  routes.set(modules, taken.add(route));
  return route;
}
