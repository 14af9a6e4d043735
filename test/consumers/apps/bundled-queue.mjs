// An app that adds to a queue, in one file. It prints what became of the message, or why it does not start.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule } from 'nestjs-sms-gateway';
import { SmsQueue, SmsQueueModule } from 'nestjs-sms-gateway/queue';

class AppModule {}
const module = {
  module: AppModule,
  imports: [
    SmsGatewayModule.forRoot({
      baseUrl: 'http://127.0.0.1:9',
      auth: { method: 'password', userId: 'u', password: 'p' },
    }),
    SmsQueueModule.forRoot({ connection: process.argv[2], worker: false }),
  ],
};

async function start() {
  const app = await NestFactory.createApplicationContext(module, {
    logger: false,
    abortOnError: false,
  });
  return app.get(SmsQueue).add({ to: '+919876543210', text: 'hello' });
}

start()
  .then(JSON.stringify, String)
  .then((end) => process.stdout.write(end, () => process.exit()));
