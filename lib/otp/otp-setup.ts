import type { ModuleRef } from '@nestjs/core';
import { findAccount } from '../account/find-account.js';
import type { SmsAccount } from '../account/sms-account.js';
import { memberOf } from '../common/members.js';
import { SmsConfigurationError, SmsMessageError } from '../errors/index.js';
import { SafeLogger } from '../events/safe-logger.js';
import { getSmsQueueToken, type SmsQueue } from '../queue/sms-queue.js';
import { getSmsReportsToken, type SmsReports } from '../reports/sms-reports.js';
import type { OtpParts } from './account-otp.js';
import type { CheckedOtpOptions } from './check-otp-options.js';
import { MemoryOtpStore } from './otp-store.js';
import { otpContent, problemOfText } from './otp-text.js';

const METHODS = [
  'send',
  'readRecipient',
  'readContent',
  'reportOtpLow',
  'limitsCountries',
] as const;

type OtpAccount = Pick<SmsAccount, (typeof METHODS)[number]>;

/** What the one-time passwords of an account work with, found once all providers exist. */
export class OtpSetup implements OtpParts {
  private found: OtpAccount | undefined;

  constructor(
    readonly account: string,
    readonly options: CheckedOtpOptions,
    private readonly modules: ModuleRef,
  ) {}

  /** @throws SmsConfigurationError naming what is missing or wrong */
  check(): void {
    const { length, store, ttl } = this.options;
    const logger = new SafeLogger('SmsGateway');
    const code = '5729384106'.slice(0, length);
    // The text of a resend in the last minute may be another one.
    for (const validFor of [ttl, 1]) this.checkText(code, validFor);
    if (memberOf(this.queue, 'isSealed') === false) {
      throw this.wrong(
        'the queue has no encryptionKeys, so codes would be readable in its store. Set them',
      );
    }
    if (!this.service.limitsCountries()) {
      logger.warn(
        `[${this.account}] SmsOtpModule sends codes to numbers of every country, as guard.countries is not set. Attackers start codes to expensive numbers: list the countries of your users.`,
      );
    }
    if (store instanceof MemoryOtpStore && process.env['NODE_ENV'] === 'production') {
      logger.warn(
        `[${this.account}] SmsOtpModule keeps challenges in memory: they are lost when this process ends, and other processes do not see them. Use redisOtpStore or postgresOtpStore.`,
      );
    }
  }

  private checkText(code: string, validFor: number): void {
    const problem = problemOfText(this.options, code, validFor);
    if (problem !== undefined) throw this.wrong(problem);
    try {
      this.service.readContent(otpContent(this.options, code, validFor));
    } catch (error) {
      if (!(error instanceof SmsMessageError)) throw error;
      throw this.wrong(`its message cannot be sent. ${error.message}`);
    }
  }

  get service(): OtpAccount {
    return (this.found ??= findAccount(
      this.modules,
      this.account,
      METHODS,
      'SmsOtpModule',
      'SmsOtp',
    ));
  }

  get queue(): SmsQueue | undefined {
    if (!this.options.queue) return undefined;
    try {
      return this.modules.get<SmsQueue>(getSmsQueueToken(this.account), { strict: false });
    } catch {
      throw this.wrong(`queue is true, but no SmsQueueModule is registered for '${this.account}'`);
    }
  }

  get reports(): SmsReports | undefined {
    try {
      return this.modules.get<SmsReports>(getSmsReportsToken(this.account), { strict: false });
    } catch {
      return undefined;
    }
  }

  onLow(share: number): void {
    this.service.reportOtpLow(share);
  }

  private wrong(problem: string): SmsConfigurationError {
    return new SmsConfigurationError(`SmsOtpModule cannot start: ${problem}.`, this.account);
  }
}
