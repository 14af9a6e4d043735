import { randomUUID } from 'node:crypto';
import { CallFailure, type SendResult, type SendSuccess } from '../deadline/failure.js';
import { SmsRejectedError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { estimateSegments } from '../message/segments.js';
import type { SmsReceipt } from '../message/sms-message.js';

/** What the option `reach` says, if it keeps anything back. Numbers are digits with country prefix. */
export type ReachRules =
  'none' | { readonly only: readonly string[] } | { readonly redirectTo: string };

export type Send = (message: CheckedMessage) => Promise<SendResult>;

/** The most messages that one call of the app makes of a redirect. */
const MOST_REDIRECTED = 10;

/** Adds the recipients that were kept back to the failure of the send to the others. */
export function withHeld(failure: CallFailure, held: readonly string[]): CallFailure {
  const { aboutMessage, error } = failure;
  if (held.length === 0) return failure;
  if (error instanceof SmsRejectedError && error.receipt) {
    const { code, statusCode, reason, raw, receipt } = error;
    const rejection = { code, statusCode, reason, raw, receipt: { ...receipt, held } };
    return new CallFailure(new SmsRejectedError(rejection), aboutMessage, held);
  }
  // A message that was not sent may be sent again as a whole.
  return error.outcome === 'unknown' ? new CallFailure(error, aboutMessage, held) : failure;
}

/** The result of a message of which nothing was sent. */
export function heldSend(message: CheckedMessage, account: string): SendSuccess {
  const { recipients, segments } = message;
  const transactionId = `held-${randomUUID()}`;
  const nobody = { accepted: [], rejected: [], held: recipients };
  const receipt = { account, transactionId, ...nobody, segments, raw: {} };
  return { receipt, waited: 0 };
}

/** The same result with other numbers in its receipt. */
export function withReceipt(
  { receipt, waited }: SendSuccess,
  numbers: Partial<Pick<SmsReceipt, 'accepted' | 'rejected' | 'held'>>,
): SendSuccess {
  return { receipt: { ...receipt, ...numbers }, waited };
}

/** The numbers in `all` that are not in `inside`, a subset of it. */
export function outside(all: readonly string[], inside: readonly string[]): readonly string[] {
  if (inside.length === all.length) return [];
  const without = new Set(inside);
  return all.filter((number) => !without.has(number));
}

/** Keeps messages from numbers that are out of reach. */
export class Reach {
  /** How many redirected messages each call by the app has produced. */
  private readonly redirectsMade = new WeakMap<object, number>();

  constructor(
    private readonly rules: ReachRules,
    private readonly account: string,
  ) {}

  /** The same text for the same rules, in whatever order their patterns were given. */
  get key(): string {
    const { rules } = this;
    if (rules === 'none') return rules;
    if ('redirectTo' in rules) return `to ${rules.redirectTo}`;
    return [...new Set(rules.only)].toSorted().join();
  }

  filter(recipients: readonly string[]): readonly string[] {
    const { rules } = this;
    if (rules === 'none') return [];
    if ('redirectTo' in rules) return recipients;
    return recipients.filter((number) => rules.only.some((pattern) => matches(pattern, number)));
  }

  /**
   * Sends a few messages of each call to the number of a redirect, each with the number that it was for.
   *
   * @param call the app's call that the send belongs to; a run is one call
   * @returns undefined if there is no redirect
   */
  async redirect(
    message: CheckedMessage,
    call: object,
    send: Send,
  ): Promise<SendResult | undefined> {
    if (this.rules === 'none' || 'only' in this.rules) return undefined;
    const { redirectTo } = this.rules;
    const { recipients } = message;
    const redirectCount = this.redirectsMade.get(call) ?? 0;
    const chosen = recipients.slice(0, MOST_REDIRECTED - redirectCount);
    if (chosen.length === 0) return heldSend(message, this.account);
    // Before the first send, because the sends of a run overlap.
    this.redirectsMade.set(call, redirectCount + chosen.length);
    let firstSuccess: SendSuccess | undefined;
    let sent = 0;
    for (const recipient of chosen) {
      const result = await send(redirected(message, recipient, redirectTo));
      if (result instanceof CallFailure) {
        // The receipt says what was sent. An error would say that nothing was.
        if (firstSuccess && result.error.outcome === 'not-sent') break;
        return withHeld(result, recipients.slice(sent + 1));
      }
      firstSuccess ??= result;
      sent += 1;
    }
    if (!firstSuccess) return undefined;
    const accepted = recipients.slice(0, sent);
    const held = recipients.slice(sent);
    return withReceipt(firstSuccess, { accepted, rejected: [], held });
  }
}

function redirected(message: CheckedMessage, recipient: string, to: string): CheckedMessage {
  const text = `[to ${recipient}] ${message.text}`;
  return {
    ...message,
    text,
    values: { ...message.values, text },
    segments: estimateSegments(text),
    recipients: [to],
  };
}

function matches(pattern: string, number: string): boolean {
  return pattern.endsWith('*') ? number.startsWith(pattern.slice(0, -1)) : number === pattern;
}
