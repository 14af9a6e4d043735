import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { readSendAnswer } from '../protocol/send-answer.js';
import { encodeSendForm, type SendForm } from '../protocol/send-form.js';
import { createRedactor, type Redactor } from '../protocol/redactor.js';
import type { GatewayCall } from './gateway-call.js';

/** How an account treats its sends. */
export interface SendRules {
  readonly account: string;
  /** The `statusCode`s that mean refused credentials. */
  readonly refusedCodes: ReadonlySet<string>;
  /** The values of `status` that mean a rejection in a 2xx, in lower case. */
  readonly failureWords: ReadonlySet<string>;
}

/** A send that was accepted. */
export interface AcceptedSend {
  readonly receipt: SmsReceipt;
  /** The `transactionId` as it may be shown: a gateway may repeat anything in it. */
  readonly transactionId: () => string;
}

/** Numbers are recognised by this many last digits, with or without their prefix. */
const TAIL = 8;

export class SendCall implements GatewayCall<AcceptedSend> {
  readonly path = '/SMSApi/send';
  readonly of = 'send';

  constructor(
    readonly message: CheckedMessage,
    private readonly rules: SendRules,
  ) {}

  get weight(): number {
    return this.message.recipients.length;
  }

  get fields(): Readonly<Record<string, string>> {
    return this.message.fields;
  }

  encode(credentials: Readonly<Record<string, string>>): SendForm {
    return encodeSendForm(this.message, credentials);
  }

  read(
    answer: GatewayAnswer,
    redactor: () => Redactor,
    credentials: Readonly<Record<string, string>>,
  ): AcceptedSend {
    const { recipients, segments } = this.message;
    const { account, refusedCodes, failureWords } = this.rules;
    const sent = {
      account,
      recipients,
      segments,
      credentials,
      refusedCodes,
      failureWords,
      redactor,
    };
    const receipt = readSendAnswer(answer, sent);
    const transactionId = () => shownTransaction(receipt.transactionId, recipients, redactor);
    return { receipt, transactionId };
  }

  redactor(secrets: readonly string[]): Redactor {
    const { text, recipients, fields } = this.message;
    return createRedactor({ secrets, text, recipients, fields });
  }
}

export function shownTransaction(
  transactionId: string,
  recipients: readonly string[],
  redactor: () => Redactor,
): string {
  // Digits as in the ids of gateways: more than a phone number has, and none of the recipients among
  // them. The redactor costs as much as the rest of a send, and Nest logs `debug` by default.
  const isPlain =
    /^[0-9]{16,40}$/.test(transactionId) &&
    !recipients.some((recipient) => transactionId.includes(recipient.slice(-TAIL)));
  return isPlain ? transactionId : redactor()(transactionId);
}
