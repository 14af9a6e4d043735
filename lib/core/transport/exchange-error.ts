import { ADVICE } from '../errors/advice.js';
import {
  type SmsErrorOutcome,
  type SmsGatewayError,
  SmsResponseError,
  SmsTransportError,
} from '../errors/index.js';
import { nameOfError } from '../common/value-checks.js';
import type { Exchange } from './exchange.js';

/** How axios ended: with an answer, possibly made by an interceptor, or with what was thrown. */
export type InterceptorsEnd = 'answered' | { readonly threw: unknown };

const ANSWER = {
  'too-large': 'is longer than maxAnswerBytes, so it was not read to its end',
  unreadable: 'could not be decoded as its Content-Encoding says',
};
// Node.js's codes for a gateway's certificate that it does not accept. Codes of ERR_SSL_ can be about the client's.
const ABOUT_CERTIFICATE =
  /^(?!ERR_SSL_).*(?:CERT|CRL|LEAF_SIGNATURE|ISSUER_PUBLIC_KEY|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)/;
const LOOK_IT_UP = 'Look it up at the gateway before you send it again.';

/**
 * The error for an exchange without an answer. Its outcome is what the exchange's record proves.
 *
 * @param interceptors how axios ended, which can differ from what happened on the wire
 */
export function exchangeError(
  exchange: Exchange,
  interceptors: InterceptorsEnd = 'answered',
): SmsGatewayError {
  const outcome: SmsErrorOutcome = exchange.provedNotStarted ? 'not-sent' : 'unknown';
  const { failure } = exchange;
  if (!failure) return interceptorError(exchange, interceptors);
  const code = failure.systemCode ? ` (${failure.systemCode})` : '';
  const httpStatus = failure.httpStatus ?? 0;
  switch (failure.kind) {
    case 'timeout':
    case 'aborted':
    case 'closed':
      return exchange.outgoing.deadline.error(failure.kind, outcome, failure.option);
    case 'too-large':
    case 'unreadable':
      return new SmsResponseError(
        `answer-${failure.kind}`,
        `The gateway's answer (HTTP ${httpStatus}) ${ANSWER[failure.kind]}. The message may have been sent. ${LOOK_IT_UP}`,
        { httpStatus },
      );
    case 'unfit':
      return requestFailed(
        `The request cannot be sent: ${failure.problem}. Nothing was sent. Fix the axios interceptor, or the HttpService default that causes it.`,
      );
    case 'request':
      return requestFailed(
        `The request could not be made${code}. ${outcome === 'not-sent' ? 'Nothing was sent' : 'The message may have been sent'}. Check the headers that auth or an axios interceptor adds, and the dispatcher.`,
        outcome,
      );
    case 'connection':
      if (outcome === 'unknown') {
        return new SmsTransportError(
          'connection-lost',
          `The connection to the gateway was lost before it answered${code}. The message may have been sent. ${LOOK_IT_UP}`,
          { outcome },
        );
      }
      return new SmsTransportError(
        'connection-failed',
        ABOUT_CERTIFICATE.test(failure.systemCode ?? '')
          ? `The gateway's TLS certificate was not trusted${code}. ${ADVICE.certificate} If the certificate has expired, ask the gateway's operator to renew it. If your own authority issued it, start Node.js with NODE_EXTRA_CA_CERTS set to the file of that authority's certificate.`
          : `No connection to the gateway could be made${code}. ${ADVICE.gateway}`,
        { outcome },
      );
  }
}

// Axios ended, and the exchange did not.
function interceptorError(exchange: Exchange, end: InterceptorsEnd): SmsTransportError {
  if (end !== 'answered' && !exchange.begun && exchange.provedNotStarted) {
    return requestFailed(
      `An axios request interceptor threw (${nameOfError(end.threw)}). Nothing was sent. Fix the interceptor of the HttpService given as http.`,
    );
  }
  return requestFailed(
    `An axios interceptor answered in the gateway's place, so it is not known whether the message was sent. ${LOOK_IT_UP}`,
    'unknown',
  );
}

function requestFailed(message: string, outcome: SmsErrorOutcome = 'not-sent'): SmsTransportError {
  return new SmsTransportError('request-failed', message, { outcome, retryable: false });
}
