// SmsService.send of the built package in a Nest application context: token flow, all checks on.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';
import { CREDENTIALS, messageOf, POOL } from './shared.mjs';

export async function open(url) {
  class App {}
  Module({
    imports: [
      SmsGatewayModule.forRoot({
        baseUrl: url,
        maxConnections: POOL,
        defaults: { senderId: 'MYSHOP', dltEntityId: '1101234567890123456' },
        auth: { method: 'token', ...CREDENTIALS, timeZone: 'UTC' },
      }),
    ],
  })(App);
  const app = await NestFactory.createApplicationContext(App, { logger: false });
  const sms = app.get(SmsService);
  return {
    send: async (index) => {
      const { transactionId } = await sms.send(messageOf(index));
      if (!transactionId) throw new Error('not accepted');
    },
    close: () => app.close(),
  };
}
