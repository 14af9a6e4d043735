import { Call } from '../../lib/core/deadline/call.js';
import { exchangeError } from '../../lib/core/transport/exchange-error.js';
import { Exchange } from '../../lib/core/transport/exchange.js';

/** The message of the error when a connection fails with a code, before anything was sent. */
function messageFor(code: string): string {
  const dispatcher = {
    dispatch(_options: object, handler: Exchange): boolean {
      handler.onResponseError(undefined, Object.assign(new Error(), { code }));
      return true;
    },
  };
  const limits = { origin: 'https://sms.example.com', maxAnswerBytes: 1000 };
  const call = new Call({ total: 60_000, attempt: 60_000 });
  const source = { dispatcher, reportsStart: true, distrust: () => undefined };
  const exchange = new Exchange(source, limits, call);
  exchange.begin('/SMSApi/send', { headers: {} }, () => undefined);
  call.dispose();
  return exchangeError(exchange).message;
}

describe('the error of a connection that failed', () => {
  it.each([
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'CERT_REVOKED',
    'CRL_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
    'HOSTNAME_MISMATCH',
    'INVALID_CA',
    'INVALID_PURPOSE',
    'PATH_LENGTH_EXCEEDED',
    'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
    'UNABLE_TO_GET_CRL',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('says that the certificate was not trusted after %s', (code) => {
    expect(messageFor(code)).toContain(`certificate was not trusted (${code})`);
  });

  // The last two: the gateway did not accept the certificate of this client.
  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  ])('says that no connection could be made after %s', (code) => {
    expect(messageFor(code)).toContain(`No connection to the gateway could be made (${code})`);
  });
});
