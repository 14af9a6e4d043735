/**
 * What went wrong, as a word that programs can compare. Each code belongs to one error class:
 *
 * | code | class |
 * |---|---|
 * | `configuration` | `SmsConfigurationError` |
 * | `message-invalid` | `SmsMessageError` |
 * | `login-refused`: the token endpoint said no | `SmsAuthenticationError` |
 * | `login-unusable`: its answer held no usable token | `SmsAuthenticationError` |
 * | `credentials-refused`: the send endpoint refused the credentials | `SmsAuthenticationError` |
 * | `credentials-unavailable`: the app's own strategy, or its function given as `auth`, gave none | `SmsAuthenticationError` |
 * | `country`: `guard.countries` does not list the country of a recipient | `SmsGuardError` |
 * | `segments`: the text takes more segments than `guard.maxSegments` | `SmsGuardError` |
 * | `recipient-limit`: a recipient got as many messages as `guard.perRecipient` allows | `SmsGuardError` |
 * | `daily-limit`: the account sent to as many recipients as `guard.perDay` allows | `SmsGuardError` |
 * | `quiet-hours`: the option `quiet` holds messages back at this time | `SmsGuardError` |
 * | `rejected`: the gateway said no | `SmsRejectedError` |
 * | `recipients-rejected`: it listed every recipient as invalid | `SmsRejectedError` |
 * | `connection-failed`: refused, name not found, TLS failed, not open within `timeout.connect` | `SmsTransportError` |
 * | `connection-lost`: reset, closed or garbled after the request was started | `SmsTransportError` |
 * | `timeout`: `timeout.attempt` or `timeout.total` passed | `SmsTransportError` |
 * | `aborted`: the caller's signal | `SmsTransportError` |
 * | `closed`: the app is shutting down | `SmsTransportError` |
 * | `throttled`: the gateway answered 429 | `SmsTransportError` |
 * | `redirected`: it answered 3xx, which is never followed | `SmsTransportError` |
 * | `gateway-failed`: it answered 5xx | `SmsTransportError` |
 * | `login-failed`: the login got no answer | `SmsTransportError` |
 * | `request-failed`: the request could not be made, for example because an interceptor threw | `SmsTransportError` |
 * | `breaker-open`: the circuit breaker is open | `SmsTransportError` |
 * | `queue-failed`: the store of the queue did not answer | `SmsTransportError` |
 * | `answer-unclear`: the answer proves neither yes nor no | `SmsResponseError` |
 * | `answer-mismatched`: the answer names only other recipients, so it belongs to another send | `SmsResponseError` |
 * | `answer-unreadable`: the answer could not be decoded | `SmsResponseError` |
 * | `answer-too-large`: the answer is longer than `maxAnswerBytes` | `SmsResponseError` |
 */
export type SmsErrorCode =
  | 'configuration'
  | 'message-invalid'
  | 'login-refused'
  | 'login-unusable'
  | 'credentials-refused'
  | 'credentials-unavailable'
  | 'country'
  | 'segments'
  | 'recipient-limit'
  | 'daily-limit'
  | 'quiet-hours'
  | 'rejected'
  | 'recipients-rejected'
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
  | 'answer-unclear'
  | 'answer-mismatched'
  | 'answer-unreadable'
  | 'answer-too-large';

/**
 * What is known about a send that failed: `not-sent`, the gateway definitely did not take it;
 * `unknown`, it may have.
 */
export type SmsErrorOutcome = 'not-sent' | 'unknown';
