// src/login.controller.ts
import { Body, Controller, HttpCode, Post, UnauthorizedException } from '@nestjs/common';
import { SmsOtp } from 'nestjs-sms-gateway/otp';

@Controller('login')
export class LoginController {
  constructor(private readonly otp: SmsOtp) {}

  /** Sends a code. The id says which code a login is for. */
  @Post('code')
  sendCode(@Body('to') to: string) {
    return this.otp.start({ to, purpose: 'login' });
  }

  /** Sends the same code again. */
  @Post('resend')
  resend(@Body('id') id: string) {
    return this.otp.resend(id);
  }

  @Post()
  @HttpCode(204)
  async logIn(@Body('id') id: string, @Body('code') code: string): Promise<void> {
    const result = await this.otp.verify({ id, code, purpose: 'login' });
    if (!result.ok) throw new UnauthorizedException(result);
    // Make the session here, for the person who has the number result.to.
  }
}
