import { Inject } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { sharedToken, tokenOf } from '../../nest/sms-gateway.tokens.js';
import type { SmsReport } from './sms-report.js';
import { notAProvider } from '../../core/errors/not-a-provider.js';

/** A request with reports, as Nest gives it to a controller. The request itself is one. */
export interface SmsReportRequest {
  /** Its query, for reports that come with GET. */
  readonly query?: unknown;
  /** Its body: read by the app's parser, or as it came. The query counts if it is empty. */
  readonly body?: unknown;
  /** Its unparsed body, if the app was created with `rawBody: true`. It has every digit of JSON numbers. */
  readonly rawBody?: unknown;
  /** Its headers. Needed with the option `header`, and for multipart forms. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
  /** The address that it came from. Needed with the option `allowFrom`. */
  readonly ip?: string | undefined;
}

/** The delivery reports of an account. For a named one, inject it with `@InjectSmsReports(name)`. */
export abstract class SmsReports {
  /**
   * @throws SmsConfigurationError if the abstract class itself is instantiated, for example because `providers`
   * lists it
   */
  constructor() {
    if (new.target === SmsReports) throw notAProvider('SmsReports', 'SmsReportsModule');
  }

  /**
   * Receives a request, for a controller of your own, which answers with the errors. Resolves with the reports
   * that could be read, once the queue has stored them and every `@OnSmsReport` handler is done. If you pass
   * Express's own request, a body that no parser has read is read too: at most 100 kB, within 10 s.
   *
   * @throws NotFoundException if the header or the address is wrong
   * @throws BadRequestException if nothing can be read, PayloadTooLargeException for more than 1,000 reports
   *   or 100 kB, RequestTimeoutException if the body is too slow
   * @throws ServiceUnavailableException if a handler or the store failed: the gateway should repeat it
   */
  abstract receive(request: SmsReportRequest): Promise<SmsReport[]>;

  /**
   * Asks the gateway for the reports of a send, with the account's deadline and limits. Handlers and the
   * queue do not get these reports.
   *
   * @param of the `transactionId` of the receipt, or an object with it, the `messageId`, or both. Some gateways
   *   look up by one, some by the other. If both are given, the request contains the `transactionId`
   * @returns a report for each recipient that the gateway knows of; empty if it has none yet
   * @throws SmsGatewayError, never with the outcome `unknown`: nothing was sent
   */
  abstract lookup(
    of: string | Pick<SmsReport, 'transactionId' | 'messageId'>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<SmsReport[]>;

  /**
   * Asks the gateway for the reports of one number in a period, for example if the outcome of a send is unknown. It
   * asks as {@link lookup} does. A missing report proves nothing, and a report may be that of another message to this
   * number.
   *
   * @param of the number, as messages have it, and the period; times are dates or in ms since 1970, from 2000 on. The
   *   gateway is asked for whole days, so there may be reports from before and after the period
   * @returns the reports whose number is this one
   * @throws SmsGatewayError, never with the outcome `unknown`: nothing was sent
   */
  abstract find(
    of: {
      readonly recipient: string;
      readonly from: Date | number;
      /** Default now. */
      readonly to?: Date | number | undefined;
    },
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<SmsReport[]>;

  /**
   * The reports that {@link receive} receives, until the app closes. It does not wait for subscribers. As with
   * any observable of RxJS, one that throws ends the process; a method with `@OnSmsReport` does not.
   */
  abstract get reports$(): Observable<SmsReport>;
}

/**
 * The injection token of an account's `SmsReports`: for the default account the class itself.
 *
 * @param name the account's name; omit it for the default account
 */
export function getSmsReportsToken(name?: string): symbol | typeof SmsReports {
  return tokenOf(SmsReports, 'reports', name);
}

/** Injects the `SmsReports` of a named account. */
export function InjectSmsReports(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(sharedToken('reports', name));
}
