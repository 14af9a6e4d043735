import type { SmsMessage } from '../message/sms-message.js';
import type { SmsEvent } from './sms-event.js';

// Apart from the event, so that no logger, serialiser or debugger finds them there.
const messages = new WeakMap<SmsEvent, () => SmsMessage>();

/** Keeps the message of an event for those who ask for it. */
export function keepMessage(event: SmsEvent, message: () => SmsMessage): void {
  messages.set(event, message);
}

/**
 * The message that an event is about, with its numbers as digits and the account's defaults filled
 * in. An event does not hold it, so that events can be logged as they are: ask for it only if you
 * need it.
 *
 * @returns undefined for a login, a delivery report, a balance, and a message that was invalid
 */
export function smsMessageOf(event: SmsEvent): SmsMessage | undefined {
  return messages.get(event)?.();
}
