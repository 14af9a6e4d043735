import { maskDigits } from '../../../core/common/mask.js';
import type { SmsReport } from '../../reports/sms-report.js';
import type { SmsQueueDelivery, SmsQueueReport } from '../sms-queue.js';

/** What reports say about a message to one number. */
export type Delivery = Omit<SmsQueueDelivery, 'recipient' | 'dltTemplateId'>;

type Reported = Pick<SmsReport, 'state' | 'code' | 'cause' | 'at' | 'receivedAt'>;

/** How much a state says. A report replaces what is known only if it says more. */
const WEIGHTS = { pending: 0, unrecognised: 1, delivered: 2, failed: 2, expired: 2 } as const;

/** Longer texts of a gateway are cut. */
const LONGEST = 200;
/** A longer code may contain a phone number. */
const LONGEST_CODE = 7;

/** How many transactions are kept for a number. */
const MOST_TRANSACTIONS = 20;

/** What one report says, with its digits masked, because a gateway may quote the number. */
export function factOf(report: Reported): Delivery {
  const { state, code = '', cause, at, receivedAt } = report;
  const shownCode = code.length > LONGEST_CODE ? maskDigits(code.slice(0, LONGEST)) : code;
  return {
    state,
    ...(code && { code: shownCode }),
    ...(cause && { cause: maskDigits(cause.slice(0, LONGEST).toWellFormed()) }),
    at: at ?? receivedAt,
  };
}

/**
 * Adds the next report, a result of `factOf`, to what is known of a delivery. The first final state is kept.
 */
export function deliveryAfter(delivery: Delivery | undefined, next: Delivery): Delivery {
  if (!delivery) return next;
  // Only a later copy of the report may have the code or the cause.
  if (delivery.state === next.state) return { ...next, ...delivery };
  if (WEIGHTS[next.state] > WEIGHTS[delivery.state]) return next;
  return WEIGHTS[next.state] === WEIGHTS.delivered ? { ...delivery, conflict: true } : delivery;
}

/** Adds what reports say to the transactions of a number, and keeps the last ones. */
export function withReports(
  knownReports: readonly SmsQueueReport[],
  reports: readonly SmsReport[],
): readonly SmsQueueReport[] {
  const reportsById = new Map(knownReports.map((report) => [report.transactionId, report]));
  for (const { transactionId = '', state, receivedAt: at } of reports) {
    const before = reportsById.get(transactionId);
    const after = deliveryAfter(before, { state, at });
    reportsById.set(transactionId, { transactionId, state: after.state, at: before?.at ?? at });
  }
  return [...reportsById.values()].slice(-MOST_TRANSACTIONS);
}
