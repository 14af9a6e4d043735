import { inspect } from 'node:util';
import {
  BadRequestException,
  NotFoundException,
  type OnApplicationShutdown,
  type OnModuleInit,
  PayloadTooLargeException,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { ModuleRef, ModulesContainer } from '@nestjs/core';
import { type Observable, Subject } from 'rxjs';
import type { SmsAccount } from '../../core/account/sms-account.js';
import { findAccount } from '../../nest/find-account.js';
import { shownKey } from '../../core/common/mask.js';
import { isSame } from '../../core/common/is-same.js';
import type { NoUnread } from '../../core/common/no-unread.js';
import { Pace } from '../../core/common/pace.js';
import {
  SmsConfigurationError,
  SmsMessageError,
  SmsTransportError,
} from '../../core/errors/index.js';
import { setAccount } from '../../core/errors/sms-gateway.error.js';
import { findReportHandlers } from '../../nest/report-handlers.js';
import { runSafely } from '../../core/logging/run-safely.js';
import { SafeLogger } from '../../core/logging/safe-logger.js';
import { type LookupOptions, readLookupOptions } from '../../core/options/call-options.js';
import { reportsOf, reportsOfDays } from '../../core/pipeline/lookup-call.js';
import { isListed } from './address-list.js';
import { DAY, daysOf, readAsked } from './asked-days.js';
import type { CheckedReportsOptions } from './check-reports-options.js';
import { entriesIn, readReport, type ReportReading, type SentIds } from './read-reports.js';
import { readReportBody } from './report-body.js';
import { shownNamesOf } from './report-fields.js';
import type { ReportKeeper } from './report-keeper.js';
import type { SmsReport } from './sms-report.js';
import { type SmsReportRequest, SmsReports } from './sms-reports.js';

/** What reports need from their account. */
const METHODS = ['lookup', 'readRecipient', 'readReportedNumber', 'publishReport'] as const;
type ReportedAccount = Pick<SmsAccount, (typeof METHODS)[number]>;
const MOST_REPORTS = 1000;
const MINUTE = 60_000;

/** How many reports, of all requests of this process, are read or passed on before other work gets a turn. */
const pace = new Pace(100);

/** Receives the reports of one account. */
export class AccountReports extends SmsReports implements OnModuleInit, OnApplicationShutdown {
  private readonly subject = new Subject<SmsReport>();
  private readonly logger = new SafeLogger('SmsGateway');
  private handlers: ReturnType<typeof findReportHandlers> | undefined;
  private readonly stores: ReportKeeper[] = [];
  /** When a warning may be logged again, by `performance.now()`. */
  private readonly silentUntil = { refused: 0, unread: 0, doubtful: 0 };
  /** What a request must have. */
  private readonly access: Pick<CheckedReportsOptions, 'allowFrom' | 'header' | 'path'>;
  /** How the gateway is asked for reports. */
  private readonly requests: Pick<CheckedReportsOptions, 'find' | 'lookup'>;
  /** How reports are written. */
  private readonly format: ReportReading['format'];

  constructor(
    private readonly account: string,
    options: CheckedReportsOptions,
    private readonly ref: ModuleRef,
    private readonly modules: ModulesContainer,
  ) {
    super();
    const { allowFrom, find, header, lookup, path, ...format } = options;
    this.access = { allowFrom, header, path };
    this.requests = { find, lookup };
    this.format = format;
  }

  /** Short, because its options hold secrets. */
  toJSON(): object {
    return { account: this.account };
  }

  [inspect.custom](): string {
    return `SmsReports ${inspect(this.toJSON())}`;
  }

  override get reports$(): Observable<SmsReport> {
    return this.subject.asObservable();
  }

  /** The option `path` without its secret. */
  get route(): string | undefined {
    return this.access.path?.replace(/\/[^/]*$/, '');
  }

  onModuleInit(): void {
    this.findAccount();
    this.checkRoute();
    this.handlers ??= findReportHandlers(this.modules).filter(
      ({ argument: { account = this.account } }) => account === this.account,
    );
  }

  /** Ends `reports$`. */
  onApplicationShutdown(): void {
    this.subject.complete();
  }

  attach(store: ReportKeeper): void {
    this.stores.push(store);
  }

  /** @param secret the last part of the URL that was called */
  async receiveAt(secret: string, request: SmsReportRequest): Promise<void> {
    if (!isSame(secret, this.access.path?.split('/').at(-1))) this.refuse('path');
    await this.receive(request);
  }

  override async receive(request: SmsReportRequest): Promise<SmsReport[]> {
    const { header, allowFrom } = this.access;
    const { headers, ip = '' } = request;
    if (header && !isSame(headers?.[header.name.toLowerCase()], header.value))
      this.refuse('header');
    if (allowFrom && !isListed(allowFrom, ip)) this.refuse('allowFrom');
    const { content, unparsed } = await readReportBody(request);
    const entries = entriesIn(content);
    if (entries.length > MOST_REPORTS) {
      throw new PayloadTooLargeException(`More than ${MOST_REPORTS} reports came at once.`);
    }
    const reports = await this.read(entries, { unparsed });
    if (reports.length === 0) throw new BadRequestException('No delivery report could be read.');
    // The gateway gets its 200 only after all of this. A failure is logged, and the answer is 503.
    const finish = (what: string, work: () => unknown) =>
      runSafely(this.account, what, async () => work());
    const keep = () => Promise.all(this.stores.map((store) => store.keep(reports)));
    const done = [await finish('Keeping delivery reports', keep)];
    // One after the other, because they may be about the same message.
    const account = this.findAccount();
    for (const report of reports) {
      await pace.step();
      account.publishReport(report);
      this.subject.next(report);
      const work = this.handlers?.map(({ name, call }) =>
        finish(`The @OnSmsReport handler ${name}`, () => call(report)),
      );
      done.push(...(await Promise.all(work ?? [])));
    }
    if (done.every(Boolean)) return reports;
    throw new ServiceUnavailableException('A report could not be kept. Send it again later.');
  }

  override async lookup(of: string | SentIds, options: LookupOptions = {}): Promise<SmsReport[]> {
    const { signal } = readLookupOptions(options);
    const ids: SentIds = typeof of === 'string' ? { transactionId: of } : (of ?? {});
    const { transactionId, messageId } = ids;
    const uuid = readAskedId(ids);
    const { path, days, ...unread } = this.requests.lookup;
    void (unread satisfies NoUnread);
    const now = Date.now();
    const period = days ? daysOf(now - days * DAY, now, this.format.timeZone) : {};
    const list = await this.findAccount().lookup(reportsOf(path, { uuid, ...period }), signal);
    const askedIds = transactionId === undefined ? { messageId } : { transactionId };
    const isAsked = (id: string | undefined): boolean =>
      id !== undefined && (id === transactionId || id === messageId);
    const reports = await this.read(entriesIn(list), { askedIds });
    return reports.filter((report) => isAsked(report.transactionId) || isAsked(report.messageId));
  }

  override async find(of: unknown, options: LookupOptions = {}): Promise<SmsReport[]> {
    const { signal } = readLookupOptions(options);
    const account = this.findAccount();
    const { number, from, to } = readAsked(of, account.readRecipient);
    const { path, limit, ...unread } = this.requests.find;
    void (unread satisfies NoUnread);
    const days = daysOf(from, to, this.format.timeZone);
    // Clients write the names of the days in two ways.
    const both = { ...days, fromDate: days.fromdate, toDate: days.todate };
    const form = { ...both, mobileNo: number, pageLimit: String(limit) };
    const list = await account.lookup(reportsOfDays(path, form), signal);
    if (list.length >= limit) {
      const text = `The gateway returned ${limit} reports, as many as it was asked for, so the list was cut. Nothing was sent. Ask for a shorter period, or raise the option find.limit.`;
      const details = { outcome: 'not-sent', retryable: false } as const;
      const error = new SmsTransportError('gateway-failed', text, details);
      setAccount(error, this.account);
      throw error;
    }
    const reports = await this.read(entriesIn(list), {});
    return reports.filter((report) => [report.recipient, report.otherRecipient].includes(number));
  }

  /** Two accounts need different routes, because the first one would answer for both. */
  private checkRoute(): void {
    const { account, route } = this;
    const providers = [...this.modules.values()].flatMap((host) => [...host.providers.values()]);
    const isTaken = providers.some(
      ({ instance }) =>
        instance instanceof AccountReports && instance !== this && instance.route === route,
    );
    if (route === undefined || !isTaken) return;
    throw new SmsConfigurationError(
      `SmsReportsModule cannot start because the path of '${account}' is the same as that of another account, apart from the secret. Put the name of the account before the secret.`,
      account,
    );
  }

  private findAccount() {
    return findAccount<ReportedAccount>(this.ref, this.account, METHODS, 'SmsReportsModule');
  }

  private async read(
    entries: readonly unknown[],
    { askedIds, unparsed }: { askedIds?: SentIds; unparsed?: string | undefined },
  ): Promise<SmsReport[]> {
    const account = this.findAccount();
    const reading: ReportReading = {
      account: this.account,
      format: this.format,
      readNumber: (text) => account.readReportedNumber(text),
      askedIds,
      onDoubt: (name) =>
        this.warn(
          'doubtful',
          `A delivery report has two different values for ${shownKey(name)}, so that value was ignored. Set the option fields of SmsReportsModule to the exact name of the right field.`,
        ),
    };
    const read: (SmsReport | undefined)[] = [];
    for (const entry of entries) {
      await pace.step();
      read.push(readReport(entry, reading));
    }
    const unread = entries.filter((_, index) => !read[index]);
    if (unread.length > 0) {
      this.warn(
        'unread',
        unparsed === undefined
          ? `A delivery report has no readable number. Its fields: ${shownNamesOf(unread)}. Set the option fields of SmsReportsModule to the names in your portal.`
          : `A delivery report came in a body ${unparsed}, which no parser could read. Let your portal send JSON or a form, or add a parser to your app.`,
      );
    }
    return read.filter((report) => report !== undefined);
  }

  private refuse(option: string): never {
    this.warn('refused', `A delivery report was refused by the option ${option}.`);
    throw new NotFoundException();
  }

  /** At most once a minute, because anyone can cause it. A refused request does not hide an unreadable report. */
  private warn(about: keyof typeof this.silentUntil, text: string): void {
    const now = performance.now();
    if (now < this.silentUntil[about]) return;
    this.silentUntil[about] = now + MINUTE;
    this.logger.warn(`[${this.account}] ${text}`);
  }
}

/** @throws SmsMessageError if there is no id to ask for, or one that no receipt has */
function readAskedId({ transactionId, messageId }: SentIds): string {
  const id = transactionId ?? messageId;
  if (typeof id === 'string' && /^[\w.-]{1,100}$/.test(id)) return id;
  const path =
    transactionId === undefined && messageId !== undefined ? 'messageId' : 'transactionId';
  const message = `is not the ${path} of a receipt, which is a string`;
  throw new SmsMessageError([{ path, message }], 'argument-invalid');
}
