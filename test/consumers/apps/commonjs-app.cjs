// An empty CommonJS app: sends one message to the simulator and ends by itself.
require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { HttpService } = require('@nestjs/axios');
const { SmsGatewayModule, SmsService } = require('nestjs-sms-gateway');
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
    ],
  })(AppModule);

  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const receipt = await app
    .get(SmsService)
    .send({ to: '919876543210', text: 'from a CommonJS app' });
  console.log(JSON.stringify({ receipt, inbox: gateway.messages.map(({ text }) => text) }));
  await app.close();
  await gateway.close();
}

main();
