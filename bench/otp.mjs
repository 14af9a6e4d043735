// `npm run bench:otp`: how many correct codes a second one process verifies, with each store, 50 at a time. Also how
// many challenges a second it starts in PostgreSQL with many other rows in the table, valid or expired, as a share of
// the starts in a table without other rows.
//
//   --store NAME     memory, PostgreSQL or Redis; default every one that can be started here
//   --verifies N     of each round; default 1000
//   --rounds N       default 3
//   --rows N         other rows in the table, for starts; default 1000000
import { AsyncLocalStorage } from 'node:async_hooks';
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { SmsGatewayModule } from 'nestjs-sms-gateway';
import {
  memoryOtpStore,
  otpSchema,
  postgresOtpStore,
  redisOtpStore,
  SmsOtp,
  SmsOtpModule,
} from 'nestjs-sms-gateway/otp';
import pg from 'pg';
import { OWN_STORES, startStore } from '../test/queue/stores.mjs';
import { argumentsOf } from './arguments.mjs';
import { spread, table } from './figures.mjs';
import { startServer } from './gateway.mjs';
import { describe, machine } from './machine.mjs';

const values = argumentsOf(import.meta.url, {
  store: { type: 'string' },
  verifies: { type: 'string', default: '1000' },
  rounds: { type: 'string', default: '3' },
  rows: { type: 'string', default: '1000000' },
});
const [verifies, rounds, others] = ['verifies', 'rounds', 'rows'].map((name) =>
  Number(values[name]),
);

const AT_ONCE = 50;
const purpose = 'login';

/** Where the message leaves the code that a start sends. */
const sent = new AsyncLocalStorage();

async function openStore(name) {
  if (name === 'memory') return { store: memoryOtpStore(), close: () => undefined };
  const started = await startStore(name, { durable: true });
  const client =
    name === 'Redis' ? new Redis(started.url) : new pg.Pool({ connectionString: started.url });
  if (name === 'PostgreSQL') await client.query(otpSchema());
  const store =
    name === 'Redis'
      ? redisOtpStore(client)
      : postgresOtpStore((text, parameters) => client.query(text, parameters));
  return {
    store,
    client,
    close: async () => {
      // The server may close before the last connection of the pool does.
      client.on('error', () => undefined);
      await (name === 'Redis' ? client.quit() : client.end());
      await started.close();
    },
  };
}

/** Runs work on each item, several at once. */
async function atOnce(items, work) {
  let next = 0;
  const lane = async () => {
    while (next < items.length) await work(items[next++]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** What to verify, with right codes. */
async function startMany(otp) {
  const answers = Array.from({ length: verifies }, () => ({ code: '', id: '', purpose }));
  await atOnce([...answers.entries()], ([index, answer]) =>
    sent.run(answer, async () => {
      const { id } = await otp.start({ to: `+9198765${10_000 + index}`, purpose });
      answer.id = id;
    }),
  );
  return answers;
}

/** Verifies a second. */
async function measure(otp, answers) {
  const start = performance.now();
  await atOnce(answers, async (answer) => {
    const { ok } = await otp.verify(answer);
    if (!ok) throw new Error('A right code was refused');
  });
  return answers.length / ((performance.now() - start) / 1000);
}

/** Starts a second, after other rows were put into the table. */
async function measureStarts(otp, client, expiry) {
  await client.query('TRUNCATE sms_otp');
  if (expiry) {
    await client.query(
      `INSERT INTO sms_otp SELECT 'other' || n, repeat('x', 200), now() + $1::interval FROM generate_series(1, $2) AS n`,
      [expiry, others],
    );
  }
  await client.query('VACUUM ANALYZE sms_otp');
  const start = performance.now();
  await startMany(otp);
  return verifies / ((performance.now() - start) / 1000);
}

/** In turn, so that other work on the machine affects all of them alike. */
async function benchmarkStarts(otp, client) {
  const shares = { '1 hour': [], '-1 hour': [] };
  for (let round = 0; round < rounds; round += 1) {
    const empty = await measureStarts(otp, client);
    for (const [expiry, figures] of Object.entries(shares)) {
      figures.push((await measureStarts(otp, client, expiry)) / empty);
    }
  }
  return [
    [`with ${others} valid rows`, spread(shares['1 hour'], 2)],
    [`with ${others} expired rows`, spread(shares['-1 hour'], 2)],
  ];
}

async function benchmark(name, baseUrl) {
  const { store, client, close } = await openStore(name);
  class AppModule {}
  Module({
    imports: [
      SmsGatewayModule.forRoot({
        baseUrl,
        auth: { method: 'password', userId: 'acme', password: 'secret' },
        guard: { countries: ['IN'] },
      }),
      SmsOtpModule.forRoot({
        keys: ['ab'.repeat(32)],
        store,
        perRecipient: { starts: 1000, perMs: 86_400_000 },
        message: ({ code }) => {
          Object.assign(sent.getStore() ?? {}, { code });
          return `Your code is ${code}`;
        },
      }),
    ],
  })(AppModule);
  const app = await NestFactory.createApplicationContext(AppModule, {
    logger: false,
    abortOnError: false,
  });
  const otp = app.get(SmsOtp);
  const figures = [];
  for (let round = 0; round < rounds; round += 1) {
    figures.push(await measure(otp, await startMany(otp)));
  }
  const starts = name === 'PostgreSQL' ? await benchmarkStarts(otp, client) : [];
  await app.close();
  await close();
  return { row: [name, spread(figures)], starts };
}

const about = machine('bench:otp');
const stores = values.store ? [values.store] : ['memory', ...OWN_STORES];
const server = await startServer();
const measured = [];
for (const name of stores) measured.push(await benchmark(name, server.url));
const rows = measured.map(({ row }) => row);
const starts = measured.flatMap((each) => each.starts);
process.stdout.write(
  `${describe(about)}\nVerifies a second, the median with the least and the most.\n\n${table(['store', 'verifies a second'], rows)}\n`,
);
if (starts.length > 0) {
  process.stdout.write(
    `\nStarts a second in PostgreSQL, as a share of those in a table without other rows.\n\n${table(['starts', 'share'], starts)}\n`,
  );
}
server.stop();
