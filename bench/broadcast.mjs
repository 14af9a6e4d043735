// `npm run bench:broadcast`: one text to many, in a fresh process for each size.
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
// The engine still warms up in the smallest size, so the time is held against the middle one.
const [, middle] = sizes;
const largest = sizes.at(-1);
const growth = Math.max(...of(largest, 'heap'), ...of(largest, 'resident'));
const goals = [
  `- memory grows by ${growth.toFixed(1)} MiB at the most with ${largest.toLocaleString('en')} recipients; below ${MOST_GROWTH}: ${growth < MOST_GROWTH ? 'pass' : 'FAIL'}`,
];
if (largest !== middle) {
  const slowing = median(of(largest, 'cpu').map((cpu, round) => cpu / of(middle, 'cpu')[round]));
  goals.push(
    `- CPU per recipient is ${slowing.toFixed(2)} × that of ${middle.toLocaleString('en')}; linear is at most ${MOST_SLOWING}: ${slowing <= MOST_SLOWING ? 'pass' : 'FAIL'}`,
  );
}
process.stdout.write(
  `${describe(about)}\n${rounds} round(s); medians, with the least and the most beside. Growth is the most that was seen over what the process held after a warm-up.\n\n${table(head, rows)}\n\n${goals.join('\n')}\n`,
);
if (values.json) {
  writeFileSync(values.json, JSON.stringify({ machine: about, rounds, figures }, undefined, 2));
}
