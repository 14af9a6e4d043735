import type { InboxMessage } from '../../../inbox/inbox-message.js';

/** What became of the delivery reports of a message, in a few words. */
export interface ReportFate {
  readonly bad: boolean;
  readonly words: string;
}

/** The worst that became of the latest report for each number; undefined while there is none. */
export function reportFate({ timeline, deliveries }: InboxMessage): ReportFate | undefined {
  const decided = deliveries.filter(({ status }) => status !== 'pending').length;
  const latest = timeline.filter(({ event }) => event.startsWith('report ')).slice(-decided);
  const worst = latest.find(({ event }) => event !== 'report sent') ?? latest[0];
  if (worst === undefined) return undefined;
  if (worst.event !== 'report failed')
    return { bad: worst.event === 'report lost', words: worst.event };
  const [status = 'no answer'] = /^HTTP \d+/.exec(worst.answer ?? '') ?? [];
  return { bad: true, words: `report failed: ${status}` };
}
