// An app with a queue in PostgreSQL that lacks the package `pg`.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule } from 'nestjs-sms-gateway';
import { SmsQueueModule } from 'nestjs-sms-gateway/queue';

class AppModule {}
const module = {
  module: AppModule,
  imports: [
    SmsGatewayModule.forRoot({
      baseUrl: 'http://127.0.0.1:9',
      auth: { method: 'password', userId: 'u', password: 'p' },
    }),
    SmsQueueModule.forRoot({ connection: 'postgres://user:secret@127.0.0.1:9/app' }),
  ],
};
try {
  await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
} catch (error) {
  console.log(JSON.stringify({ name: error.name, message: error.message }));
}
