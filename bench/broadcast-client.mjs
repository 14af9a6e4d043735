// One broadcast and its plan in a separate process, which measures its memory while the source is read.
// Writes JSON to its parent.
import 'reflect-metadata';
import { writeSync } from 'node:fs';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';
import { countOf } from './gateway.mjs';

const MIB = 1024 * 1024;
const LOOKS = 200;
const COLLECTED_LOOKS = 20;
const BATCH = 100;

const [url, size] = [process.argv[2], Number(process.argv[3])];

/** What the process holds beyond what it held before, and the time that looking took. */
class Memory {
  heap = 0;
  resident = 0;
  took = 0;
  cpu = 0;

  constructor() {
    globalThis.gc();
    this.before = process.memoryUsage();
  }

  /** @param collect whether to see what is held, without what is only not collected yet */
  look(collect) {
    const began = performance.now();
    const cpu = process.cpuUsage();
    // As it is, before a collection that the run itself would not have had.
    this.resident = Math.max(this.resident, process.memoryUsage.rss() - this.before.rss);
    if (collect) {
      globalThis.gc();
      const { heapUsed, external } = process.memoryUsage();
      const held = heapUsed + external - this.before.heapUsed - this.before.external;
      this.heap = Math.max(this.heap, held);
    }
    const { user, system } = process.cpuUsage(cpu);
    this.cpu += user + system;
    this.took += performance.now() - began;
  }
}

function* numbers(count, memory) {
  const step = count / LOOKS;
  const every = LOOKS / COLLECTED_LOOKS;
  let looks = 0;
  for (let index = 0; index < count; index += 1) {
    yield String(919_800_000_000 + index);
    if (memory && index >= (looks + 1) * step) memory.look((looks += 1) % every === 0);
  }
}

/** The most CPU, in ms, between two turns of other code. CPU time leaves out other processes. */
async function longestTurn(work) {
  let longest = 0;
  let last = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, user + system);
    last = process.cpuUsage();
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest / 1000;
}

class App {}
Module({
  imports: [
    SmsGatewayModule.forRoot({
      baseUrl: url,
      maxConnections: 50,
      auth: { method: 'token', userId: 'u', password: 'p', timeZone: 'UTC' },
    }),
  ],
})(App);
const app = await NestFactory.createApplicationContext(App, { logger: false, abortOnError: false });
const sms = app.get(SmsService);
await sms.broadcast({ text: 'warm up' }, numbers(50_000), { batchSize: BATCH }).finish();

const before = await countOf(url);
const memory = new Memory();
const cpu = process.cpuUsage();
const began = performance.now();
const tally = await sms
  .broadcast({ text: 'A word to all of you' }, numbers(size, memory), { batchSize: BATCH })
  .finish();
const seconds = (performance.now() - began - memory.took) / 1000;
const { user, system } = process.cpuUsage(cpu);
memory.look(true);

const sends = Math.ceil(size / BATCH);
const counted = (await countOf(url)) - before;
if (tally.accepted !== sends || tally.recipients.accepted !== size || counted !== sends) {
  throw new Error(`${counted} sends arrived of ${sends}: ${JSON.stringify(tally)}`);
}

const plan = (given) => sms.plan({ text: 'A word to all of you' }, given, { batchSize: BATCH });
await plan(numbers(50_000));
let planned;
let planSeconds;
const turn = await longestTurn(async () => {
  const planBegan = performance.now();
  planned = await plan(numbers(size));
  planSeconds = (performance.now() - planBegan) / 1000;
});
// Once more for its memory, because a collection takes a turn of its own.
const planMemory = new Memory();
await plan(numbers(size, planMemory));
planMemory.look(true);
if (
  planned.recipients !== size ||
  planned.requests !== sends ||
  (await countOf(url)) !== before + counted
) {
  throw new Error(`The plan is wrong: ${JSON.stringify(planned)}`);
}

await app.close();
writeSync(
  1,
  JSON.stringify({
    seconds,
    cpu: (user + system - memory.cpu) / size,
    heap: memory.heap / MIB,
    resident: memory.resident / MIB,
    planSeconds,
    planHeap: planMemory.heap / MIB,
    planResident: planMemory.resident / MIB,
    turn,
  }),
);
process.exit(0);
