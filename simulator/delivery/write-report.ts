import { behaviourOf } from '../faults/fault-table.js';
import { messageIdOf } from '../common/message-id.js';
import { wallClock } from '../common/wall-clock.js';
import type { ResolvedOptions } from '../options/check-options.js';
import type { Delivery, InboxMessage } from '../inbox/inbox-message.js';
import { REPORT_FIELDS, type ReportField } from '../options/report-options.js';

/** The part of a message that its reports are about. */
export type Sent = Pick<InboxMessage, 'id' | 'at' | 'transactionId' | 'fault'>;

/** What a report says about a message and one of its numbers, whether it is sent or asked for. */
export function reportOf(
  { id, at, transactionId, fault }: Sent,
  { to, status, code, cause = '', at: decidedAt }: Delivery,
  index: number,
  { reportStates, reportTimes, timeZone }: ResolvedOptions,
): Readonly<Record<ReportField, string>> {
  const write = (time: string | undefined) =>
    time === undefined ? '' : TIMES[reportTimes](Date.parse(time), timeZone);
  const { stampsFailures } = behaviourOf(fault === null ? undefined : { fault });
  return {
    transactionId: transactionId ?? '',
    messageId: messageIdOf(id, index),
    recipient: to,
    state: status === 'pending' ? 'SUBMITTED' : reportStates[status],
    code,
    cause,
    receivedAt: write(at),
    deliveredAt: status === 'delivered' || stampsFailures ? write(decidedAt) : '',
  };
}

/** The text of a delivery report: a form, also for the query of a `GET`, or JSON. */
export function writeReport(
  report: ReturnType<typeof reportOf>,
  { reportFields, reportFormat, reportMethod }: ResolvedOptions,
): string {
  const fields = REPORT_FIELDS.flatMap((field): [string, string][] => {
    const name = reportFields[field];
    return name === undefined ? [] : [[name, report[field]]];
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
