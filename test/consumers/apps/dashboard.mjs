// An app with a queue in Redis, and a dashboard of it as docs/queue-operation.md says. It prints what the dashboard
// answers.
import 'reflect-metadata';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { NestFactory } from '@nestjs/core';
import express from 'express';
import { SmsGatewayModule } from 'nestjs-sms-gateway';
import { bullQueueOf, SmsQueue, SmsQueueModule } from 'nestjs-sms-gateway/queue';

const auth = { method: 'password', userId: 'u', password: 'p' };
const module = {
  module: class AppModule {},
  imports: [
    SmsGatewayModule.forRoot({ baseUrl: 'http://127.0.0.1:9', auth }),
    SmsQueueModule.forRoot({
      connection: process.argv[2],
      encryptionKeys: ['ab'.repeat(32)],
      worker: false,
    }),
  ],
};
const app = await NestFactory.createApplicationContext(module, { logger: false });
const queue = app.get(SmsQueue);
const { id } = await queue.add({ to: '+919876543210', text: 'Your code is 482913' });

const serverAdapter = new ExpressAdapter();
const board = new BullMQAdapter(await bullQueueOf(queue), { readOnlyMode: true });
createBullBoard({ queues: [board], serverAdapter });
const server = express().use(serverAdapter.getRouter()).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const api = `http://127.0.0.1:${server.address().port}/api/queues`;

const listed = await (await fetch(api)).text();
const [{ name, counts, readOnlyMode }] = JSON.parse(listed).queues;
const job = `${api}/${name}/${id}`;
const shown = await (await fetch(job)).text();
const retry = await fetch(`${job}/retry`, { method: 'PUT' });
console.log(
  JSON.stringify({
    name,
    waiting: counts.waiting + counts.prioritized,
    readOnlyMode,
    job: JSON.parse(shown).job.id === id,
    secret: /482913|9876543210/.test(listed + shown),
    retry: retry.status,
    status: await queue.status(id),
  }),
);
server.close();
server.closeAllConnections();
await app.close();
