// A new app of ES modules that has Nest and this package, and neither axios nor @nestjs/axios. Sends
// one message to the simulator and ends by itself.
import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule, type SmsReceipt, SmsService } from 'nestjs-sms-gateway';
import { memoryOtpStore, SmsOtp, SmsOtpModule } from 'nestjs-sms-gateway/otp';
import { SmsReports, SmsReportsModule } from 'nestjs-sms-gateway/reports';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';

const gateway = await GatewaySimulator.start({ userId: 'u', password: 'p' });

@Injectable()
class Greeter {
  constructor(private readonly sms: SmsService) {}

  greet(to: string): Promise<SmsReceipt> {
    return this.sms.send({ to, text: 'from an ES app' });
  }
}

@Module({
  imports: [
    SmsGatewayModule.forRoot({
      baseUrl: gateway.url,
      auth: { method: 'token', userId: 'u', password: 'p', timeZone: 'UTC' },
    }),
    SmsReportsModule.forRoot({ allowFrom: ['203.0.113.0/24'] }),
    SmsOtpModule.forRoot({ keys: ['a1'.repeat(32)], store: memoryOtpStore() }),
  ],
  providers: [Greeter],
})
class AppModule {}

const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
const receipt = await app.get(Greeter).greet('919876543210');
const body = { mobile: '919876543210', status: 'DELIVRD' };
const [report] = await app.get(SmsReports).receive({ body, ip: '203.0.113.7' });
const inbox = gateway.messages.map(({ text }) => text);
const otp = app.get(SmsOtp);
const { id } = await otp.start({ to: '919876543210', purpose: 'login' });
const code = /\d{6}/.exec(gateway.messages.at(-1)?.text ?? '')?.[0] ?? '';
const verified = await otp.verify({ id, code, purpose: 'login' });
console.log(JSON.stringify({ receipt, report, inbox, verified }));
await app.close();
await gateway.close();
