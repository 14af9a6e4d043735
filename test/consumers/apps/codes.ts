// Sends one message to the simulator. As an ES module and as CommonJS, with every TypeScript.
import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';

@Injectable()
export class Codes {
  constructor(private readonly sms: SmsService) {}

  async send(to: string): Promise<readonly string[]> {
    return (await this.sms.send({ to, text: 'Your code is 482913' })).accepted;
  }
}

export async function sendOne(): Promise<object> {
  const gateway = await GatewaySimulator.start({ userId: 'u', password: 'p' });
  const registration = SmsGatewayModule.forRoot({
    baseUrl: gateway.url,
    auth: { method: 'token', userId: 'u', password: 'p', timeZone: 'UTC' },
  });
  @Module({ imports: [registration], providers: [Codes] })
  class AppModule {}
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const accepted = await app.get(Codes).send('+919876543210');
  const inbox = gateway.messages.map(({ text }) => text);
  await app.close();
  await gateway.close();
  return { accepted, inbox };
}
