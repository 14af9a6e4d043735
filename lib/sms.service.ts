import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { SmsReceipt, SmsMessage, SendOptions, SmsSegments } from './message/sms-message.js';
import { estimateSegments } from './message/segments.js';
import type { SmsAccount } from './account/sms-account.js';

/**
 * Sends messages through one account of the gateway. Inject it by its class, or by
 * `@InjectSms(name)` for a named account.
 */
@Injectable()
export class SmsService implements OnApplicationShutdown {
  /** @internal Nest builds it; see `SmsGatewayModule`. */
  constructor(private readonly account: SmsAccount) {}

  /**
   * Sends one text to one or several recipients: one request to the gateway, tried again only while
   * it is sure that nothing was sent.
   *
   * @returns the receipt; `rejected` holds the numbers that the gateway did not take
   * @throws SmsMessageError where the message is wrong, before any request
   * @throws SmsAuthenticationError where the gateway refused the credentials
   * @throws SmsRejectedError where it answered no
   * @throws SmsTransportError where no answer came; its `delivery` tells what is known
   * @throws SmsResponseError where its answer proves neither yes nor no
   */
  async send(message: SmsMessage, options?: SendOptions): Promise<SmsReceipt> {
    return this.account.send(message, options);
  }

  /** How a text would be split into parts. Sends nothing. */
  estimate(text: string): SmsSegments {
    return estimateSegments(text);
  }

  /** Ends what is under way, once the HTTP server takes no more requests. @internal */
  async onApplicationShutdown(): Promise<void> {
    await this.account.close();
  }
}
