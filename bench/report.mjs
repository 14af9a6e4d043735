// The figures of all rounds as tables.
import { median, spread, table } from './figures.mjs';
import { caseOf, GOALS, verdict } from './goals.mjs';

const HEAD = ['', 'CPU per send, µs', 'against ours', 'sends per second', 'p50, ms', 'p99, ms'];

/**
 * @param figures by variant, for each round its result of every case
 * @param variants their titles
 */
export function report(cases, figures, variants) {
  const of = (variant, index, key) => figures[variant].map((round) => round[index][key]);
  const ratios = (over, under, index) =>
    of(over, index, 'cpu').map((cpu, round) => cpu / of(under, index, 'cpu')[round]);
  const tables = cases.map(({ name }, index) => {
    const rows = Object.entries(variants).map(([variant, title]) => [
      title,
      spread(of(variant, index, 'cpu')),
      `${median(ratios(variant, 'ours', index)).toFixed(2)} ×`,
      spread(of(variant, index, 'rate')),
      spread(of(variant, index, 'p50'), 2),
      spread(of(variant, index, 'p99'), 2),
    ]);
    return `### ${name}\n\n${table(HEAD, rows)}`;
  });
  const goals = GOALS.filter(({ under }) => under in variants).map((goal) => {
    const at = cases.findIndex(({ name }) => name === caseOf(goal));
    const found = ratios(goal.over, goal.under, at);
    return `- ${caseOf(goal)}, ${goal.name}: ${spread(found, 2)}; ${verdict(goal, median(found))}`;
  });
  return [...tables, `### Goals: CPU per send\n\n${goals.join('\n')}`].join('\n\n');
}
