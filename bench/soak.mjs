// Sends for long through faults, and looks whether anything grows: `npm run soak -- --minutes 60`.
// The gateway runs in a separate process, so that the measured heap is only the package's. Each
// outcome is compared with what the gateway took. Needs a build.
//
//   --minutes N   default 60        --seed N       the faults again
//   --readings N  default 30        --concurrency N  sends at once, default 24
import 'reflect-metadata';
import { getEventListeners } from 'node:events';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';
import { argumentsOf } from './arguments.mjs';
import { startGateway } from './soak/gateway-process.mjs';
import { collectGarbage, COLUMNS, look, row, verdict } from './soak/readings.mjs';
import { Truth } from './soak/truth.mjs';

const values = argumentsOf(import.meta.url, {
  minutes: { type: 'string', default: '60' },
  seed: { type: 'string', default: '1' },
  concurrency: { type: 'string', default: '24' },
  readings: { type: 'string', default: '30' },
});
const minutes = Number(values.minutes);
const readingsWanted = Math.max(6, Number(values.readings));
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0');

const print = (line) => process.stdout.write(`${line}\n`);

const gateway = await startGateway(Number(values.seed));
const options = {
  baseUrl: gateway.url,
  timeout: { connect: 2000, attempt: 500, total: 5000 },
  retry: { attempts: 3, base: 5, cap: 50 },
  maxConnections: 16,
  drain: 1000,
};
const app = await NestFactory.createApplicationContext(
  {
    module: class SoakApp {},
    imports: [
      SmsGatewayModule.forRoot({
        ...options,
        auth: { method: 'token', ...gateway.account, timeZone: 'UTC', cooldown: 20 },
      }),
    ],
  },
  { logger: false, abortOnError: false },
);
const sms = app.get(SmsService);
const caller = new AbortController();
const truth = new Truth(gateway);
let unhandled = 0;
process.on('unhandledRejection', () => (unhandled += 1));

let sent = 0;
async function sendUntil(deadline) {
  while (performance.now() < deadline) {
    const text = `soak ${(sent += 1)}`;
    // Some callers give up, most share a signal that never fires.
    const signal = sent % 100 === 0 ? AbortSignal.timeout(5) : caller.signal;
    const outcome = await sms.send({ to: '919876543210', text }, { signal }).then(
      () => 'accepted',
      (error) => error.outcome,
    );
    truth.said(text, outcome);
  }
}

print(`node ${process.version}, ${minutes} min, seed ${values.seed}, faults on`);
print(row(COLUMNS));
const readings = [];
const began = performance.now();
const length = (minutes * 60_000) / readingsWanted;
for (let index = 1; index <= readingsWanted; index += 1) {
  const deadline = began + index * length;
  await Promise.all(Array.from({ length: Number(values.concurrency) }, () => sendUntil(deadline)));
  const sockets = await truth.check();
  await collectGarbage();
  const reading = look({
    minute: (performance.now() - began) / 60_000,
    sent,
    counts: truth.counts,
    sockets,
    listeners: getEventListeners(caller.signal, 'abort').length,
    lies: truth.lies,
    unhandled,
  });
  readings.push(reading);
  print(row(Object.values(reading)));
}
await app.close();
const leftOpen = await gateway.close();
const problems = verdict(readings, options.maxConnections, leftOpen);
print(problems.length === 0 ? 'Flat: nothing grew, nothing untrue was said.' : problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
