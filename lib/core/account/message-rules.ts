import type { SendGuard } from '../limits/send-guard.js';
import type { MessageContext } from '../message/checked-message.js';
import type { AnswerRules } from '../protocol/send-answer.js';
import type { SmsRateLimit } from '../sms-gateway.options.js';

/** How an account checks its messages, and reads the answers to them. */
export interface MessageRules extends AnswerRules {
  readonly context: MessageContext;
  /** The same context, with another listener for what the check of a text warns of. */
  contextWith(warn: (text: string) => void): MessageContext;
  /** Keeps back what should not be sent; undefined if everything may be. */
  readonly guard?: SendGuard | undefined;
  readonly rateLimit: SmsRateLimit | undefined;
}
