import {
  setAccount,
  type SmsErrorOutcome,
  SmsMessageError,
  SmsTransportError,
} from '../../core/errors/index.js';

/** What is wrong with an argument that is not a message, or with an option of a call. */
export function problem(path: string, message: string): SmsMessageError {
  return new SmsMessageError([{ path, message }], 'argument-invalid');
}

/** The error for an operation that the store did not carry out, or may not have carried out. */
export function queueFailed(
  text: string,
  outcome: SmsErrorOutcome,
  account: string,
): SmsTransportError {
  const error = new SmsTransportError('queue-failed', text, { outcome });
  setAccount(error, account);
  return error;
}
