import type { InboxMessage } from '../../../inbox/inbox-message.js';

/** What {@link reportFate} returns if every report was sent. */
export const SENT = 'report sent';

/** The worst that became of the newest report for each number; undefined until all are known to be sent. */
export function reportFate({ deliveries }: InboxMessage): string | undefined {
  const reports = deliveries.map(({ report }) => report);
  const bad = reports.find((report) => report !== undefined && report !== 'sent');
  const worst = bad ?? (reports.includes(undefined) ? undefined : reports[0]);
  return worst && `report ${worst}`;
}
