// Gives the option `http` in an app that has not installed axios.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';

let requests = 0;
const request = () => {
  requests += 1;
  return Promise.resolve({});
};

class AppModule {}
Module({
  imports: [
    SmsGatewayModule.forRoot({
      baseUrl: 'http://127.0.0.1:1',
      auth: { method: 'password', userId: 'u', password: 'p' },
      http: { axiosRef: { request, defaults: {} } },
    }),
  ],
})(AppModule);

const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
await app
  .get(SmsService)
  .send({ to: '+919876543210', text: 'x' })
  .catch(() => undefined);
await app.close();
console.log(JSON.stringify({ requests }));
