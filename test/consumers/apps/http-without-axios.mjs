// Gives the option `http` in an app that has not installed axios.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule } from 'nestjs-sms-gateway';

class AppModule {}
Module({
  imports: [
    SmsGatewayModule.forRoot({
      baseUrl: 'http://127.0.0.1:1',
      auth: { method: 'password', userId: 'u', password: 'p' },
      http: { axiosRef: { request: () => Promise.resolve({}), defaults: {} } },
    }),
  ],
})(AppModule);

const options = { logger: false, abortOnError: false };
const error = await NestFactory.createApplicationContext(AppModule, options).catch((e) => e);
console.log(JSON.stringify({ name: error.name, message: error.message }));
