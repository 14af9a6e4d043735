import type { ModulesContainer } from '@nestjs/core';
import { SmsConfigurationError } from '../errors/index.js';
import { memberOf } from '../common/members.js';
import { findHandlers, type Handler } from './handlers.js';

/** A handler, with the options of its `@OnSmsReport`. */
export type ReportHandler = Handler<{ readonly account?: string | undefined }>;

/** Marks the methods that `@OnSmsReport` decorates. @internal */
export const HANDLES_REPORTS = Symbol.for('nestjs-sms-gateway:on-sms-report');
/** Marks a registration of `SmsReportsModule`. @internal */
export const REPORTS_REGISTRATION = Symbol.for('nestjs-sms-gateway:reports-registration');

const found = new WeakMap<ModulesContainer, readonly ReportHandler[]>();

/** The `@OnSmsReport` handlers of an app, which are searched once however many accounts it has. @internal */
export function findReportHandlers(modules: ModulesContainer): readonly ReportHandler[] {
  const known = found.get(modules) ?? findHandlers(modules, HANDLES_REPORTS, '@OnSmsReport');
  found.set(modules, known);
  return known;
}

/**
 * Checks that each `@OnSmsReport` handler gets reports. The core does this, because an app without
 * `SmsReportsModule` has nothing else that could.
 *
 * @throws SmsConfigurationError
 * @internal
 */
export function checkReportHandlers(modules: ModulesContainer): void {
  const names = [...modules.values()].flatMap(({ providers }) => {
    const name = memberOf(providers.get(REPORTS_REGISTRATION)?.instance, 'name');
    return typeof name === 'string' ? [name] : [];
  });
  for (const { name, given } of findReportHandlers(modules)) {
    const { account } = given;
    if (account === undefined ? names.length > 0 : names.includes(account)) continue;
    const what =
      account === undefined
        ? 'no SmsReportsModule is registered'
        : `no SmsReportsModule is registered for the account '${account}'`;
    const options = account === undefined || account === 'default' ? '' : `{ name: '${account}' }`;
    throw new SmsConfigurationError(
      `The @OnSmsReport handler ${name} would never be called, because ${what}. Register SmsReportsModule.forRoot(${options}), which receives no reports without a path, or correct the account.`,
    );
  }
}
