// An empty ES-module app: sends one message to the simulator and ends by itself.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';

const gateway = await GatewaySimulator.start({ userId: 'u', password: 'p' });
class AppModule {}
Module({
  imports: [
    SmsGatewayModule.forRoot({
      baseUrl: gateway.url,
      auth: { method: 'token', userId: 'u', password: 'p', timeZone: 'UTC' },
    }),
  ],
})(AppModule);

const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
const receipt = await app.get(SmsService).send({ to: '919876543210', text: 'from an ES app' });
console.log(JSON.stringify({ receipt, inbox: gateway.messages.map(({ text }) => text) }));
await app.close();
await gateway.close();
