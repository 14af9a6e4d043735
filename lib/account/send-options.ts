import { SmsMessageError, type SmsMessageIssue } from '../errors/index.js';
import type { SendOptions } from '../message/sms-message.js';

/**
 * Checks how a send shall be made.
 *
 * @throws SmsMessageError naming the option and what to give
 */
export function checkSendOptions(options: SendOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new SmsMessageError([
      { path: 'options', message: 'is no object; give one such as { signal }, or leave it out' },
    ]);
  }
  const issues: SmsMessageIssue[] = [];
  const { signal, priority } = options;
  if (signal !== undefined && !isAbortSignal(signal)) {
    issues.push({
      path: 'options.signal',
      message: 'is no AbortSignal; give that of an AbortController',
    });
  }
  if (priority !== undefined && priority !== 'normal' && priority !== 'high') {
    issues.push({
      path: 'options.priority',
      message: "is neither 'normal' nor 'high'; give one of them",
    });
  }
  if (issues.length > 0) throw new SmsMessageError(issues);
}

function isAbortSignal(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'aborted' in value &&
    'addEventListener' in value &&
    'removeEventListener' in value
  );
}
