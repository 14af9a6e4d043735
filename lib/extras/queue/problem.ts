import { SmsMessageError } from '../../core/errors/index.js';

/** What is wrong with one option or argument. */
export function problem(path: string, message: string): SmsMessageError {
  return new SmsMessageError([{ path, message }]);
}
