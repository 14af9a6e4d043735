// An empty CommonJS app: sends one message to the simulator and ends by itself.
require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { HttpService } = require('@nestjs/axios');
const { SmsGatewayModule, SmsService } = require('nestjs-sms-gateway');
const { memoryOtpStore, SmsOtp, SmsOtpModule } = require('nestjs-sms-gateway/otp');
const { SmsReports, SmsReportsModule } = require('nestjs-sms-gateway/reports');
const { GatewaySimulator } = require('nestjs-sms-gateway/simulator');

async function main() {
  const gateway = await GatewaySimulator.start({ userId: 'u', password: 'p' });
  class AppModule {}
  Module({
    imports: [
      SmsGatewayModule.forRoot({
        baseUrl: gateway.url,
        http: new HttpService(),
        auth: { method: 'token', userId: 'u', password: 'p', timeZone: 'UTC' },
      }),
      SmsReportsModule.forRoot({ allowFrom: ['203.0.113.0/24'] }),
      SmsOtpModule.forRoot({ keys: ['a1'.repeat(32)], store: memoryOtpStore() }),
    ],
  })(AppModule);

  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const receipt = await app
    .get(SmsService)
    .send({ to: '919876543210', text: 'from a CommonJS app' });
  const body = { mobile: '919876543210', status: 'DELIVRD' };
  const [report] = await app.get(SmsReports).receive({ body, ip: '203.0.113.7' });
  const inbox = gateway.messages.map(({ text }) => text);
  const otp = app.get(SmsOtp);
  const { id } = await otp.start({ to: '919876543210', purpose: 'login' });
  const code = /\d{6}/.exec(gateway.messages.at(-1).text)[0];
  const verified = await otp.verify({ id, code, purpose: 'login' });
  console.log(JSON.stringify({ receipt, report, inbox, verified }));
  await app.close();
  await gateway.close();
}

main();
