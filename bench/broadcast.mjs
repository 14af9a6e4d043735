// `npm run bench:broadcast`: one text to many, in a fresh process for each size. Memory is what the
// process holds beyond what it held before, looked at while the run goes on.
import 'reflect-metadata';
import { execFileSync, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';
import { table } from './figures.mjs';

const MIB = 1024 * 1024;

function* numbers(count) {
  for (let index = 0; index < count; index += 1) yield String(919_800_000_000 + index);
}

async function measure(url, count) {
  class App {}
  Module({
    imports: [
      SmsGatewayModule.forRoot({
        baseUrl: url,
        auth: { method: 'password', userId: 'u', password: 'p' },
      }),
    ],
  })(App);
  const app = await NestFactory.createApplicationContext(App, { logger: false });
  const sms = app.get(SmsService);
  await sms.broadcast({ text: 'warm up' }, numbers(5000)).finish();
  globalThis.gc();
  const before = process.memoryUsage();
  let heap = 0;
  let resident = 0;
  const began = performance.now();
  let sends = 0;
  for await (const outcome of sms.broadcast({ text: 'A word to all of you' }, numbers(count))) {
    if (outcome.status !== 'accepted') throw outcome.error;
    sends += 1;
    if (sends % 500 !== 0) continue;
    globalThis.gc();
    const { heapUsed, rss } = process.memoryUsage();
    heap = Math.max(heap, heapUsed - before.heapUsed);
    resident = Math.max(resident, rss - before.rss);
  }
  const seconds = (performance.now() - began) / 1000;
  await app.close();
  return { count, sends, seconds, heap: heap / MIB, resident: resident / MIB };
}

if (process.argv[2]) {
  const result = await measure(process.argv[2], Number(process.argv[3]));
  process.stdout.write(JSON.stringify(result));
} else {
  const server = fork(fileURLToPath(new URL('server.mjs', import.meta.url)));
  const url = await new Promise((resolve) => server.once('message', resolve));
  const rows = [10_000, 100_000, 1_000_000].map((count) => {
    const flags = ['--expose-gc', fileURLToPath(import.meta.url), url, String(count)];
    const { sends, seconds, heap, resident } = JSON.parse(execFileSync(process.execPath, flags));
    return [
      count.toLocaleString('en'),
      sends.toLocaleString('en'),
      seconds.toFixed(1),
      Math.round(count / seconds).toLocaleString('en'),
      heap.toFixed(1),
      resident.toFixed(1),
    ];
  });
  server.disconnect();
  const head = [
    'recipients',
    'sends',
    'seconds',
    'recipients per second',
    'heap growth, MiB',
    'resident growth, MiB',
  ];
  process.stdout.write(`${table(head, rows)}\n`);
}
