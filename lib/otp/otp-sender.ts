import type { ModuleRef } from '@nestjs/core';
import { memberOf } from '../common/members.js';
import { SmsConfigurationError, SmsGatewayError, SmsMessageError } from '../errors/index.js';
import { SafeLogger } from '../events/safe-logger.js';
import type { SmsContent } from '../message/sms-message.js';
import { deliveryOf, factOf } from '../queue/delivery-facts.js';
import { getSmsQueueToken, type SmsQueue } from '../queue/sms-queue.js';
import { getSmsReportsToken, type SmsReports } from '../reports/sms-reports.js';
import { findProvider } from '../sms-gateway.tokens.js';
import type { CheckedOtpOptions } from './check-otp-options.js';
import { findOtpAccount, type OtpAccount } from './otp-account.js';
import { MemoryOtpStore } from '../records/otp-store.js';
import type { SmsOtpDelivery, SmsOtpStarted } from './sms-otp.js';

/** Sends codes through an account or its queue, which exist once the app starts. */
export class OtpSender {
  constructor(
    private readonly account: string,
    private readonly options: CheckedOtpOptions,
    private readonly modules: ModuleRef,
  ) {}

  get service(): OtpAccount {
    return findOtpAccount(this.modules, this.account);
  }

  /** Undefined without the module for reports. */
  get reports(): SmsReports | undefined {
    return findProvider<SmsReports>(this.modules, getSmsReportsToken(this.account));
  }

  private get queue(): SmsQueue | undefined {
    if (!this.options.queue) return undefined;
    const queue = findProvider<SmsQueue>(this.modules, getSmsQueueToken(this.account));
    if (queue) return queue;
    throw this.wrong(`queue is true, but no SmsQueueModule is registered for '${this.account}'`);
  }

  /** @throws SmsConfigurationError if codes could not be sent, or would be readable in the queue */
  check(): void {
    const { account, options, service } = this;
    if (memberOf(this.queue, 'isSealed') === false) {
      throw this.wrong(
        'the queue has no encryptionKeys, so its store would show the codes. Set encryptionKeys',
      );
    }
    try {
      // The text depends on the minutes that are left, so the last minute is checked too.
      for (const left of [options.ttl, 1]) {
        service.readContent(this.contentOf('5729384106'.slice(0, options.length), left));
      }
    } catch (error) {
      if (!(error instanceof SmsMessageError)) throw error;
      throw this.wrong(`the message is refused. ${error.message}`);
    }
    const logger = new SafeLogger('SmsGateway');
    if (!service.limitsCountries()) {
      logger.warn(
        `[${account}] SmsOtpModule sends codes to numbers of every country, because guard.countries is not set. Attackers request codes for expensive numbers: list the countries of your users.`,
      );
    }
    if (options.store instanceof MemoryOtpStore && process.env['NODE_ENV'] === 'production') {
      logger.warn(
        `[${account}] SmsOtpModule keeps challenges in memory: they are lost when this process ends, and other processes do not see them. Use redisOtpStore or postgresOtpStore.`,
      );
    }
  }

  /**
   * Sends a code.
   *
   * @param left how long it is still valid, in ms
   * @param key the key of the message in the queue
   * @returns its outcome, and in `sent` the id that `delivery` takes, if it is known
   * @throws SmsGatewayError if it was definitely not sent
   */
  async send(
    { to, code }: { readonly to: string; readonly code: string },
    left: number,
    key: string,
  ): Promise<{ outcome: SmsOtpStarted['outcome']; sent?: string }> {
    const message = { to, ...this.contentOf(code, left) };
    try {
      if (this.queue) {
        const expiresAfter = Math.max(1000, Math.floor(left));
        const { id } = await this.queue.add(message, { key, expiresAfter, priority: 'high' });
        return { outcome: 'queued', sent: id };
      }
      const { transactionId } = await this.service.send(message, { priority: 'high' });
      return { outcome: 'accepted', sent: transactionId };
    } catch (error) {
      if (!(error instanceof SmsGatewayError) || error.outcome !== 'unknown') throw error;
      return { outcome: 'unknown' };
    }
  }

  /** What reports say about a text. */
  async delivery(sent: string): Promise<SmsOtpDelivery | undefined> {
    const found = this.queue
      ? (await this.queue.deliveries(sent))[0]
      : deliveryOf(((await this.reports?.lookup(sent)) ?? []).map(factOf));
    return found && { state: found.state, code: found.code, cause: found.cause, at: found.at };
  }

  private contentOf(code: string, left: number): SmsContent {
    const { message, webOtp, androidHash } = this.options;
    const minutes = String(Math.max(1, Math.ceil(left / 60_000)));
    const valid = `It is valid for ${minutes} ${minutes === '1' ? 'minute' : 'minutes'}.`;
    const made = message?.({ code, minutes }) ?? `Your code is ${code}. ${valid}`;
    const content = typeof made === 'string' ? { text: made } : made;
    if (typeof content?.text !== 'string' || !content.text.includes(code)) {
      throw this.wrong(
        'message does not return a text that contains the code, or an object with such a text',
      );
    }
    const line = webOtp ? `@${webOtp} #${code}` : androidHash;
    if (line === undefined || content.text.endsWith(`\n${line}`)) return content;
    if (!('dltTemplateId' in content || content.fields?.['dltTemplateId'])) {
      return { ...content, text: `${content.text}\n${line}` };
    }
    const option = webOtp ? 'webOtp' : 'androidHash';
    throw this.wrong(
      `the line of ${option} is not part of the template, so the operator would drop the message. Register the template with this line`,
    );
  }

  private wrong(problem: string): SmsConfigurationError {
    return new SmsConfigurationError(`SmsOtpModule cannot send codes: ${problem}.`, this.account);
  }
}
