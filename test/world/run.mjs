// `npm run world`: plays programs in simulated worlds on the built package, in a process for each core, until one
// goes wrong. A seed plays the same programs again.
//
//   --minutes N   how long; default 1
//   --programs N  how many instead, rounded up to hundreds
//   --from N      the first seed; default a new one each time
//   --seed N      the programs of this seed alone, and, if one goes wrong, all that happened in it
//   --count N     how many programs of that seed; default 100
//   --package DIR the built package; default dist/esm
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));
const PROGRESS_EVERY = 10_000;

const say = (text) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    programs: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string', default: '100' },
    package: { type: 'string', default: 'dist/esm' },
  },
});

const isReplay = values.seed !== undefined;
const first = Number(values.seed ?? values.from ?? Math.floor(Math.random() * 2 ** 30));
const cores = isReplay ? 1 : availableParallelism();
const count = Number(values.count);
const isCounted = isReplay || values.programs !== undefined;
const until = isCounted ? Infinity : Date.now() + Number(values.minutes) * 60_000;
const seeds = isReplay ? 1 : isCounted ? Math.ceil(Number(values.programs) / count) : Infinity;
const startedAt = Date.now();
let played = 0;
const findings = [];

const progress = setInterval(() => {
  const seconds = (Date.now() - startedAt) / 1000;
  say(`${played} programs in ${seconds.toFixed(0)} s, ${(played / seconds).toFixed(0)} a second`);
}, PROGRESS_EVERY);

const workers = Array.from({ length: cores }, (_, index) => {
  const args = [first + index, cores, first + seeds, until, count].map(String);
  const env = { ...process.env, WORLD_PACKAGE: resolve(values.package), TZ: 'UTC' };
  const worker = fork(WORKER, args, { env });
  worker.on('message', (message) => {
    if (message.played) played += message.played;
    else findings.push(message);
  });
  return new Promise((end) => worker.on('exit', (code) => end(code)));
});
const codes = await Promise.all(workers);
clearInterval(progress);
for (const { found, story } of findings) say(isReplay ? `${found}\n\n${story}` : found);
say(`${played} programs, seeds from ${first}: ${findings.length} went wrong`);

process.exitCode = played === 0 || findings.length > 0 || codes.some((code) => code !== 0) ? 1 : 0;
