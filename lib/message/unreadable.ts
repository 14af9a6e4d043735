import { SmsMessageError } from '../errors/index.js';

/**
 * The error for what can't be read, as where a getter or a proxy throws. What it threw may hold
 * anything, and is not shown.
 *
 * @param what the path of what was read
 */
export function asMessageError(error: unknown, what: string): SmsMessageError {
  if (error instanceof SmsMessageError) return error;
  return new SmsMessageError([
    { path: what, message: 'could not be read, for reading it threw; give a plain object' },
  ]);
}
