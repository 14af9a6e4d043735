// An app that had BullMQ 5, csv-parse 5, axios 1.13 and undici 8 before it got this package. It prints what works.
import 'reflect-metadata';
import { type LoggerService, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import axios from 'axios';
import { Queue } from 'bullmq';
import * as bullmq from 'bullmq6';
import { getSmsServiceToken, SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';
import { bullQueueOf, SmsQueue, SmsQueueModule } from 'nestjs-sms-gateway/queue';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { readTemplates } from 'nestjs-sms-gateway/templates';
import { Agent } from 'undici';

const warnings: string[] = [];
const logger: LoggerService = {
  log: () => undefined,
  warn: (line: unknown) => void warnings.push(String(line)),
  error: (line: unknown) => void warnings.push(String(line)),
};

async function main(store: string): Promise<object> {
  const gateway = await GatewaySimulator.start();
  const account = {
    baseUrl: gateway.url,
    auth: { method: 'token', userId: 'demo', password: 'demo-password', timeZone: 'UTC' },
  } as const;
  const newer = new Agent();

  @Module({
    imports: [
      SmsGatewayModule.forRoot({ ...account, dispatcher: (undici) => new undici.Agent() }),
      SmsGatewayModule.forRoot({ ...account, name: 'axios', http: { axiosRef: axios.create() } }),
      SmsGatewayModule.forRoot({ ...account, name: 'newer', dispatcher: newer }),
      SmsQueueModule.forRoot({ connection: store, bullmq, encryptionKeys: ['a1'.repeat(32)] }),
    ],
  })
  class AppModule {}

  const app = await NestFactory.createApplicationContext(AppModule, { logger });
  const to = '+919876543210';
  const sent = [];
  for (const name of ['default', 'axios', 'newer']) {
    const sms = app.get<SmsService>(getSmsServiceToken(name));
    sent.push(...(await sms.send({ to, text: `from ${name}` })).accepted);
  }
  const queue = app.get(SmsQueue);
  const { id } = await queue.add({ to, text: 'from the queue' });
  await gateway.waitFor({ text: /from the queue/ });
  const jobs = await bullQueueOf<bullmq.Queue>(queue);
  const { templates } = await readTemplates('Template ID,Template Content\n1107,We are open.\n');
  await app.close();
  await newer.close();
  await gateway.close();
  return {
    sent,
    queued: id.length > 0,
    withBullMq6: jobs instanceof bullmq.Queue,
    withBullMq5: jobs instanceof Queue,
    templates: templates.length,
    warnings: warnings.filter((line) => line.includes('undici')).length,
  };
}

main(process.argv[2] ?? '')
  .then(JSON.stringify, String)
  .then((end) => process.stdout.write(end));
