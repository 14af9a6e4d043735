import { Body, Controller, Get, Header, HttpCode, Inject, Post } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { ApiExcludeController } from '@nestjs/swagger';
import { IsNotEmpty, IsString } from 'class-validator';
import {
  InjectSmsOtp,
  type SmsOtp,
  type SmsOtpResult,
  type SmsOtpStarted,
} from 'nestjs-sms-gateway/otp';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import type { AppConfigService } from '../settings.js';
import { SIMULATOR } from '../simulator.js';
import { LOGIN_POLICY, loginPage } from './login-page.js';

const purpose = 'login';

/** The body that asks for a code. */
export class StartDto {
  @IsString()
  @IsNotEmpty()
  to!: string;
}

/** The body that asks for the code again. */
export class ResendDto {
  @IsString()
  id!: string;
}

/** The body with a code. */
export class CodeDto extends ResendDto {
  @IsString()
  code!: string;
}

/** What the page is told. It gets a wait and no time of day, because the clock of a phone may be wrong. */
interface SentCode extends Pick<SmsOtpStarted, 'id' | 'outcome'> {
  /** How long until the code can be sent again, in ms. */
  readonly resendIn: number;
}

function sentCode({ id, outcome, resendAt }: SmsOtpStarted): SentCode {
  return { id, outcome, resendIn: resendAt - Date.now() };
}

/** A login by text message. A real app makes a session where the code is right. */
@ApiExcludeController()
@Controller('login')
export class LoginController {
  constructor(
    @InjectSmsOtp('login') private readonly otp: SmsOtp,
    @Inject(ConfigService) private readonly config: AppConfigService,
    @Inject(SIMULATOR) private readonly simulator: GatewaySimulator | null,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', LOGIN_POLICY)
  page(): string {
    const { SMS_LOGIN_COUNTRIES } = this.config.get('settings', { infer: true });
    return loginPage(SMS_LOGIN_COUNTRIES, this.simulator?.origin);
  }

  @Post('start')
  @HttpCode(200)
  async start(@Body() { to }: StartDto): Promise<SentCode> {
    return sentCode(await this.otp.start({ to, purpose }));
  }

  @Post('resend')
  @HttpCode(200)
  async resend(@Body() { id }: ResendDto): Promise<SentCode> {
    return sentCode(await this.otp.resend(id));
  }

  @Post('verify')
  @HttpCode(200)
  verify(@Body() { id, code }: CodeDto): Promise<SmsOtpResult> {
    return this.otp.verify({ id, code, purpose });
  }
}
