// An app whose worker waits for messages when its store goes down, and which closes a while later. That this
// process ends by itself is the other half of the test.
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { getSmsQueueToken, type SmsQueue, SmsQueueModule } from '../../lib/extras/queue/index.js';
import { SmsGatewayModule } from '../../lib/index.js';
import { GatewaySimulator } from '../../simulator/index.js';
import { openProxy } from './store-proxy.mjs';

Logger.overrideLogger(false);
const [store = '', outage = ''] = process.argv.slice(2);
const account = { userId: 'u', password: 'p' };
const gateway = await GatewaySimulator.start(account);
const proxy = await openProxy(store);
const imports = [
  SmsGatewayModule.forRoot({ baseUrl: gateway.url, auth: { method: 'password', ...account } }),
  SmsQueueModule.forRoot({ connection: proxy.url, drain: 600_000 }),
];
const app = await (await Test.createTestingModule({ imports }).compile()).init();
const queue = app.get<SmsQueue>(getSmsQueueToken());
const { id } = await queue.add({ to: '919876543210', text: 'hi' });
while ((await queue.status(id)) !== 'accepted') await sleep(20);
await proxy.close();
await sleep(Number(outage));
await app.close();
await gateway.close();
process.stdout.write('"closed"');
