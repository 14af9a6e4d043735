// `npm run bench:tenants`: what the accounts of many tenants cost. Creates them in one app, lets some of
// them send, and prints the heap and the connections of each.
//
//   --tenants N   default 10000
//   --active N    how many of them send, default 500
import { subscribe } from 'node:diagnostics_channel';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayFactory, SmsGatewayModule } from 'nestjs-sms-gateway';
import { argumentsOf } from './arguments.mjs';
import { table } from './figures.mjs';
import { startServer } from './gateway.mjs';
import { describe, machine } from './machine.mjs';

const values = argumentsOf(import.meta.url, {
  tenants: { type: 'string', default: '10000' },
  active: { type: 'string', default: '500' },
});
const [tenants, active] = [Number(values.tenants), Number(values.active)];
if (!(tenants > 0 && active > 0 && active <= tenants)) {
  throw new Error('--tenants and --active must be numbers above 0, and --active the smaller one');
}

let connections = 0;
subscribe('undici:client:connected', () => (connections += 1));

const MESSAGE = { to: '919876543210', text: 'Your code is 482913' };

const about = machine('bench:tenants');
const server = await startServer();
const app = await NestFactory.createApplicationContext(SmsGatewayModule.forTenants(), {
  logger: false,
  abortOnError: false,
});
const factory = app.get(SmsGatewayFactory);
const optionsOf = (tenant) => ({
  baseUrl: server.url,
  name: `tenant-${tenant}`,
  auth: { method: 'token', userId: `user-${tenant}`, password: 'p', timeZone: 'UTC' },
  defaults: { senderId: 'MYSHOP' },
});

// What the first account loads is not the second one's cost.
const first = factory.create(optionsOf('first'));
await first.send(MESSAGE);
await first.close();

const before = await reading();
const created = performance.now();
const accounts = Array.from({ length: tenants }, (_, tenant) => factory.create(optionsOf(tenant)));
const creating = performance.now() - created;
const idle = await reading();
for (const account of accounts.slice(0, active)) await account.send(MESSAGE);
const used = await reading();
await Promise.all(accounts.splice(0, active).map((account) => account.close()));
const closed = await reading();
await app.close();
server.stop();

const kib = (bytes, count) => (bytes / 1024 / count).toFixed(1);
const rows = [
  ['create one account, µs', ((creating * 1000) / tenants).toFixed(0)],
  ['heap of an idle account, KiB', kib(idle.heap - before.heap, tenants)],
  [`heap of all ${tenants} idle accounts, MiB`, ((idle.heap - before.heap) / 2 ** 20).toFixed(1)],
  ['connections of all idle accounts', idle.connections - before.connections],
  ['more heap for an account that has sent, KiB', kib(used.heap - idle.heap, active)],
  ['connections of an account that has sent', (used.connections - idle.connections) / active],
  ['heap that closing it gives back, KiB', kib(used.heap - closed.heap, active)],
];
process.stdout.write(
  `${describe(about)}\n${tenants} tenants, ${active} of them have sent\n\n${table(['', 'each'], rows)}\n`,
);

async function reading() {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    globalThis.gc();
  }
  return { heap: process.memoryUsage().heapUsed, connections };
}
