import { type ArgumentsHost, Catch, HttpException, HttpStatus, Logger } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { SmsGatewayError, SmsMessageError, SmsRejectedError } from './errors/index.js';

/** A caller that reads no body can still tell a passing failure from a lasting one. */
interface HttpAnswer {
  readonly status: HttpStatus;
  readonly error: string;
  readonly message: string;
  readonly details?: object;
}

/**
 * Turns the package's errors into HTTP answers, and leaves all others to Nest.
 *
 * | what happened | answer |
 * |---|---|
 * | the message is wrong | 400 with `issues` |
 * | the gateway answered no | 422 with `statusCode` and `reason` |
 * | surely not sent: the gateway is down, throttles, or the app is shutting down | 503, with `Retry-After` where known |
 * | it may have been sent | 502, which says so |
 * | credentials refused, or options wrong | 500 that tells the caller nothing of it; the log does |
 *
 * Use it with `@UseFilters(SmsExceptionFilter)`, or for all with
 * `{ provide: APP_FILTER, useClass: SmsExceptionFilter }`.
 */
@Catch(SmsGatewayError)
export class SmsExceptionFilter extends BaseExceptionFilter {
  private readonly log = new Logger(SmsExceptionFilter.name);

  /** Answers an HTTP request; an error anywhere else is thrown on. */
  override catch(error: SmsGatewayError, host: ArgumentsHost): void {
    // Other transports than HTTP have no answers like these.
    if (host.getType() !== 'http') throw error;
    const { status, error: title, message, details } = toAnswer(error);
    if (status >= HttpStatus.INTERNAL_SERVER_ERROR) {
      this.log.error(`${error.name} (${error.code}, ${error.delivery}): ${error.message}`);
    }
    this.setRetryAfter(error, host);
    const body = { statusCode: status, error: title, message, ...details };
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
  if (error.delivery === 'unknown') {
    return {
      status: HttpStatus.BAD_GATEWAY,
      error: 'Bad Gateway',
      message: 'The message may have been sent. Do not send it again before you have looked it up.',
      details: { delivery: error.delivery },
    };
  }
  if (error.retryable) {
    return {
      status: HttpStatus.SERVICE_UNAVAILABLE,
      error: 'Service Unavailable',
      message: 'The message was not sent. It can be sent again later.',
      details: { delivery: error.delivery },
    };
  }
  return {
    status: HttpStatus.INTERNAL_SERVER_ERROR,
    error: 'Internal Server Error',
    message: 'Internal server error',
  };
}
