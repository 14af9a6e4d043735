import type { OnModuleInit } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { findAccount } from '../account/find-account.js';
import type { SmsAccount } from '../account/sms-account.js';
import { memberOf } from '../common/members.js';
import { SmsConfigurationError, SmsMessageError } from '../errors/index.js';
import { SafeLogger } from '../events/safe-logger.js';
import { getSmsQueueToken, type SmsQueue } from '../queue/sms-queue.js';
import { getSmsReportsToken, type SmsReports } from '../reports/sms-reports.js';
import { AccountOtp } from './account-otp.js';
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

/** Creates the `SmsOtp` of an account, and checks once all providers exist that it can work. */
export class OtpSetup implements OnModuleInit {
  readonly otp: AccountOtp;
  private account: OtpAccount | undefined;

  constructor(
    private readonly name: string,
    private readonly options: CheckedOtpOptions,
    private readonly modules: ModuleRef,
  ) {
    this.otp = new AccountOtp({
      account: name,
      options,
      service: () => this.service,
      queue: options.queue ? () => this.queue : undefined,
      reports: () => this.reports,
      onLow: (share) => this.service.reportOtpLow(share),
    });
  }

  /** @throws SmsConfigurationError naming what is missing or wrong */
  onModuleInit(): void {
    const { length, queue, store, ttl } = this.options;
    const logger = new SafeLogger('SmsGateway');
    const code = '5729384106'.slice(0, length);
    // The text of a resend in the last minute may be another one.
    for (const validFor of [ttl, 1]) this.checkText(code, validFor);
    if (queue && memberOf(this.queue, 'isSealed') === false) {
      throw this.wrong(
        'the queue has no encryptionKeys, so codes would be readable in its store. Set them',
      );
    }
    if (!this.service.limitsCountries()) {
      logger.warn(
        `[${this.name}] SmsOtpModule sends codes to numbers of every country, as guard.countries is not set. Attackers start codes to expensive numbers: list the countries of your users.`,
      );
    }
    if (store instanceof MemoryOtpStore && process.env['NODE_ENV'] === 'production') {
      logger.warn(
        `[${this.name}] SmsOtpModule keeps challenges in memory: they are lost when this process ends, and other processes do not see them. Use redisOtpStore or postgresOtpStore.`,
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

  private get service(): OtpAccount {
    return (this.account ??= findAccount(
      this.modules,
      this.name,
      METHODS,
      'SmsOtpModule',
      'SmsOtp',
    ));
  }

  private get queue(): SmsQueue {
    try {
      return this.modules.get<SmsQueue>(getSmsQueueToken(this.name), { strict: false });
    } catch {
      throw this.wrong(`queue is true, but no SmsQueueModule is registered for '${this.name}'`);
    }
  }

  private get reports(): SmsReports | undefined {
    try {
      return this.modules.get<SmsReports>(getSmsReportsToken(this.name), { strict: false });
    } catch {
      return undefined;
    }
  }

  private wrong(problem: string): SmsConfigurationError {
    return new SmsConfigurationError(`SmsOtpModule cannot start: ${problem}.`, this.name);
  }
}
