import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type {
  SendOptions,
  SmsContent,
  SmsMessage,
  SmsReceipt,
  SmsSegments,
} from './message/sms-message.js';
import { estimateSegments } from './message/segments.js';
import { broadcast } from './run/broadcast.js';
import { sendMany } from './run/send-many.js';
import type { BroadcastOptions, SendManyOptions, SmsRun } from './run/sms-run.js';
import type { SmsAccount } from './account/sms-account.js';

/**
 * Sends messages through one account of the gateway. Inject it by its class, or by
 * `@InjectSms(name)` for a named account.
 */
@Injectable()
export class SmsService implements OnApplicationShutdown {
  /**
   * Nest builds it; see `SmsGatewayModule`.
   *
   * @param together all accounts of the app
   * @internal
   */
  constructor(
    private readonly account: SmsAccount,
    private readonly together: Iterable<SmsAccount> = [],
  ) {}

  /**
   * Sends one text to one or several recipients: one request to the gateway, tried again only while
   * it is sure that nothing was sent.
   *
   * @returns the receipt; `rejected` holds the numbers that the gateway did not take
   * @throws SmsMessageError where the message is wrong, before any request
   * @throws SmsAuthenticationError where the gateway refused the credentials
   * @throws SmsRejectedError where it answered no
   * @throws SmsTransportError where no answer came; its `outcome` tells what is known
   * @throws SmsResponseError where its answer proves neither yes nor no
   */
  send(message: SmsMessage, options?: SendOptions): Promise<SmsReceipt> {
    return this.account.send(message, options);
  }

  /**
   * Sends many messages, so many at once, from an array or any other iterable, which is pulled only
   * as fast as it is sent. One failure never stops the rest.
   *
   * @returns the run: loop over its outcomes with `for await`, or call `finish()` for the tally.
   * Nothing is sent before either. Wrong options or a source that is no list throw there.
   */
  sendMany(
    messages: Iterable<SmsMessage> | AsyncIterable<SmsMessage>,
    options?: SendManyOptions,
  ): SmsRun {
    return sendMany(this.account, messages, options);
  }

  /**
   * Sends one text to many recipients, so many numbers in one send. A number that can't be one
   * becomes an outcome of its own, `not-sent`; duplicates go once within a send.
   *
   * @param message the message without `to`
   * @param recipients numbers from an array or any other iterable, pulled only as fast as they are
   * sent
   * @returns the run, as {@link sendMany} has it, with one outcome for each send
   */
  broadcast(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options?: BroadcastOptions,
  ): SmsRun {
    return broadcast(this.account, message, recipients, options);
  }

  /** How a text would be split into parts. Sends nothing. */
  estimate(text: string): SmsSegments {
    return estimateSegments(text);
  }

  /** Ends what is under way, once the HTTP server takes no more requests. @internal */
  async onApplicationShutdown(): Promise<void> {
    // Nest ends one module after the other. Accounts that waited for each other's sends would go on
    // taking new ones, and take as many times as long.
    for (const account of this.together) account.close().catch(() => undefined);
    await this.account.close();
  }
}
