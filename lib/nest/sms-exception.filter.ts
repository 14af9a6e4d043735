import { STATUS_CODES } from 'node:http';
import { type ArgumentsHost, Catch, HttpStatus } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { type Observable, throwError } from 'rxjs';
import { isLogged } from '../core/account/send-log.js';
import { memberOf } from '../core/common/members.js';
import {
  SmsGatewayError,
  SmsGuardError,
  SmsMessageError,
  SmsRejectedError,
} from '../core/errors/index.js';
import { SafeLogger } from '../core/logging/safe-logger.js';
import { directAdapter } from './direct-adapter.js';

const { UNPROCESSABLE_ENTITY: REFUSED, SERVICE_UNAVAILABLE: UNAVAILABLE } = HttpStatus;

/** A WebSocket client as Nest's own filter uses it. */
interface EventClient {
  emit?(event: 'exception', answer: object): unknown;
}

/**
 * Turns the package's errors into answers.
 *
 * | what happened | answer |
 * |---|---|
 * | the message, or another argument of the call, is invalid | 400 with `code` and `issues` |
 * | a limit of `guard` or `quiet` refused the message for now | 429 with `code`, and with `Retry-After` if known |
 * | a limit of `guard` refused it permanently | 422 with `code` |
 * | a limit of one-time passwords refused to send a code | 429 with `code` and `limit`, and, if the limit ends, with `retryAfter` in ms and `Retry-After` |
 * | the gateway rejected the message | 422 with `gateway`: its `statusCode` and `reason` |
 * | definitely not sent, and sending it later may work: the gateway is down, it throttles, or the app is shutting down | 503, with `Retry-After` if known |
 * | it may have been sent | 502 |
 * | anything else, for example refused credentials or invalid options | 500 without details |
 *
 * All but the last have `outcome`, `not-sent` or `unknown`. The caller of a microservice gets the same
 * body as an error, and a socket.io client as the event `exception`, both with `status: 'error'`, as
 * from Nest's own filters. A 5xx that the account has not logged is logged here, at `error`.
 *
 * Use it with `@UseFilters(SmsExceptionFilter)`, or everywhere with `{ provide: APP_FILTER, useClass:
 * SmsExceptionFilter }` or `app.useGlobalFilters(new SmsExceptionFilter())`. A filter that the app creates itself
 * works on Express and Fastify.
 */
@Catch(SmsGatewayError)
export class SmsExceptionFilter extends BaseExceptionFilter {
  private readonly log = new SafeLogger(SmsExceptionFilter.name);

  /**
   * Answers over the transport that the call came from.
   *
   * @returns for a microservice, an observable that fails, because Nest sends what is returned
   * @throws the error itself for any other transport, for example GraphQL, which formats its own
   * errors
   */
  override catch(error: SmsGatewayError, host: ArgumentsHost): Observable<never> | void {
    const type = host.getType();
    if (type !== 'http' && type !== 'rpc' && type !== 'ws') throw error;
    const body = bodyOf(error);
    if (body.statusCode >= HttpStatus.INTERNAL_SERVER_ERROR && !isLogged(error)) {
      this.log.error(
        `[${error.account}] ${error.name} (${error.code}, ${error.outcome}): ${error.message}`,
      );
    }
    if (type === 'rpc') return throwError(() => ({ status: 'error', ...body }));
    if (type === 'ws') {
      // An error thrown here would end the process.
      const client: EventClient = host.switchToWs().getClient();
      client.emit?.('exception', { status: 'error', ...body });
      return;
    }
    const adapter = this.applicationRef ?? this.httpAdapterHost?.httpAdapter ?? directAdapter;
    const response: unknown = host.switchToHttp().getResponse();
    if (adapter.isHeadersSent(response)) {
      adapter.end(response);
      return;
    }
    if (error.retryAfter !== undefined && error.retryable) {
      adapter.setHeader?.(response, 'Retry-After', String(Math.ceil(error.retryAfter / 1000)));
    }
    adapter.reply(response, body, body.statusCode);
  }
}

function bodyOf(error: SmsGatewayError): ReturnType<typeof answer> {
  const { code, outcome, retryable, retryAfter } = error;
  if (error instanceof SmsMessageError) {
    const message =
      code === 'argument-invalid'
        ? 'An argument is invalid.'
        : 'The message is invalid and was not sent.';
    return answer(HttpStatus.BAD_REQUEST, message, { outcome, code, issues: error.issues });
  }
  if (error instanceof SmsGuardError) {
    const [status, message] = retryable
      ? [HttpStatus.TOO_MANY_REQUESTS, 'The message was not sent. It can be sent later.']
      : [REFUSED, 'The message was not sent, because this app does not send such messages.'];
    return answer(status, message, { outcome, code });
  }
  // By its code, because the core does not know the class.
  if (code === 'otp-limit') {
    const then = retryable ? 'Try again later.' : 'Start again.';
    const details = { outcome, code, limit: memberOf(error, 'limit'), retryAfter };
    return answer(HttpStatus.TOO_MANY_REQUESTS, `The code was not sent. ${then}`, details);
  }
  if (error instanceof SmsRejectedError) {
    const message = 'The gateway rejected the message. It was not sent.';
    const gateway = { statusCode: error.statusCode, reason: error.reason };
    return answer(REFUSED, message, { outcome, gateway });
  }
  if (outcome === 'unknown') {
    const message = 'The message may have been sent. Look it up before you send it again.';
    return answer(HttpStatus.BAD_GATEWAY, message, { outcome });
  }
  return retryable
    ? answer(UNAVAILABLE, 'The message was not sent. You can send it again later.', { outcome })
    : answer(HttpStatus.INTERNAL_SERVER_ERROR, 'Internal server error', {});
}

/** The body of every answer. */
function answer(statusCode: HttpStatus, message: string, details: object) {
  return { statusCode, error: STATUS_CODES[statusCode] ?? '', message, ...details };
}
