// `npm run bench:paths`: the paths inside a send, each alone, in turns.
//
//   --rounds N   default 15        --quick   3 short rounds        --json FILE   raw figures
import { writeFileSync } from 'node:fs';
import { argumentsOf } from './arguments.mjs';
import { median, table } from './figures.mjs';
import { describe, machine } from './machine.mjs';
import { PATHS } from './paths/paths.mjs';

const values = argumentsOf(import.meta.url, {
  rounds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  json: { type: 'string' },
});
const rounds = Number(values.rounds ?? (values.quick ? 3 : 15));
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds is at least 1');
const times = values.quick ? 2000 : 20_000;

// What a path gives is kept, so that the engine can't leave the work out.
let kept;

/** ns of CPU for each time: what others do on this machine counts less than on the clock. */
function measure(path) {
  const cpu = process.cpuUsage();
  for (let time = 0; time < times; time += 1) kept = path(time);
  const { user, system } = process.cpuUsage(cpu);
  return ((user + system) * 1000) / times;
}

const about = machine('bench:paths');
for (const path of Object.values(PATHS)) measure(path);
const figures = Object.fromEntries(Object.keys(PATHS).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, path] of Object.entries(PATHS)) figures[name].push(measure(path));
}
if (kept === undefined) throw new Error('The last path gave nothing');

const rows = Object.entries(figures).map(([name, found]) => [
  name,
  ...[median(found), Math.min(...found), Math.max(...found)].map((cell) => cell.toFixed(0)),
]);
process.stdout.write(
  `${describe(about)}\n${rounds} round(s) of ${times} times.\n\n${table(['path', 'median, ns', 'least', 'most'], rows)}\n`,
);
if (values.json) {
  writeFileSync(
    values.json,
    JSON.stringify({ machine: about, rounds, times, figures }, undefined, 2),
  );
}
