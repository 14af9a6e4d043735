// `npm run bench:broadcast`: one text to many, and its plan, in a fresh process for each size.
//
//   --rounds N   default 3        --quick   the smaller two sizes, once        --json FILE   raw figures
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { argumentsOf } from './arguments.mjs';
import { median, spread, table } from './figures.mjs';
import { startServer } from './gateway.mjs';
import { describe, machine } from './machine.mjs';

const SIZES = [10_000, 100_000, 1_000_000];
const MOST_GROWTH = 64; // MiB
// A time per recipient that grows by no more than this is called linear.
const MOST_SLOWING = 1.25;
const MOST_PLANNING = 1; // times the broadcast
const MOST_TURN = 25; // ms of CPU

const values = argumentsOf(import.meta.url, {
  rounds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  json: { type: 'string' },
});
const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds is at least 1');
const sizes = values.quick ? SIZES.slice(0, 2) : SIZES;

const about = machine('bench:broadcast');
const server = await startServer();
const client = fileURLToPath(new URL('broadcast-client.mjs', import.meta.url));
const figures = Object.fromEntries(sizes.map((size) => [size, []]));
for (let round = 1; round <= rounds; round += 1) {
  for (const size of sizes) {
    process.stderr.write(`round ${round} of ${rounds}: ${size}\n`);
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      client,
      server.url,
      String(size),
    ]);
    figures[size].push(JSON.parse(stdout));
  }
}
server.stop();

const verdict = (passes) => (passes ? 'pass' : 'FAIL');
const of = (size, key) => figures[size].map((round) => round[key]);
const rows = sizes.map((size) => [
  size.toLocaleString('en'),
  spread(of(size, 'seconds'), 2),
  Math.round(median(of(size, 'seconds').map((seconds) => size / seconds))).toLocaleString('en'),
  spread(of(size, 'cpu'), 2),
  spread(of(size, 'heap'), 1),
  spread(of(size, 'resident'), 1),
]);
const head = [
  'recipients',
  'seconds',
  'recipients per second',
  'CPU per recipient, µs',
  'heap growth, MiB',
  'resident growth, MiB',
];
const planning = (size) => figures[size].map((round) => round.planSeconds / round.seconds);
const planRows = sizes.map((size) => [
  size.toLocaleString('en'),
  spread(of(size, 'planSeconds'), 2),
  spread(planning(size), 2),
  spread(of(size, 'planHeap'), 1),
  spread(of(size, 'planResident'), 1),
  spread(of(size, 'turn'), 1),
]);
const planHead = [
  '`plan` of recipients',
  'seconds',
  '× the broadcast',
  'heap growth, MiB',
  'resident growth, MiB',
  'longest turn of the event loop, ms of CPU',
];
// The engine still warms up in the smallest size, so the time is held against the middle one.
const [, middle] = sizes;
const largest = sizes.at(-1);
const growth = Math.max(...of(largest, 'heap'), ...of(largest, 'resident'));
const goals = [
  `- memory grows by ${growth.toFixed(1)} MiB at the most with ${largest.toLocaleString('en')} recipients; below ${MOST_GROWTH}: ${verdict(growth < MOST_GROWTH)}`,
];
if (largest !== middle) {
  const slowing = median(of(largest, 'cpu').map((cpu, round) => cpu / of(middle, 'cpu')[round]));
  goals.push(
    `- CPU per recipient is ${slowing.toFixed(2)} × that of ${middle.toLocaleString('en')}; linear is at most ${MOST_SLOWING}: ${verdict(slowing <= MOST_SLOWING)}`,
  );
}
const planGrowth = Math.max(...of(largest, 'planHeap'), ...of(largest, 'planResident'));
const turn = Math.max(...of(largest, 'turn'));
const ratio = median(planning(largest));
goals.push(
  `- \`plan\` takes ${ratio.toFixed(2)} × the time of the broadcast; at most ${MOST_PLANNING}: ${verdict(ratio <= MOST_PLANNING)}`,
  `- its memory grows by ${planGrowth.toFixed(1)} MiB at the most; below ${MOST_GROWTH}: ${verdict(planGrowth < MOST_GROWTH)}`,
  `- its longest turn of the event loop takes ${turn.toFixed(1)} ms of CPU; below ${MOST_TURN}: ${verdict(turn < MOST_TURN)}`,
);
process.stdout.write(
  `${describe(about)}\n${rounds} round(s); medians, with the least and the most beside. Growth is the most that was seen over what the process held after a warm-up.\n\n${table(head, rows)}\n\n${table(planHead, planRows)}\n\n${goals.join('\n')}\n`,
);
if (values.json) {
  writeFileSync(values.json, JSON.stringify({ machine: about, rounds, figures }, undefined, 2));
}
