import { z } from 'zod';
import { REFUSED } from '../common/simulated-answer.js';
import { wallClock } from '../common/wall-clock.js';
import type { InboxMessage } from '../inbox/inbox-message.js';
import type { Asked, Call } from './call.js';

const CANCELLED = 'The schedule was deleted';

/** A message that is still to go out at a later time. */
interface Scheduled extends InboxMessage {
  readonly scheduledFor: string;
}

/** The calls about scheduled messages. Clients make them, but the form of the answers is our own. */
export const SCHEDULE_CALLS: Readonly<Record<string, Call>> = {
  'schedule/read': {
    summary: 'The scheduled messages that have not gone out',
    fields: {
      uuid: z.string().optional().describe('The transactionId of the only send to list.'),
      fromdate: z.string().optional().describe('The first day, like 2026-03-17.'),
      todate: z.string().optional().describe('The last day.'),
    },
    answer: (call) => {
      const { fields, options } = call;
      const uuid = fields.get('uuid');
      const from = fields.get('fromdate') || '0';
      const to = fields.get('todate') || '9';
      const list = scheduledBy(call).flatMap((message) => {
        const scheduleTime = wallClock(Date.parse(message.scheduledFor), options.timeZone);
        const day = scheduleTime.slice(0, 10);
        if ((uuid && uuid !== message.transactionId) || day < from || day > to) return [];
        return [{ schedule: describe(message, scheduleTime) }];
      });
      return { count: list.length, scheduleList: list };
    },
  },
  'schedule/delete': {
    summary: 'Deletes a scheduled message, which then never goes out',
    fields: { uuid: z.string().describe('The transactionId of the send.') },
    answer: (call) => {
      const uuid = call.fields.get('uuid');
      const messages = scheduledBy(call).filter(({ transactionId }) => transactionId === uuid);
      if (messages.length === 0) {
        return { statusCode: REFUSED.nothing, reason: 'There is no such scheduled message' };
      }
      for (const { id } of messages) {
        call.deliveries.change(id, { status: 'failed', cause: CANCELLED });
      }
      return {};
    },
  },
};

/** The account's messages whose time has not come, and that were not decided by hand. */
function scheduledBy({ userId, inbox, options }: Asked): Scheduled[] {
  return inbox.list('accepted').flatMap((message) => {
    const { account, scheduledFor, deliveries } = message;
    const isWaiting =
      scheduledFor !== undefined &&
      Date.parse(scheduledFor) > options.now() &&
      deliveries.some(({ status }) => status === 'pending');
    return isWaiting && account === userId ? [{ ...message, scheduledFor }] : [];
  });
}

function describe({ transactionId, to, senderId, text, fields }: Scheduled, scheduleTime: string) {
  return {
    uuId: transactionId,
    mobileNo: to.join(','),
    senderName: senderId,
    text,
    msgType: fields['msgType'] ?? 'text',
    scheduleTime,
  };
}
