import { Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import type { AccountReports } from './account-reports.js';
import type { SmsReportRequest } from './sms-reports.js';

/** The token of the `AccountReports` in the module of its controller. */
export const REPORTS = Symbol.for('nestjs-sms-gateway:account-reports');

/** A request as Express and Fastify have it; `rawBody` where the app was created with `rawBody: true`. */
type HttpRequest = SmsReportRequest & { readonly rawBody?: Buffer | undefined };

/** The route of one account's reports. Each module extends it, with a path of its own. */
export abstract class ReportsController {
  constructor(@Inject(REPORTS) private readonly reports: AccountReports) {}

  @Get(':secret')
  async get(@Param('secret') secret: string, @Req() request: HttpRequest): Promise<void> {
    const { query, rawBody, body, headers, ip } = request;
    await this.reports.receiveAt(secret, { query, body: rawBody ?? body, headers, ip });
  }

  @Post(':secret')
  @HttpCode(200)
  async post(@Param('secret') secret: string, @Req() request: HttpRequest): Promise<void> {
    await this.get(secret, request);
  }
}
