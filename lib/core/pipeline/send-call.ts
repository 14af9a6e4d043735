import type { SmsCredentials } from '../auth/sms-auth-provider.js';
import type { SendSuccess } from '../deadline/failure.js';
import type { CallContext } from '../deadline/mode.js';
import type { SmsGatewayError } from '../errors/index.js';
import type { SendGuard } from '../limits/send-guard.js';
import type { CheckedMessage, MessageContext } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';
import type { SentRequest } from '../protocol/answer-error.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { readSendAnswer } from '../protocol/send-answer.js';
import { encodeSendForm, type SendForm } from '../protocol/send-form.js';
import type { AnswerRules } from '../protocol/verdict.js';
import type { SmsRateLimit } from '../sms-gateway.options.js';
import { GatewayCall, isFailed, NO_FIELDS } from './gateway-call.js';

/** How an account checks its messages, and reads the answers to them. */
export interface MessageRules {
  /** The name of the account. */
  readonly account: string;
  readonly answers: AnswerRules;
  readonly context: MessageContext;
  /** Stops what should not be sent; undefined if everything may be. */
  readonly guard?: SendGuard | undefined;
  readonly rateLimit: SmsRateLimit | undefined;
}

/**
 * The send of one message, or of a part of one, through one account. Once it is accepted, it is its own result, because
 * another object would make every send dearer.
 */
export class SendCall extends GatewayCall<SendSuccess> implements SendSuccess {
  readonly path = '/SMSApi/send';
  readonly of = 'send';
  receipt!: SmsReceipt;

  constructor(
    context: CallContext,
    readonly message: CheckedMessage,
    private readonly rules: MessageRules,
  ) {
    super(context);
  }

  override get refusal(): SmsGatewayError | undefined {
    return this.rules.guard?.tooLate(this.message, this.context.priority);
  }

  override get content(): readonly string[] {
    const { text, recipients, fields } = this.message;
    return [text, ...recipients, ...Object.values(fields)];
  }

  override encode({ fields = NO_FIELDS }: SmsCredentials): SendForm | Promise<SendForm> {
    return encodeSendForm(this.message, fields);
  }

  override read(answer: GatewayAnswer, request: SentRequest): SendSuccess | SmsGatewayError {
    const { message, rules } = this;
    const { account, answers } = rules;
    const receipt = readSendAnswer(answer, { message, account, rules: answers, request });
    if (isFailed(receipt)) return receipt;
    this.receipt = receipt;
    return this;
  }
}
