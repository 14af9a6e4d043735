import type { CheckedMessage } from '../message/checked-message.js';
import { createRedactor, type Redactor } from '../message/redactor.js';
import type { SmsReceipt } from '../message/sms-message.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { readSendAnswer } from '../protocol/send-answer.js';
import { encodeSendForm } from '../protocol/send-form.js';
import type { GatewayCall, RequestBody } from './gateway-call.js';

/** The shortest value of a caller's field that is masked. Shorter ones (`1`, `yes`) occur in any text. */
const SHORTEST_MASKED = 4;

/** What an account does with its sends. */
export interface SendRules {
  /** The `statusCode`s that mean refused credentials. */
  readonly refusedCodes: ReadonlySet<string>;
  /** Whether to repeat a send of unknown outcome that asks for duplicate checking. */
  readonly repeatUnknown: boolean;
}

/** A send that was accepted. */
export interface AcceptedSend {
  readonly receipt: SmsReceipt;
  /** Masks what the gateway said about it. */
  readonly redactor: () => Redactor;
}

/** The send of one checked message. */
export class SendCall implements GatewayCall<AcceptedSend> {
  readonly path = '/SMSApi/send';

  constructor(
    private readonly message: CheckedMessage,
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

  read(answer: GatewayAnswer, redactor: () => Redactor): AcceptedSend {
    const { recipients, segments } = this.message;
    const { refusedCodes } = this.rules;
    const sent = { recipients, segments, refusedCodes, redactor };
    return { receipt: readSendAnswer(answer, sent), redactor };
  }

  redactor(secrets: readonly string[]): Redactor {
    const { text, recipients, fields } = this.message;
    // A caller's own field may hold a name or a code.
    const values = Object.values(fields).filter(({ length }) => length >= SHORTEST_MASKED);
    return createRedactor([...secrets, ...values], text, recipients);
  }
}
