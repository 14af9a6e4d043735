import { z } from 'zod';
import { answerReports } from './asked-reports.js';
import type { Call } from './call.js';

const field = (meaning: string) => z.string().optional().describe(meaning);

const reports: Call = {
  summary: 'The delivery reports of a send, or of some days',
  fields: {
    uuid: field('The transactionId of the send.'),
    method: field('getDlr for the reports of some days.'),
    fromdate: field('The first day, like 2026-03-17. Needed for getDlr.'),
    todate: field('The last day. Needed for getDlr.'),
    pageLimit: field('How many reports of getDlr. Needed for it.'),
    mobileNo: field('The only number of getDlr.'),
  },
  // One was refused here by a gateway that took the password.
  refusesKey: true,
  answer: answerReports,
};

/** The calls of known clients, by the path behind `/SMSApi/`. All of it is assumed, and nothing is stored. */
export const CALLS: Readonly<Record<string, Call>> = {
  'report/status': reports,
  'reports/status': reports,
  'account/readstatus': {
    id: 'readStatus',
    summary: 'What the account has left',
    answer: ({ userId, balances }) => ({ account: { smsBalance: String(balances.of(userId)) } }),
  },
  'apikey/read': { answer: () => ({ apikey_readList: [] }) },
  'senderid/read': {
    answer: ({ options: { senderIds = [] } }) => ({
      senderid_readList: senderIds.map((senderId) => ({ senderid: { senderId } })),
    }),
  },
  'group/read': { answer: () => ({ group_readList: [] }) },
  'schedule/read': { answer: () => ({ schedule_readList: [] }) },
  'webhook/create': { answer: () => ({}) },
  profile: { answer: ({ userId }) => ({ profile: { userName: userId } }) },
};
