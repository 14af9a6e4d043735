import type { ModuleRef } from '@nestjs/core';
import { findAccount } from '../account/find-account.js';
import { memberOf } from '../common/members.js';
import { SmsConfigurationError, SmsGatewayError, SmsMessageError } from '../errors/index.js';
import { SafeLogger } from '../events/safe-logger.js';
import { deliveryOf, factOf } from '../queue/delivery-facts.js';
import { getSmsQueueToken, type SmsQueue } from '../queue/sms-queue.js';
import { getSmsReportsToken, type SmsReports } from '../reports/sms-reports.js';
import { findProvider } from '../sms-gateway.tokens.js';
import type { CheckedOtpOptions } from './check-otp-options.js';
import { MemoryOtpStore } from './otp-store.js';
import { otpContent } from './otp-text.js';
import type { SmsOtpStarted } from './sms-otp.js';

const NEEDED = ['send', 'readRecipient', 'readContent', 'reportOtpLow', 'limitsCountries'] as const;

/** What codes are sent with: an account, its queue and its reports. They exist once the app starts. */
export class OtpParts {
  constructor(
    private readonly modules: ModuleRef,
    private readonly account: string,
    private readonly options: CheckedOtpOptions,
  ) {}

  get service() {
    return findAccount(this.modules, this.account, NEEDED, 'SmsOtpModule', 'SmsOtp');
  }

  /** Undefined without the module for reports. */
  get reports(): SmsReports | undefined {
    return findProvider<SmsReports>(this.modules, getSmsReportsToken(this.account));
  }

  /** Undefined where codes are sent without a queue. */
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
      throw this.wrong('codes would be readable in the store of the queue. Set its encryptionKeys');
    }
    // The text of a resend in the last minute may be another one.
    for (const left of [options.ttl, 1]) {
      try {
        service.readContent(otpContent(options, '5729384106'.slice(0, options.length), left));
      } catch (error) {
        if (!(error instanceof SmsMessageError)) throw error;
        throw this.wrong(`its message cannot be sent. ${error.message}`);
      }
    }
    const logger = new SafeLogger('SmsGateway');
    if (!service.limitsCountries()) {
      logger.warn(
        `[${account}] SmsOtpModule sends codes to numbers of every country, as guard.countries is not set. Attackers start codes to expensive numbers: list the countries of your users.`,
      );
    }
    if (options.store instanceof MemoryOtpStore && process.env['NODE_ENV'] === 'production') {
      logger.warn(
        `[${account}] SmsOtpModule keeps challenges in memory: they are lost when this process ends, and other processes do not see them. Use redisOtpStore or postgresOtpStore.`,
      );
    }
  }

  /**
   * Sends a code that is valid for `left` ms more.
   *
   * @param key names the text in the queue, so that it is added once
   * @returns also what reports know the text by
   * @throws SmsGatewayError if it was definitely not sent
   */
  async send(
    to: string,
    code: string,
    left: number,
    key: string,
  ): Promise<{ outcome: SmsOtpStarted['outcome']; sent?: string }> {
    const message = { to, ...otpContent(this.options, code, left) };
    try {
      if (this.queue) {
        const expiresAfter = Math.max(1000, Math.floor(left));
        const { id } = await this.queue.add(message, { key, expiresAfter, priority: 'high' });
        return { outcome: 'queued', sent: id };
      }
      const { transactionId } = await this.service.send(message, { priority: 'high' });
      return { outcome: 'accepted', sent: transactionId };
    } catch (error) {
      const isUnknown = error instanceof SmsGatewayError && error.outcome === 'unknown';
      if (isUnknown) return { outcome: 'unknown' };
      throw error;
    }
  }

  /** What reports say of a text. */
  async delivery(sent: string) {
    if (this.queue) return (await this.queue.deliveries(sent))[0];
    return deliveryOf(((await this.reports?.lookup(sent)) ?? []).map(factOf));
  }

  private wrong(problem: string): SmsConfigurationError {
    return new SmsConfigurationError(`SmsOtpModule cannot start: ${problem}.`, this.account);
  }
}
