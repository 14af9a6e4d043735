import { SmsMessageError, type SmsMessageIssue } from '../errors/index.js';
import { shownKey } from '../common/mask.js';
import type { SendOptions } from '../message/sms-message.js';
import { unknownKeyProblem } from '../message/message-issues.js';
import { hasMethods, memberOf } from '../common/members.js';

export const SEND_OPTIONS: readonly string[] = ['signal', 'priority'];

/**
 * Checks the options of a send.
 *
 * @returns a copy: each option is read once, because a getter may change its answer
 * @throws SmsMessageError naming each invalid option and what to provide
 */
export function checkSendOptions(options: SendOptions, allowed = SEND_OPTIONS): SendOptions {
  if (typeof options !== 'object' || options === null) {
    throw new SmsMessageError([
      {
        path: 'options',
        message: 'is not an object; use one like { signal }, or omit it',
      },
    ]);
  }
  const issues: SmsMessageIssue[] = [...unknownOptions(options, allowed)];
  const { signal, priority } = options;
  if (signal !== undefined && !isAbortSignal(signal)) {
    issues.push({
      path: 'options.signal',
      message: 'is not an AbortSignal; pass the signal of an AbortController',
    });
  }
  if (priority !== undefined && priority !== 'normal' && priority !== 'high') {
    issues.push({ path: 'options.priority', message: "is not known; use 'normal' or 'high'" });
  }
  if (issues.length > 0) throw new SmsMessageError(issues);
  return { signal, priority };
}

export function unknownOptions(
  options: object,
  allowed: readonly string[],
): readonly SmsMessageIssue[] {
  const unknown = Object.keys(options).filter((key) => !allowed.includes(key));
  return unknown.map((key) => ({
    path: `options.${shownKey(key)}`,
    message: unknownKeyProblem(key, allowed, `use ${allowed.join(', ')}`),
  }));
}

function isAbortSignal(value: unknown): boolean {
  const isTarget = hasMethods(value, 'addEventListener', 'removeEventListener');
  return isTarget && typeof memberOf(value, 'aborted') === 'boolean';
}
