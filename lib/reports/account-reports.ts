import {
  BadRequestException,
  NotFoundException,
  type OnApplicationShutdown,
  type OnModuleInit,
  PayloadTooLargeException,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import type { Observable } from 'rxjs';
import type { SmsAccount } from '../account/sms-account.js';
import { shownKey } from '../common/mask.js';
import { SmsMessageError } from '../errors/index.js';
import { EventStream, runSafely } from '../events/event-stream.js';
import { findHandlers, type Handler } from '../events/handlers.js';
import { SafeLogger } from '../events/safe-logger.js';
import { isObject } from '../message/value-checks.js';
import { readCallOptions, sendOptions } from '../options/call-options.js';
import { readJson } from '../protocol/read-json.js';
import { isSecret, refusalOf } from './admission.js';
import type { CheckedReportsOptions } from './check-reports-options.js';
import { HANDLES, type OnSmsReportOptions } from './on-sms-report.js';
import { entriesIn, readReports, type ReportRules } from './read-reports.js';
import type { ReportSource, ReportStore } from './report-store.js';
import type { SmsReport } from './sms-report.js';
import { type SmsReportRequest, SmsReports } from './sms-reports.js';

/** What reports need of their account. */
export type ReportAccount = Pick<SmsAccount, 'lookup' | 'readRecipient' | 'reported'>;

const MOST_REPORTS = 1000;
const MINUTE = 60_000;

/** Takes the reports of one account. */
export class AccountReports
  extends SmsReports
  implements ReportSource, OnModuleInit, OnApplicationShutdown
{
  private readonly stores: ReportStore[] = [];
  private readonly stream: EventStream<SmsReport>;
  private readonly rules: ReportRules;
  private readonly logger = new SafeLogger('SmsGateway');
  private handlers: readonly Handler<OnSmsReportOptions>[] | undefined;
  private silentUntil = 0;

  /** @param find throws if there is no such account */
  constructor(
    private readonly account: string,
    private readonly options: CheckedReportsOptions,
    private readonly find: () => ReportAccount,
    private readonly modules: ModulesContainer,
  ) {
    super();
    this.stream = new EventStream(account, undefined, 'reports$');
    this.rules = {
      account,
      fields: options.fields,
      states: new Map(Object.entries(options.states)),
      timeZone: options.timeZone,
      readNumber: (text) => this.readNumber(text),
    };
  }

  override get reports$(): Observable<SmsReport> {
    return this.stream.observable;
  }

  onModuleInit(): void {
    this.find();
    this.handlers ??= findHandlers<OnSmsReportOptions>(this.modules, HANDLES, '@OnSmsReport');
  }

  /** Ends `reports$`. */
  async onApplicationShutdown(): Promise<void> {
    await this.stream.close();
  }

  attach(store: ReportStore): void {
    this.stores.push(store);
  }

  /** Whether this is the last part of the option `path`. */
  isSecret(given: string): boolean {
    return isSecret(given, this.options.path?.split('/').at(-1) ?? '');
  }

  override async receive(request: SmsReportRequest): Promise<SmsReport[]> {
    const refusal = refusalOf(this.options, request);
    if (refusal !== undefined) {
      this.warn(`A delivery report was refused, because of the option ${refusal}.`);
      throw new NotFoundException();
    }
    const entries = entriesIn(contentOf(request));
    if (entries.length > MOST_REPORTS) {
      throw new PayloadTooLargeException(`More than ${MOST_REPORTS} reports came at once.`);
    }
    const reports = this.read(entries, this.rules);
    if (reports.length === 0) throw new BadRequestException('No delivery report could be read.');
    let isKept = true;
    for (const store of this.stores) {
      isKept = (await this.attempt('Keeping delivery reports', () => store.keep(reports))) && isKept;
    }
    for (const report of reports) {
      this.find().reported(report);
      this.stream.emit(report);
      // One after the other, because they may be about the same message.
      isKept = (await this.handle(report)) && isKept;
    }
    if (isKept) return reports;
    throw new ServiceUnavailableException('A report could not be kept. Send it again later.');
  }

  override async lookup(
    transactionId: string,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<SmsReport[]> {
    const { signal } = readCallOptions(sendOptions.pick({ signal: true }), options);
    if (typeof transactionId !== 'string' || !/^[\w.-]{1,100}$/.test(transactionId)) {
      const message = 'is not the transactionId of a receipt';
      throw new SmsMessageError([{ path: 'transactionId', message }]);
    }
    const path = `/${this.options.lookup.path.slice(1)}` as const;
    const entries = await this.find().lookup(path, transactionId, signal);
    const reports = this.read(entriesIn(entries), { ...this.rules, transactionId });
    return reports.filter((report) => report.transactionId === transactionId);
  }

  private read(entries: readonly unknown[], rules: ReportRules): SmsReport[] {
    const { reports, unread } = readReports(entries, rules);
    if (unread.length > 0) {
      const names = new Set(unread.flatMap((each) => (isObject(each) ? Object.keys(each) : [])));
      const shown = [...names].slice(0, 20).map(shownKey).join(', ') || 'none';
      this.warn(
        `A delivery report has no number that can be read. Its fields: ${shown}. Set the option fields of SmsReportsModule to the names in your portal.`,
      );
    }
    return reports;
  }

  private async handle(report: SmsReport): Promise<boolean> {
    const handlers = this.handlers?.filter(({ given: { account } }) => {
      return account === undefined || account === this.account;
    });
    const results = handlers?.map(({ name, call }) =>
      this.attempt(`The @OnSmsReport handler ${name}`, () => call(report)),
    );
    return (await Promise.all(results ?? [])).every(Boolean);
  }

  /** Does what must be done before the gateway gets its 200. */
  private async attempt(what: string, work: () => unknown): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      void runSafely(this.account, what, () => {
        throw error;
      });
      return false;
    }
  }

  private readNumber(text: string): string | undefined {
    const { readRecipient } = this.find();
    // By the default country first. The gateway writes other numbers with their prefix, but without a +.
    for (const each of [text, `+${text}`]) {
      const read = readRecipient(each);
      if (typeof read === 'string') return read;
    }
    return /^[1-9]\d{7,14}$/.test(text) ? text : undefined;
  }

  /** At most once a minute, because anybody may be the reason. */
  private warn(text: string): void {
    const now = performance.now();
    if (now < this.silentUntil) return;
    this.silentUntil = now + MINUTE;
    this.logger.warn(`[${this.account}] ${text}`);
  }
}

/** The body, or the query where there is none. */
function contentOf({ query, body }: SmsReportRequest): unknown {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const content = isText ? parseBody(Buffer.from(body)) : body;
  return Object.keys(Object(content)).length === 0 ? query : content;
}

function parseBody(body: Buffer): unknown {
  const form = (): object => Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  return readJson(body) ?? form();
}
