import { SmsMessageError } from '../../core/errors/index.js';

/** What is wrong with an argument that is not a message, or with an option of a call. */
export function problem(path: string, message: string): SmsMessageError {
  return new SmsMessageError([{ path, message }], 'argument-invalid');
}
