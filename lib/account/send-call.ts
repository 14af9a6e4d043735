import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { readSendAnswer } from '../protocol/send-answer.js';
import { encodeSendForm } from '../protocol/send-form.js';
import { createRedactor, type Redactor } from '../redaction/redactor.js';
import type { GatewayCall, RequestBody } from './gateway-call.js';
import { shownTransaction } from './send-log.js';

/** How an account treats its sends. */
export interface SendRules {
  /** The name of the account. */
  readonly account: string;
  /** The `statusCode`s that mean refused credentials. */
  readonly refusedCodes: ReadonlySet<string>;
  /** The values of `status` that are a no in a 2xx, in lower case. */
  readonly failureWords: ReadonlySet<string>;
  /** Whether to repeat a send of unknown outcome that asks for duplicate checking. */
  readonly repeatUnknown: boolean;
}

/** A send that was accepted. */
export interface AcceptedSend {
  readonly receipt: SmsReceipt;
  /** Masks what the gateway said about it. */
  readonly redactor: () => Redactor;
  /** The `transactionId` as it may be shown. */
  readonly transactionId: () => string;
}

/** Sends one checked message. */
export class SendCall implements GatewayCall<AcceptedSend> {
  readonly path = '/SMSApi/send';

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

  get repeatUnknown(): boolean {
    return this.rules.repeatUnknown && this.message.duplicateCheck;
  }

  encode(credentials: Readonly<Record<string, string>>): RequestBody {
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
    const transactionId = () => shownTransaction(receipt.transactionId, this.message, redactor);
    return { receipt, redactor, transactionId };
  }

  redactor(secrets: readonly string[]): Redactor {
    const { text, recipients, fields } = this.message;
    return createRedactor({ secrets, text, recipients, fields });
  }
}
