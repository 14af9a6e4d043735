import type {
  INestApplication,
  ModuleMetadata,
  NestApplicationOptions,
  Provider,
} from '@nestjs/common';
import { type AbstractHttpAdapter } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { SmsGatewayModule, type SmsGatewayModuleOptions } from '../../lib/index.js';
import {
  getSmsReportsToken,
  type SmsReports,
  SmsReportsModule,
  type SmsReportsModuleOptions,
} from '../../lib/extras/reports/index.js';
import { PASSWORD_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { keepLog } from '../support/keep-log.js';

export const SECRET = '5f0c1f6a9b2e47d8';
export const PATH = `sms-reports/${SECRET}`;
export const TRANSACTION = '1234567890123456789';

/** An account, as an app registers it. */
export const accountOf = (options: Partial<SmsGatewayModuleOptions> = {}) =>
  SmsGatewayModule.forRoot({
    baseUrl: 'https://sms.example.com',
    auth: PASSWORD_AUTH,
    ...options,
  });

export interface ReportsSetup {
  readonly account?: Partial<SmsGatewayModuleOptions>;
  readonly reports?: SmsReportsModuleOptions;
  readonly providers?: readonly Provider[];
  readonly imports?: ModuleMetadata['imports'];
  readonly adapter?: AbstractHttpAdapter;
  readonly app?: NestApplicationOptions;
  /** Called before the app listens. */
  readonly prepare?: (app: INestApplication) => void;
}

/** An app with an account and its reports, closed after the test. */
export interface ReportsApp {
  readonly app: INestApplication;
  readonly reports: SmsReports;
  /** What it logged at `warn` and above. */
  readonly log: readonly string[];
  /** The address of its HTTP server, after {@link listen}. */
  readonly url: string;
}

/** Opens an app, and lets it listen. */
export async function openReports({
  account,
  reports,
  providers = [],
  imports = [],
  adapter,
  app: options = {},
  prepare,
}: ReportsSetup = {}): Promise<ReportsApp> {
  const { warnings: log, logger } = keepLog();
  const module = await Test.createTestingModule({
    imports: [
      accountOf({ retry: { attempts: 1 }, drain: 0, ...account }),
      SmsReportsModule.forRoot(reports ?? { path: PATH }),
      ...imports,
    ],
    providers: [...providers],
  })
    .setLogger({ ...logger, error: logger.warn })
    .compile();
  const app = adapter
    ? module.createNestApplication(adapter, options)
    : module.createNestApplication(options);
  prepare?.(app);
  await app.listen(0, '127.0.0.1');
  afterThisTest(() => app.close());
  const token = getSmsReportsToken(reports?.name);
  return { app, reports: app.get(token), log, url: (await app.getUrl()).replace(/\/$/, '') };
}

/** Posts a form or, of an object, JSON. */
export async function post(
  url: string,
  body: URLSearchParams | object | string,
  headers: Record<string, string> = {},
): Promise<number> {
  const isForm = body instanceof URLSearchParams;
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(url, {
    method: 'POST',
    headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
    body: isForm ? body : json,
  });
  await answer.text();
  return answer.status;
}
