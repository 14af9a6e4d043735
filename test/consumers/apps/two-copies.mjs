// One process with both builds: by name it gets one copy; by path it gets two, which still know each
// other's errors, and find each other's accounts.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import * as imported from 'nestjs-sms-gateway';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';

const require = createRequire(import.meta.url);
const required = require('nestjs-sms-gateway');
const root = dirname(require.resolve('nestjs-sms-gateway/package.json'));
const es = await import(pathToFileURL(join(root, 'dist/esm/lib/index.js')).href);
const cjs = require(join(root, 'dist/cjs/lib/index.js'));
const { memoryOtpStore, SmsOtp, SmsOtpModule } = require(
  join(root, 'dist/cjs/lib/extras/otp/index.js'),
);

const gateway = await GatewaySimulator.start({ userId: 'u', password: 'p' });
const account = {
  baseUrl: gateway.url,
  auth: { method: 'token', userId: 'u', password: 'p', timeZone: 'UTC' },
};
class Notifier {
  constructor(sms) {
    this.sms = sms;
  }
}
cjs.InjectSms()(Notifier, undefined, 0);
class AppModule {}
Module({
  imports: [
    es.SmsGatewayModule.forRoot(account),
    es.SmsGatewayModule.forRoot({ ...account, name: 'alerts' }),
    SmsOtpModule.forRoot({ keys: ['a1'.repeat(32)], store: memoryOtpStore() }),
  ],
  providers: [Notifier],
})(AppModule);
const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
const { sms } = app.get(Notifier);
const receipt = await sms.send({ to: '919876543210', text: 'from two copies' });
const error = await sms.send({ to: 'nonsense', text: 'x' }).catch((thrown) => thrown);
await app.get(SmsOtp).start({ to: '919876543210', purpose: 'login' });
console.log(
  JSON.stringify({
    accepted: receipt.accepted,
    oneCopyByName: imported.SmsService === required.SmsService,
    twoCopiesByPath: es.SmsService !== cjs.SmsService,
    injectedByTheOther: sms === app.get(es.SmsService),
    namedByTheOthersToken: app.get(cjs.getSmsServiceToken('alerts')) instanceof es.SmsService,
    sentByTheOthersModule: /^Your code is/.test(gateway.messages.at(-1).text),
    knownByTheOthersClass: error instanceof cjs.SmsMessageError,
    knownByTheOthersBase: error instanceof cjs.SmsGatewayError,
    notAnother: error instanceof cjs.SmsTransportError,
  }),
);
await app.close();
await gateway.close();
