import { Inject } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { SmsReport } from './sms-report.js';

/** A request with reports, as Nest gives it to a controller. */
export interface SmsReportRequest {
  /** Its query, for reports that come with GET. */
  readonly query?: unknown;
  /** Its body: read by the app's parser, or as it came. The query counts if it is empty. */
  readonly body?: unknown;
  /** Its headers. Needed with the option `header`. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
  /** The address that it came from. Needed with the option `allowFrom`. */
  readonly ip?: string | undefined;
}

/**
 * The delivery reports of an account. Inject it by this class, or with `@InjectSmsReports(name)` for a
 * named account.
 */
export abstract class SmsReports {
  /**
   * Takes a request with reports, for a controller of your own. Resolves once the queue has kept them
   * and every `@OnSmsReport` handler is done. Its errors are Nest's, so a controller answers with them.
   *
   * @returns what could be read
   * @throws NotFoundException if the header or the address is wrong
   * @throws BadRequestException if no report can be read, and PayloadTooLargeException for more than
   *   1,000: nothing was kept
   * @throws ServiceUnavailableException if a handler or the store failed: the gateway should repeat it
   */
  abstract receive(request: SmsReportRequest): Promise<SmsReport[]>;

  /**
   * Asks the gateway what became of a send, through the account, with its deadline and limits. Handlers
   * and the queue do not get the reports.
   *
   * @returns a report for each recipient that the gateway knows of; empty if it has none yet
   * @throws SmsGatewayError, never with the outcome `unknown`: nothing was sent
   */
  abstract lookup(
    transactionId: string,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<SmsReport[]>;

  /** The reports that {@link receive} takes, while you subscribe to it. It waits for no subscriber. */
  abstract get reports$(): Observable<SmsReport>;
}

/**
 * The injection token of an account's `SmsReports`.
 *
 * @param name the account's name; omit it for the default account, whose reports can also be
 * injected by the class
 */
export function getSmsReportsToken(name: string = 'default'): symbol {
  return Symbol.for(`nestjs-sms-gateway:reports:${name}`);
}

/** Injects the `SmsReports` of a named account. */
export function InjectSmsReports(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(getSmsReportsToken(name));
}
