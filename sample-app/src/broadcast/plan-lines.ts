import type { SmsPlan } from 'nestjs-sms-gateway';
import { costOf, CURRENCY } from './prices.js';

const MOST_ISSUES = 5;

const REFUSED = { country: 'in another country', 'opted-out': 'opted out' } as const;

/** What a broadcast would do and cost, to be read before it is sent. */
export function planLines(plan: SmsPlan): string {
  const { segments, issues, retryAfter, atLeast } = plan;
  const countries = plan.countries.map(({ country, recipients }) => ({
    name: country ?? 'unknown',
    recipients,
    cost: costOf(country, recipients * segments.count),
  }));
  const cost = countries.reduce((sum, each) => sum + each.cost, 0);
  const lines = [
    `The text takes ${countOf(segments.count, 'segment')} of ${segments.encoding}.`,
    ...(segments.count > 1 && segments.gsmText
      ? [`Without ${segments.nonGsm.join(' ')} it may take fewer: ${segments.gsmText}`]
      : []),
    `${countOf(plan.recipients, 'recipient')}, ${countOf(plan.requests, 'request')}, ${countOf(plan.totalSegments, 'segment')}, about ${cost.toFixed(2)} ${CURRENCY}`,
    ...countries.map(
      (each) =>
        `  ${each.name.padEnd(7)} ${each.recipients.toLocaleString('en').padStart(9)} ${each.cost.toFixed(2).padStart(10)} ${CURRENCY}`,
    ),
    ...leftOut(plan),
    ...issues
      .slice(0, MOST_ISSUES)
      .map(({ index, message }) => `  ${index < 0 ? 'text' : `number ${index + 1}`}: ${message}`),
    ...(retryAfter === undefined
      ? []
      : [`Quiet hours: nothing is sent for another ${minutes(retryAfter)} min.`]),
    ...(atLeast === undefined ? [] : [`It takes at least ${Math.ceil(atLeast / 1000)} s.`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** How many numbers a broadcast takes from its input. */
export function inputOf({ recipients, duplicates, invalid, held, refused }: SmsPlan): number {
  const most = recipients + duplicates + invalid + held;
  return refused.reduce((sum, each) => sum + each.recipients, most);
}

function leftOut({ duplicates, invalid, held, refused }: SmsPlan): readonly string[] {
  const reasons = [
    { what: 'duplicate', recipients: duplicates },
    { what: 'invalid', recipients: invalid },
    { what: 'held', recipients: held },
    ...refused.map(({ code, recipients }) => ({ what: REFUSED[code], recipients })),
  ].filter(({ recipients }) => recipients > 0);
  if (reasons.length === 0) return [];
  return [`Left out: ${reasons.map(({ what, recipients }) => `${recipients} ${what}`).join(', ')}`];
}

function countOf(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

function minutes(ms: number): number {
  return Math.ceil(ms / 60_000);
}
