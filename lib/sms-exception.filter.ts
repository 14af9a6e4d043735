import { type ArgumentsHost, Catch, HttpException, HttpStatus, Logger } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { type Observable, throwError } from 'rxjs';
import { SmsGatewayError, SmsMessageError, SmsRejectedError } from './errors/index.js';

/** A caller that reads no body can still tell a passing failure from a lasting one. */
interface HttpAnswer {
  readonly status: HttpStatus;
  readonly error: string;
  readonly message: string;
  readonly details?: object;
}

/** A WebSocket client as Nest's own filter uses it. */
interface EventClient {
  emit?(event: 'exception', answer: object): unknown;
}

/**
 * Turns the package's errors into answers, and leaves all others to Nest.
 *
 * | what happened | answer |
 * |---|---|
 * | the message is wrong | 400 with `issues` |
 * | the gateway answered no | 422 with `statusCode` and `reason` |
 * | definitely not sent: the gateway is down, throttles, or the app is shutting down | 503, with `Retry-After` where known |
 * | it may have been sent | 502, which says so |
 * | credentials refused, or options wrong | 500 that tells the caller nothing of it; the log does |
 *
 * A microservice's caller gets the same body as an error, and a socket.io client as the event
 * `exception`, both with `status: 'error'`, as Nest's own filters do.
 *
 * Use it with `@UseFilters(SmsExceptionFilter)`, or for all with
 * `{ provide: APP_FILTER, useClass: SmsExceptionFilter }`.
 */
@Catch(SmsGatewayError)
export class SmsExceptionFilter extends BaseExceptionFilter {
  private readonly log = new Logger(SmsExceptionFilter.name);

  /**
   * Answers in the way of where the call came from.
   *
   * @returns for a microservice's caller, whom Nest answers by what is returned, an observable that
   * fails; else nothing
   * @throws the error itself where it knows no way, as under GraphQL, which has its own
   */
  override catch(error: SmsGatewayError, host: ArgumentsHost): Observable<never> | void {
    const type = host.getType();
    if (type !== 'http' && type !== 'rpc' && type !== 'ws') throw error;
    const { status, error: title, message, details } = toAnswer(error);
    if (status >= HttpStatus.INTERNAL_SERVER_ERROR) {
      this.log.error(`${error.name} (${error.code}, ${error.outcome}): ${error.message}`);
    }
    const body = { statusCode: status, error: title, message, ...details };
    if (type === 'rpc') return throwError(() => ({ status: 'error', ...body }));
    if (type === 'ws') {
      // An error that is thrown here ends the process.
      const client: EventClient = host.switchToWs().getClient();
      client.emit?.('exception', { status: 'error', ...body });
      return;
    }
    this.setRetryAfter(error, host);
    super.catch(new HttpException(body, status), host);
  }

  private setRetryAfter(error: SmsGatewayError, host: ArgumentsHost): void {
    if (error.retryAfter === undefined || !error.retryable) return;
    const response: unknown = host.switchToHttp().getResponse();
    const adapter = this.applicationRef ?? this.httpAdapterHost?.httpAdapter;
    if (adapter?.isHeadersSent?.(response)) return;
    adapter?.setHeader?.(response, 'Retry-After', String(Math.ceil(error.retryAfter / 1000)));
  }
}

function toAnswer(error: SmsGatewayError): HttpAnswer {
  if (error instanceof SmsMessageError) {
    return {
      status: HttpStatus.BAD_REQUEST,
      error: 'Bad Request',
      message: 'The message is wrong and was not sent.',
      details: { issues: error.issues },
    };
  }
  if (error instanceof SmsRejectedError) {
    return {
      status: HttpStatus.UNPROCESSABLE_ENTITY,
      error: 'Unprocessable Entity',
      message: 'The gateway rejected the message. It was not sent.',
      details: { gateway: { statusCode: error.statusCode, reason: error.reason } },
    };
  }
  if (error.outcome === 'unknown') {
    return {
      status: HttpStatus.BAD_GATEWAY,
      error: 'Bad Gateway',
      message: 'The message may have been sent. Do not send it again before you have looked it up.',
      details: { outcome: error.outcome },
    };
  }
  if (error.retryable) {
    return {
      status: HttpStatus.SERVICE_UNAVAILABLE,
      error: 'Service Unavailable',
      message: 'The message was not sent. It can be sent again later.',
      details: { outcome: error.outcome },
    };
  }
  return {
    status: HttpStatus.INTERNAL_SERVER_ERROR,
    error: 'Internal Server Error',
    message: 'Internal server error',
  };
}
