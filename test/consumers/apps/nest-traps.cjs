// Whether a filter that the app creates itself answers, and what an app that is put together wrongly is told.
require('reflect-metadata');
const { Controller, Get, Module, UseFilters } = require('@nestjs/common');
const { LazyModuleLoader, NestFactory } = require('@nestjs/core');
const { ExpressAdapter } = require('@nestjs/platform-express');
const { FastifyAdapter } = require('@nestjs/platform-fastify');
const {
  SmsExceptionFilter,
  SmsGatewayModule,
  SmsService,
  SmsTransportError,
} = require('nestjs-sms-gateway');
const { memoryOtpStore, SmsOtpModule } = require('nestjs-sms-gateway/otp');

const BUSY = new SmsTransportError('throttled', 'x', { outcome: 'not-sent', retryAfter: 1500 });
const LOCAL = {
  baseUrl: 'http://127.0.0.1:9',
  auth: { method: 'apiKey', userId: 'u', apiKey: 'k' },
};
const QUIET = { logger: false, abortOnError: false };

class Busy {
  fail() {
    throw BUSY;
  }
}
Get()(Busy.prototype, 'fail', Object.getOwnPropertyDescriptor(Busy.prototype, 'fail'));
Controller()(Busy);
class Filtered extends Busy {}
Controller('filtered')(Filtered);
UseFilters(new SmsExceptionFilter())(Filtered);

function moduleOf(metadata) {
  class AppModule {}
  Module(metadata)(AppModule);
  return AppModule;
}

async function answers(adapter) {
  const app = await NestFactory.create(moduleOf({ controllers: [Busy, Filtered] }), adapter, QUIET);
  app.useGlobalFilters(new SmsExceptionFilter());
  await app.listen(0, '127.0.0.1');
  const found = [];
  for (const path of ['/', '/filtered']) {
    const response = await fetch((await app.getUrl()) + path);
    const { outcome } = await response.json();
    found.push([response.status, response.headers.get('retry-after'), outcome]);
  }
  await app.close();
  return found;
}

const started = (metadata) => NestFactory.createApplicationContext(moduleOf(metadata), QUIET);
const problemOf = (failing) =>
  failing.then(
    () => 'none',
    (error) => error.message,
  );

async function main() {
  const express = await answers(new ExpressAdapter());
  const fastify = await answers(new FastifyAdapter());
  const provided = await problemOf(started({ providers: [SmsService] }));

  const app = await started({});
  const load = () => moduleOf({ imports: [SmsGatewayModule.forRoot(LOCAL)] });
  const lazy = await problemOf(app.get(LazyModuleLoader).load(load));
  await app.close();

  const Tenant = class {};
  const imports = [
    SmsGatewayModule.forRootAsync({
      imports: [
        {
          module: moduleOf({}),
          providers: [{ provide: Tenant, useFactory: () => ({}), scope: 2, durable: true }],
          exports: [Tenant],
        },
      ],
      inject: [Tenant],
      useFactory: () => LOCAL,
    }),
    SmsOtpModule.forRoot({ keys: ['a1'.repeat(32)], store: memoryOtpStore() }),
  ];
  const durable = await problemOf(started({ imports }));
  console.log(JSON.stringify({ express, fastify, provided, lazy, durable }));
}

main();
