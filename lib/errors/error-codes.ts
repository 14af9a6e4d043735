/**
 * The codes of an `SmsAuthenticationError`:
 *
 * | code | meaning |
 * |---|---|
 * | `login-refused` | the token endpoint refused the login |
 * | `login-unusable` | its answer held no usable token |
 * | `credentials-refused` | the send endpoint refused the credentials |
 * | `credentials-unavailable` | the app's own strategy, or its function given as `password` or `apiKey`, gave none |
 */
export type SmsAuthenticationErrorCode =
  'login-refused' | 'login-unusable' | 'credentials-refused' | 'credentials-unavailable';

/**
 * The codes of an `SmsGuardError`:
 *
 * | code | meaning |
 * |---|---|
 * | `country` | `guard.countries` does not list the country of a recipient |
 * | `segments` | the text takes more segments than `guard.maxSegments` |
 * | `recipient-limit` | a recipient got as many messages as `guard.perRecipient` allows |
 * | `daily-limit` | the account sent to as many recipients as `guard.perDay` allows |
 * | `quiet-hours` | the option `quiet` holds messages back at this time |
 */
export type SmsGuardErrorCode =
  'country' | 'segments' | 'recipient-limit' | 'daily-limit' | 'quiet-hours';

/**
 * The codes of an `SmsRejectedError`: `rejected`, the gateway rejected the message;
 * `recipients-rejected`, it listed every recipient as invalid.
 */
export type SmsRejectedErrorCode = 'rejected' | 'recipients-rejected';

/**
 * The codes of an `SmsTransportError`:
 *
 * | code | meaning |
 * |---|---|
 * | `connection-failed` | refused, name not found, TLS failed, not open within `timeout.connect` |
 * | `connection-lost` | reset, closed or garbled after the request was started |
 * | `timeout` | `timeout.attempt` or `timeout.total` passed |
 * | `aborted` | the caller's signal |
 * | `closed` | the account was closed, or the app is shutting down |
 * | `throttled` | the gateway answered 429 |
 * | `redirected` | it answered 3xx, which is never followed |
 * | `gateway-failed` | it answered 5xx |
 * | `login-failed` | the login got no answer |
 * | `request-failed` | the request could not be made, for example because an interceptor threw |
 * | `breaker-open` | the circuit breaker is open |
 * | `queue-failed` | the store of the queue did not answer |
 * | `worker-lost` | the queue's worker that had the message ended before it stored an outcome; only in events and in the outcomes of queued messages |
 */
export type SmsTransportErrorCode =
  | 'connection-failed'
  | 'connection-lost'
  | 'timeout'
  | 'aborted'
  | 'closed'
  | 'throttled'
  | 'redirected'
  | 'gateway-failed'
  | 'login-failed'
  | 'request-failed'
  | 'breaker-open'
  | 'queue-failed'
  | 'worker-lost';

/**
 * The codes of an `SmsResponseError`:
 *
 * | code | meaning |
 * |---|---|
 * | `answer-unclear` | the answer proves neither acceptance nor rejection |
 * | `answer-mismatched` | it names only other recipients, or has a token, so it belongs to another request |
 * | `answer-unreadable` | it could not be decoded |
 * | `answer-too-large` | it is longer than `maxAnswerBytes` |
 */
export type SmsResponseErrorCode =
  'answer-unclear' | 'answer-mismatched' | 'answer-unreadable' | 'answer-too-large';

/** The code of an `SmsOtpLimitError` and of an `SmsOtpStoreError`, of `nestjs-sms-gateway/otp`. */
export type SmsOtpErrorCode = 'otp-limit' | 'otp-store';

/** What went wrong, as a word that programs can compare. Each code belongs to one error class. */
export type SmsErrorCode =
  | 'configuration'
  | 'message-invalid'
  | SmsAuthenticationErrorCode
  | SmsGuardErrorCode
  | SmsRejectedErrorCode
  | SmsTransportErrorCode
  | SmsResponseErrorCode
  | SmsOtpErrorCode;
