import { wallClock } from '../gateway/wall-clock.js';
import type { ResolvedOptions } from '../check-options.js';
import { REPORT_FIELDS, type ReportField } from './report-options.js';

/** The values of a delivery report; a missing time is sent empty. */
type ReportValues = Readonly<Record<Exclude<ReportField, 'receivedAt' | 'deliveredAt'>, string>> & {
  readonly receivedAt: number;
  readonly deliveredAt: number | undefined;
};

/** The text of a delivery report: a form, also for the query of a `GET`, or JSON. */
export function writeReport(
  values: ReportValues,
  { reportFields, reportFormat, reportMethod, reportTimes, timeZone }: ResolvedOptions,
): string {
  const show = (value: string | number = '') =>
    typeof value === 'string' ? value : TIMES[reportTimes](value, timeZone);
  const fields = REPORT_FIELDS.flatMap((field): [string, string][] => {
    const name = reportFields[field];
    return name === undefined ? [] : [[name, show(values[field])]];
  });
  return reportFormat === 'json' && reportMethod === 'POST'
    ? JSON.stringify(Object.fromEntries(fields))
    : String(new URLSearchParams(fields));
}

const TIMES: Readonly<
  Record<ResolvedOptions['reportTimes'], (moment: number, timeZone: string) => string>
> = {
  'wall-clock': wallClock,
  epoch: String,
  iso: (moment, timeZone) => {
    const local = wallClock(moment, timeZone).replace(' ', 'T');
    const minutes = Math.round((Date.parse(`${local}Z`) - moment) / 60_000);
    const size = Math.abs(minutes);
    return `${local}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
  },
};

function two(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}
