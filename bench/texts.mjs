// `npm run bench:texts`: how much longer it takes to hide what was sent in an answer, and to find phone numbers
// in a variable, if the text is four times as long. The texts are the hardest to match. It fails above
// 8 times: 16 would be the square.
//
//   --rounds N   default 5
import { argumentsOf } from './arguments.mjs';
import { median, spread, table } from './figures.mjs';
import { describe, machine } from './machine.mjs';

const values = argumentsOf(import.meta.url, { rounds: { type: 'string', default: '5' } });
const rounds = Number(values.rounds);
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds must be a whole number');

const { shown } = await import('../dist/esm/lib/core/protocol/shown.js');
const { defineTemplate } = await import('../dist/esm/lib/extras/templates/index.js');

const MOST = 8;
const recipients = Array.from({ length: 20_000 }, (_, index) => `9198${10_000_000 + index}`);
const template = defineTemplate({ text: '{#var#}!', values: ['text'], dltTemplateId: '1' });
const check = template.createTextCheck({ known: [template] }, () => undefined);

const hide = (piece) => (length) =>
  shown(piece.repeat(length / 4), [`${piece.repeat(length / 50)}x`, ...recipients]);
const findNumbers = (piece) => (length) => check(`${piece.repeat(length / 20)}?`, undefined);

const PIECES = [...'\\%&"\'1!3', 'ab ', '\\"', '%25', '&amp;', '1 ', '1.', 'a1 ', 'Ab'];
const NUMBERS = ['1 ', '+', '+ ', '9 1', ' ', '1\u200B', '98765 43210 ', '1234567 ', '12345678'];
const CASES = [
  ...PIECES.map((piece) => [`an answer of ${JSON.stringify(piece)}`, hide(piece)]),
  ...NUMBERS.map((piece) => [`a variable of ${JSON.stringify(piece)}`, findNumbers(piece)]),
];
const LENGTH = 1 << 18;

/** Milliseconds of CPU. */
function measure(work, length) {
  const start = process.cpuUsage();
  work(length);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const about = machine('bench:texts');
const rows = CASES.map(([name, work]) => {
  // The first round is not counted.
  const measured = Array.from({ length: rounds + 1 }, () => {
    const short = measure(work, LENGTH);
    return { short, ratio: measure(work, 4 * LENGTH) / short };
  }).slice(1);
  const ratios = measured.map(({ ratio }) => ratio);
  const verdict = median(ratios) <= MOST ? 'pass' : 'FAIL';
  if (verdict === 'FAIL') process.exitCode = 1;
  return [name, spread(measured.map(({ short }) => short)), spread(ratios, 1), verdict];
});
process.stdout.write(
  `${describe(about)}\nCPU time, the median with the least and the most.\n\n${table(['text', 'ms', `four times as long (at most ${MOST})`, ''], rows)}\n`,
);
