import { randomUUID } from 'node:crypto';
import { SmsGatewayError, SmsRejectedError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { estimateSegments } from '../message/segments.js';
import type { SmsReceipt } from '../message/sms-message.js';

/** What the option `reach` says, if it keeps anything back. Numbers are digits with country prefix. */
export type ReachRules =
  'none' | { readonly only: readonly string[] } | { readonly redirectTo: string };

/** Sends one message to the gateway. */
export type Send = (message: CheckedMessage) => Promise<SmsReceipt>;

/** The most messages that one call of the app makes of a redirect. */
const MOST_REDIRECTED = 10;

const heldWith = new WeakMap<SmsGatewayError, readonly string[]>();

/** The recipients that were kept back of a message that failed with an error; the rest is what failed. */
export function heldOf(error: SmsGatewayError): readonly string[] {
  const held = error instanceof SmsRejectedError ? error.receipt?.held : heldWith.get(error);
  return held ?? [];
}

/** The error for a message of which some recipients were kept back, and the send to the others failed. */
export function withHeld(error: SmsGatewayError, held: readonly string[]): SmsGatewayError {
  if (error instanceof SmsRejectedError && error.receipt) {
    const { code, statusCode, reason, raw, receipt } = error;
    return new SmsRejectedError({ code, statusCode, reason, raw, receipt: { ...receipt, held } });
  }
  // A message that was not sent may be sent again as a whole. Its error may also be that of other sends
  // that waited for the same login.
  if (error.outcome === 'unknown') heldWith.set(error, held);
  return error;
}

/** Keeps messages from numbers that are out of reach. */
export class Reach {
  private readonly redirects: Redirects | undefined;
  private readonly isInReach: (number: string) => boolean;

  /** @param account its name, for receipts */
  constructor(
    rules: ReachRules,
    private readonly account: string,
  ) {
    this.redirects =
      rules !== 'none' && 'redirectTo' in rules ? new Redirects(rules.redirectTo) : undefined;
    this.isInReach =
      rules === 'none' ? () => false : 'only' in rules ? matcher(rules.only) : () => true;
  }

  /** The recipients that are sent to. */
  filter(recipients: readonly string[]): readonly string[] {
    return recipients.filter(this.isInReach);
  }

  /**
   * Sends to recipients in reach.
   *
   * @param call the app's call that the send belongs to; a run is one call
   */
  async send(message: CheckedMessage, call: object, send: Send): Promise<SmsReceipt> {
    if (!this.redirects) return send(message);
    return (await this.redirects.send(message, call, send)) ?? this.held(message);
  }

  /** The receipt of a message of which nothing was sent. */
  held({ recipients, segments }: CheckedMessage): SmsReceipt {
    const transactionId = `held-${randomUUID()}`;
    const { account } = this;
    return {
      account,
      transactionId,
      accepted: [],
      rejected: [],
      held: recipients,
      segments,
      raw: {},
    };
  }
}

/** Sends a few messages of each call to one number, each with the number that it was for. */
class Redirects {
  /** How many messages a call has made. */
  private readonly made = new WeakMap<object, number>();

  constructor(private readonly number: string) {}

  /** @returns undefined if the call has made as many as it may */
  async send(message: CheckedMessage, call: object, send: Send): Promise<SmsReceipt | undefined> {
    const made = this.made.get(call) ?? 0;
    const chosen = message.recipients.slice(0, MOST_REDIRECTED - made);
    // Before the first send, because the sends of a run overlap.
    this.made.set(call, made + chosen.length);
    const accepted: string[] = [];
    let first: SmsReceipt | undefined;
    for (const recipient of chosen) {
      try {
        const receipt = await send(this.redirected(message, recipient));
        first ??= receipt;
        accepted.push(recipient);
      } catch (error) {
        // The receipt says what was sent. An error would say that nothing was.
        if (!first || !(error instanceof SmsGatewayError) || error.outcome !== 'not-sent') {
          const rest = message.recipients.slice(accepted.length + 1);
          throw error instanceof SmsGatewayError ? withHeld(error, rest) : error;
        }
        break;
      }
    }
    if (!first) return undefined;
    return { ...first, accepted, rejected: [], held: message.recipients.slice(accepted.length) };
  }

  private redirected(message: CheckedMessage, recipient: string): CheckedMessage {
    const text = `[to ${recipient}] ${message.text}`;
    const values = { ...message.values, text };
    return {
      ...message,
      text,
      values,
      segments: estimateSegments(text),
      recipients: [this.number],
    };
  }
}

function matcher(patterns: readonly string[]): (number: string) => boolean {
  const numbers = new Set(patterns.filter((pattern) => !pattern.endsWith('*')));
  const prefixes = patterns
    .filter((pattern) => pattern.endsWith('*'))
    .map((pattern) => pattern.slice(0, -1));
  return (number) => numbers.has(number) || prefixes.some((prefix) => number.startsWith(prefix));
}
