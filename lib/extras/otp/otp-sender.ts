import type { ModuleRef } from '@nestjs/core';
import { checkingAccount, isAccount } from '../../core/account/account-brand.js';
import type { SmsAccount } from '../../core/account/sms-account.js';
import { memberOf } from '../../core/common/members.js';
import type { ReadRecipient } from '../../core/message/checked-message.js';
import { createRecipientReader } from '../../core/message/recipient-reader.js';
import { findAccount } from '../../nest/find-account.js';
import {
  SmsConfigurationError,
  SmsGatewayError,
  SmsMessageError,
} from '../../core/errors/index.js';
import { SafeLogger } from '../../core/logging/safe-logger.js';
import type { SmsContent, SmsMessage } from '../../core/message/sms-message.js';
import type { CheckedOtpOptions } from './check-otp-options.js';
import { MemoryOtpStore } from '../records/record-store.js';
import type { SmsOtpStarted } from './sms-otp.js';

/** What sends codes. */
type Sends = Pick<SmsAccount, 'send'>;
/** What checks codes and numbers. */
type Checks = Pick<
  SmsAccount,
  'readRecipient' | 'readContent' | 'checkMessage' | 'limitsCountries'
>;

/** Sends codes through an account, which exists once the app starts. */
export class OtpSender {
  constructor(
    private readonly account: string,
    private readonly options: Pick<
      CheckedOtpOptions,
      'androidHash' | 'length' | 'message' | 'store' | 'ttl' | 'webOtp'
    >,
    private readonly modules: ModuleRef,
  ) {}

  /** Reads numbers by the options of the account, or by the default ones if a test replaced it with a fake. */
  get readRecipient(): ReadRecipient {
    return this.checks?.readRecipient ?? createRecipientReader({ numbers: 'strict' });
  }

  /** Undefined for a fake, which can only send. */
  private get checks(): Checks | undefined {
    return checkingAccount<Checks>(this.service);
  }

  /** @throws SmsConfigurationError if there is no such account, or it cannot send */
  private get service(): Sends {
    return findAccount<Sends>(this.modules, this.account, ['send'], 'SmsOtpModule', () => true);
  }

  /** @throws SmsConfigurationError if codes could not be sent */
  check(): void {
    const { account, checks, options, service } = this;
    try {
      // The text depends on the minutes that are left, so the last minute is checked too.
      for (const timeLeft of [options.ttl, 1]) {
        const content = this.contentOf('5729384106'.slice(0, options.length), timeLeft);
        checks?.readContent(content);
        if (options.androidHash && Buffer.byteLength(content.text) > 140) {
          throw this.wrong(
            'the message with androidHash has over 140 bytes in UTF-8, so Android may not give it to the app. Shorten it',
          );
        }
      }
    } catch (error) {
      if (!(error instanceof SmsMessageError)) throw error;
      throw this.wrong(`the message is refused. ${error.message}`);
    }
    const logger = new SafeLogger('SmsGateway');
    if (isAccount<Checks>(service) && !service.limitsCountries()) {
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
   * The message with a code.
   *
   * @param timeLeft how long the code is still valid, in ms
   */
  messageOf({ to, code }: { readonly to: string; readonly code: string }, timeLeft: number) {
    return { to, ...this.contentOf(code, timeLeft) };
  }

  /** @throws SmsGatewayError if the account would refuse this message, for example because of its country */
  async refuse(message: SmsMessage): Promise<void> {
    try {
      this.checks?.checkMessage(message);
    } catch (error) {
      // The account refuses it in the same way, and publishes that.
      await this.send(message);
      throw error;
    }
  }

  /** @throws SmsGatewayError if it was definitely not sent */
  async send(message: SmsMessage): Promise<Pick<SmsOtpStarted, 'outcome' | 'transactionId'>> {
    try {
      // A fake may return nothing.
      const id = memberOf(await this.service.send(message, { priority: 'high' }), 'transactionId');
      return { outcome: 'accepted', ...(typeof id === 'string' && { transactionId: id }) };
    } catch (error) {
      if (!(error instanceof SmsGatewayError) || error.outcome !== 'unknown') throw error;
      return { outcome: 'unknown' };
    }
  }

  private contentOf(code: string, timeLeft: number): SmsContent {
    const { message, webOtp, androidHash } = this.options;
    const minutes = String(Math.max(1, Math.ceil(timeLeft / 60_000)));
    const valid = `It is valid for ${minutes} ${minutes === '1' ? 'minute' : 'minutes'}.`;
    const contentOrText = message?.({ code, minutes }) ?? `Your code is ${code}. ${valid}`;
    const content = typeof contentOrText === 'string' ? { text: contentOrText } : contentOrText;
    if (typeof content?.text !== 'string' || !content.text.includes(code)) {
      throw this.wrong(
        'message does not return a text that contains the code, or an object with such a text',
      );
    }
    const line = webOtp ? `@${webOtp} #${code}` : androidHash;
    if (line === undefined || content.text.endsWith(`\n${line}`)) return content;
    if (!('dltTemplateId' in content)) {
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
