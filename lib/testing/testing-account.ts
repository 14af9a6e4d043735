import { SmsAccount } from '../account/sms-account.js';
import { SmsGatewayError, type SmsMessageError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SendOptions, SmsReceipt } from '../message/sms-message.js';
import { readSendAnswer } from '../protocol/send-answer.js';
import { createRedactor } from '../redaction/redactor.js';
import { GatewayTransport } from '../transport/gateway-transport.js';
import { RetryPolicy } from '../transport/retry-policy.js';
import { endedError } from '../transport/send-scope.js';
import { MemoryGateway } from './memory-gateway.js';
import { Outbox } from './outbox.js';
import { REFUSED_CODES } from './planned-failure.js';
import {
  checkTestingOptions,
  NO_CREDENTIALS,
  type SmsTestingOptions,
} from './sms-testing.options.js';

/**
 * A real account that checks messages as ever and asks a gateway in memory: an answer is read as
 * one from the wire is, so that receipts and errors are the real ones. It goes on after an app has
 * closed it, as a test may give one to several apps in turn.
 */
export class TestingAccount extends SmsAccount {
  readonly gateway = new MemoryGateway();
  readonly outbox = new Outbox();

  constructor(given: SmsTestingOptions) {
    const options = checkTestingOptions(given);
    // The transport opens nothing before its first exchange, which never comes.
    super(options, NO_CREDENTIALS, new GatewayTransport(options), new RetryPolicy(options.retry));
  }

  override get closed(): boolean {
    return false;
  }

  override refuse(error: SmsMessageError): Promise<never> {
    this.outbox.noteWrong(error);
    return super.refuse(error);
  }

  override async sendChecked(message: CheckedMessage, options: SendOptions): Promise<SmsReceipt> {
    if (options.signal?.aborted) throw endedError('aborted', 'not-sent');
    const { recipients, segments, text } = message;
    const record = this.outbox.record(message, options);
    try {
      const receipt = readSendAnswer(this.gateway.answer(recipients), {
        recipients,
        segments,
        refusedCodes: REFUSED_CODES,
        failureWords: this.options.failureWords,
        redactor: () => createRedactor({ secrets: [], text, recipients }),
      });
      this.outbox.accept(record, receipt);
      return receipt;
    } catch (error) {
      if (error instanceof SmsGatewayError) this.outbox.fail(record, error);
      throw error;
    }
  }
}
