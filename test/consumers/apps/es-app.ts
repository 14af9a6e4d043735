// A new app of ES modules that has Nest and this package, and neither axios nor @nestjs/axios. Sends
// one message to the simulator and ends by itself.
import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule, type SmsReceipt, SmsService } from 'nestjs-sms-gateway';
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
  ],
  providers: [Greeter],
})
class AppModule {}

const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
const receipt = await app.get(Greeter).greet('919876543210');
console.log(JSON.stringify({ receipt, inbox: gateway.messages.map(({ text }) => text) }));
await app.close();
await gateway.close();
