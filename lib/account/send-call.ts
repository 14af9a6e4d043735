import type { SmsGatewayError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { type AnswerRules, readSendAnswer, type SentMessage } from '../protocol/send-answer.js';
import { encodeSendForm, type SendForm } from '../protocol/send-form.js';
import { GatewayCall } from './gateway-call.js';

/** One send of an app, from its start to its end. */
export class SendCall extends GatewayCall<SmsReceipt> implements SentMessage {
  readonly path = '/SMSApi/send';
  readonly of = 'send';

  private now: { readonly message: CheckedMessage; readonly rules: AnswerRules } | undefined;

  /** Begins to send a message through an account: all of it, a part, or that of the next account. */
  begin(message: CheckedMessage, rules: AnswerRules): void {
    this.now = { message, rules };
    this.forgetAttempts();
  }

  override get message(): CheckedMessage {
    return this.current.message;
  }

  get rules(): AnswerRules {
    return this.current.rules;
  }

  override get weight(): number {
    return this.message.recipients.length;
  }

  override get fields(): Readonly<Record<string, string>> {
    return this.message.fields;
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

  private get current() {
    if (!this.now) throw new Error('The send has not begun');
    return this.now;
  }
}
