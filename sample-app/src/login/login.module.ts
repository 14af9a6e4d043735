import { Module } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { SmsOtpModule } from 'nestjs-sms-gateway/otp';
import { LoginController } from './login.controller.js';
import { otpOptions } from './otp.options.js';

@Module({
  imports: [SmsOtpModule.forRootAsync({ inject: [ConfigService], useFactory: otpOptions })],
  controllers: [LoginController],
})
export class LoginModule {}
