import {
  Controller,
  Get,
  HttpCode,
  Inject,
  type InjectionToken,
  Param,
  Post,
  Req,
  type Type,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import type { AccountReports } from './account-reports.js';
import type { SmsReportRequest } from './sms-reports.js';

/**
 * Creates the controller of one account's route.
 *
 * @param token the injection token of its `AccountReports`
 */
export function createController(
  token: InjectionToken,
  decorators: readonly ClassDecorator[] = [],
): Type {
  class SmsReportsController {
    constructor(@Inject(token) private readonly reports: AccountReports) {
      // Nest reads the path when it registers routes, after it has created controllers.
      routeAs(reports.route ?? []);
    }

    @Get(':secret')
    async get(@Param('secret') secret: string, @Req() request: SmsReportRequest): Promise<void> {
      await this.reports.receiveAt(secret, request);
    }

    @Post(':secret')
    @HttpCode(200)
    async post(@Param('secret') secret: string, @Req() request: SmsReportRequest): Promise<void> {
      await this.get(secret, request);
    }
  }
  const routeAs = (path: string | string[]) =>
    Controller({ path, version: VERSION_NEUTRAL })(SmsReportsController);
  // With an empty list, there is no route.
  routeAs([]);
  // If one is not a function, Nest reports it later, when it builds the module.
  for (const decorate of [decorators ?? []].flat()) {
    if (typeof decorate === 'function') decorate(SmsReportsController);
  }
  return SmsReportsController;
}
