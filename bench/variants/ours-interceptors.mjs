// The same through a user's own HttpService with one interceptor each way.
import 'reflect-metadata';
import { HttpService } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import axios from 'axios';
import { SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';
import { CREDENTIALS, messageOf, POOL } from './shared.mjs';

export async function open(url) {
  const http = new HttpService(axios.create());
  http.axiosRef.interceptors.request.use((config) => config);
  http.axiosRef.interceptors.response.use((response) => response);
  class App {}
  Module({
    imports: [
      SmsGatewayModule.forRoot({
        baseUrl: url,
        http,
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
