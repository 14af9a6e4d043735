import type { ModulesContainer } from '@nestjs/core';
import { SmsConfigurationError } from '../core/errors/index.js';
import { memberOf } from '../core/common/members.js';
import { handlersOf } from './handlers.js';

/** Marks the methods that `@OnSmsReport` decorates. @internal */
export const HANDLES_REPORTS = Symbol.for('nestjs-sms-gateway:on-sms-report');
/** Marks a registration of `SmsReportsModule`. @internal */
export const REPORTS_REGISTRATION = Symbol.for('nestjs-sms-gateway:reports-registration');

/** The `@OnSmsReport` handlers of an app, with the options of the decorator. @internal */
export const findReportHandlers = handlersOf<{ readonly account?: string | undefined }>(
  HANDLES_REPORTS,
  '@OnSmsReport',
);

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
  for (const { name, argument } of findReportHandlers(modules)) {
    const { account } = argument;
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
