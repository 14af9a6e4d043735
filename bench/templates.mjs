// `npm run bench:templates`: how long it takes to compare a text with 200 registered templates, and to read
// 20,000 rows of one id, next to 20,000 rows of distinct ids. It fails if the former take 3 times as long.
//
//   --rounds N   default 9
import { argumentsOf } from './arguments.mjs';
import { median, spread, table } from './figures.mjs';
import { describe, machine } from './machine.mjs';

const values = argumentsOf(import.meta.url, { rounds: { type: 'string', default: '9' } });
const rounds = Number(values.rounds);
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds must be a whole number');

const { defineTemplate, readTemplates } = await import('../dist/esm/lib/extras/templates/index.js');

const COUNT = 200;
const known = (textOf) =>
  Array.from({ length: COUNT }, (_, index) => {
    const text = textOf(index);
    const names = Array.from(text.matchAll(/\{#/g), (_variable, name) => String(name));
    return defineTemplate({ text, values: names, dltTemplateId: String(index) });
  });
const usual = (index) =>
  `${index} {#numeric#} is your code. It is valid for {#numeric#} minutes. - ACME`;
const text = (length) => 'a b '.repeat(length / 4);

const CASES = [
  ['a text that differs early', known(usual), 'Dear Ann, your order 482913 is on its way. - ACME'],
  ['1,000 characters that differ early', known(usual), text(1000)],
  ['a text that matches one', known(usual), usual(7).replaceAll('{#numeric#}', '5')],
  ...[500, 1000, 2000].map((length) => [
    `${length} characters, 40 adjacent variables`,
    known((index) => `${'{#var#}'.repeat(40)}${index}`),
    text(length),
  ]),
  ...[500, 1000, 2000].map((length) => [
    `${length} characters, 40 variables with 'a ' between them`,
    known((index) => `${'{#var#}a '.repeat(40)}${index}`),
    text(length),
  ]),
];

/** Microseconds for one template. */
function measure(templates, given) {
  const check = templates[0].createTextCheck({ known: templates }, () => undefined);
  let turns = 0;
  const start = process.cpuUsage();
  const end = performance.now() + 100;
  do {
    check(given, undefined);
    turns += 1;
  } while (performance.now() < end);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / turns / COUNT;
}

const ROWS = 20_000;
const MOST = 3;
const rowsOf = (idOf) =>
  `Template ID,Template Content\n${Array.from({ length: ROWS }, (_, index) => `${idOf(index)},${usual(index)}\n`).join('')}`;
const OF_ONE_ID = rowsOf(() => '1107160000000000001');
const OF_DISTINCT_IDS = rowsOf((index) => `11071600000000${index + 10_000}`);

/** Milliseconds to read a file. */
async function read(csv) {
  const start = process.cpuUsage();
  await readTemplates(csv);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const about = machine('bench:templates');
for (const [, templates, given] of CASES) measure(templates, given);
const rows = CASES.map(([name, templates, given]) => [
  name,
  spread(
    Array.from({ length: rounds }, () => measure(templates, given)),
    2,
  ),
]);
// The first round is not counted.
const reads = [];
for (let round = 0; round <= rounds; round += 1) {
  const distinct = await read(OF_DISTINCT_IDS);
  reads.push({ distinct, one: await read(OF_ONE_ID) });
}
reads.shift();
const ratios = reads.map(({ distinct, one }) => one / distinct);
const ratio = median(ratios);
const readRows = [
  ['distinct ids, ms', spread(reads.map(({ distinct }) => distinct))],
  ['one id, ms', spread(reads.map(({ one }) => one))],
  [
    `one id / distinct ids (at most ${MOST}: ${ratio <= MOST ? 'pass' : 'FAIL'})`,
    spread(ratios, 2),
  ],
];
if (ratio > MOST) process.exitCode = 1;
process.stdout.write(
  `${describe(about)}\nCPU time in µs a template, the median with the least and the most.\n\n${table(['text', 'µs'], rows)}\n\nreadTemplates, ${ROWS} rows:\n\n${table(['rows', 'CPU time'], readRows)}\n`,
);
