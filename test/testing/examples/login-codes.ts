import { randomInt } from 'node:crypto';
import {
  Body,
  Controller,
  HttpCode,
  Injectable,
  Module,
  Post,
  UnauthorizedException,
  UseFilters,
} from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { SmsExceptionFilter, SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';

@Injectable()
export class LoginCodes {
  private readonly codes = new Map<string, string>();

  constructor(private readonly sms: SmsService) {}

  async send(to: string): Promise<void> {
    const code = String(randomInt(100_000, 1_000_000));
    await this.sms.send({ to, text: `Your code is ${code}` }, { priority: 'high' });
    this.codes.set(to, code);
  }

  take(to: string, code: string): boolean {
    return this.codes.get(to) === code && this.codes.delete(to);
  }
}

@Controller('login')
@UseFilters(SmsExceptionFilter)
export class LoginController {
  constructor(private readonly codes: LoginCodes) {}

  @Post('code')
  @HttpCode(202)
  async sendCode(@Body('to') to: string): Promise<void> {
    await this.codes.send(to);
  }

  @Post()
  @HttpCode(204)
  login(@Body('to') to: string, @Body('code') code: string): void {
    if (!this.codes.take(to, code)) throw new UnauthorizedException();
  }
}

@Module({ providers: [LoginCodes], controllers: [LoginController], exports: [LoginCodes] })
export class LoginModule {}

@Module({
  imports: [
    SmsGatewayModule.forRootAsync({
      isGlobal: true,
      imports: [ConfigModule.forRoot()],
      inject: [ConfigService],
      useFactory: (config: ConfigService) => ({
        baseUrl: config.getOrThrow<string>('SMS_BASE_URL'),
        auth: {
          method: 'token',
          userId: config.getOrThrow<string>('SMS_USER_ID'),
          password: config.getOrThrow<string>('SMS_PASSWORD'),
        },
        defaults: { senderId: 'MYSHOP' },
      }),
    }),
    LoginModule,
  ],
})
export class AppModule {}
