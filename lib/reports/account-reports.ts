import { BadRequestException } from '@nestjs/common';
import { type Observable, Subject } from 'rxjs';
import type { SendingService } from '../account/sending-service.js';
import type { CheckedReportsOptions } from './check-reports-options.js';
import { entriesIn, readReports, type ReportRules } from './read-reports.js';
import type { ReportSource, ReportStore } from './report-store.js';
import type { SmsReport } from './sms-report.js';
import { type SmsReportRequest, SmsReports } from './sms-reports.js';

/** What reports need of their account. */
export type ReportAccount = Pick<SendingService, 'readRecipient'>;

/** Takes the reports of one account. */
export class AccountReports extends SmsReports implements ReportSource {
  private readonly stores: ReportStore[] = [];
  private readonly subject = new Subject<SmsReport>();
  private readonly rules: ReportRules;

  constructor(
    account: string,
    options: CheckedReportsOptions,
    private readonly find: () => ReportAccount,
  ) {
    super();
    this.rules = {
      account,
      fields: options.fields,
      states: new Map(Object.entries(options.states)),
      timeZone: options.timeZone,
      readNumber: (text) => this.readNumber(text),
    };
  }

  override get reports$(): Observable<SmsReport> {
    return this.subject.asObservable();
  }

  attach(store: ReportStore): void {
    this.stores.push(store);
  }

  override async receive({ query, body }: SmsReportRequest): Promise<SmsReport[]> {
    const { reports } = readReports(entriesIn(body ?? query), this.rules);
    if (reports.length === 0) throw new BadRequestException();
    for (const store of this.stores) await store.keep(reports);
    for (const report of reports) this.subject.next(report);
    return reports;
  }

  override lookup(): Promise<SmsReport[]> {
    return Promise.resolve([]);
  }

  private readNumber(text: string): string | undefined {
    const { readRecipient } = this.find();
    // By the default country first. The gateway writes other numbers with their prefix, but without a +.
    for (const each of [text, `+${text}`]) {
      const read = readRecipient(each);
      if (typeof read === 'string') return read;
    }
    return /^\d{8,15}$/.test(text) ? text : undefined;
  }
}
