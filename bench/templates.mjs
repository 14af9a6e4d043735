// `npm run bench:templates`: how long it takes to compare a text with 200 registered templates.
//
//   --rounds N   default 9
import { argumentsOf } from './arguments.mjs';
import { spread, table } from './figures.mjs';
import { describe, machine } from './machine.mjs';

const values = argumentsOf(import.meta.url, { rounds: { type: 'string', default: '9' } });
const rounds = Number(values.rounds);
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds must be a whole number');

const { defineTemplate } = await import('../dist/esm/templates/index.js');

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

const about = machine('bench:templates');
for (const [, templates, given] of CASES) measure(templates, given);
const rows = CASES.map(([name, templates, given]) => [
  name,
  spread(
    Array.from({ length: rounds }, () => measure(templates, given)),
    2,
  ),
]);
process.stdout.write(
  `${describe(about)}\nCPU time in µs a template, the median with the least and the most.\n\n${table(['text', 'µs'], rows)}\n`,
);
