import type { SmsGatewayError } from '../errors/index.js';
import type { SendGuard } from '../limits/send-guard.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { type AnswerRules, readSendAnswer, type SentMessage } from '../protocol/send-answer.js';
import { encodeSendForm, type SendForm } from '../protocol/send-form.js';
import { GatewayCall } from './gateway-call.js';

/** How the answers to a send are read, and what may hold the send back. */
export interface SendRules extends AnswerRules {
  readonly guard?: Pick<SendGuard, 'tooLate'> | undefined;
}

/** One send of an app, from its start to its end. */
export class SendCall extends GatewayCall<SmsReceipt> implements SentMessage {
  readonly path = '/SMSApi/send';
  readonly of = 'send';

  // Set by `begin`.
  declare message: CheckedMessage;
  declare rules: SendRules;

  /** Begins to send a message through an account: all of it, a part, or that of the next account. */
  begin(message: CheckedMessage, rules: SendRules): void {
    this.message = message;
    this.rules = rules;
    this.forgetAttempts();
  }

  override get refusal(): SmsGatewayError | undefined {
    return this.rules.guard?.tooLate(this.message, this.priority);
  }

  override encode(): SendForm | Promise<SendForm> {
    return encodeSendForm(this.message, this.credentialFields);
  }

  override read(answer: GatewayAnswer): SmsReceipt | SmsGatewayError {
    return readSendAnswer(answer, this);
  }

  override get sent(): readonly string[] {
    const { text, recipients, fields } = this.message;
    return [...super.sent, text, ...recipients, ...Object.values(fields)];
  }
}
