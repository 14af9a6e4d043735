import { isObject } from '../common/value-checks.js';
import { textOf } from './read-json.js';

/** What an account has left at the gateway. */
export interface SmsBalance {
  /** Digits, with decimals if the gateway has them: a string, because it may have more digits than a number can hold. */
  readonly credits: string;
  /** When the answer came. */
  readonly at: Date;
  /** Every field of the gateway's answer, as it came. Integers too big for JavaScript are strings. */
  readonly raw: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

const CREDITS = /^-?\d{1,40}(?:\.\d{1,20})?$/;

/** The credits in an answer, or in the `response` that it wraps; undefined if there are none. Seen at real gateways. */
export function readCredits(response: Fields): string | undefined {
  const smsBalance = balanceIn(response);
  // Above that, JavaScript has lost digits.
  const isExact = typeof smsBalance === 'number' && Math.abs(smsBalance) < 2 ** 53;
  const credits = isExact ? String(smsBalance) : textOf(smsBalance)?.trim();
  return CREDITS.test(credits ?? '') ? credits : undefined;
}

/** Whether this is the answer to a balance request, even if no credits can be read from it. */
export function hasBalance(response: Fields): boolean {
  return balanceIn(response) !== undefined;
}

function balanceIn(response: Fields): unknown {
  return (isObject(response['account']) ? response['account'] : response)['smsBalance'];
}
