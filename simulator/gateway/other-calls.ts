import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { estimateSegments } from '../../lib/core/message/segments.js';
import type { SmsTemplateDefinition } from '../../lib/core/sms-gateway.options.js';
import { isPushUrl, type ResolvedOptions } from '../options/check-options.js';
import type { SimulatedTemplate } from '../options/match-templates.js';
import type { Account } from '../options/simulator.options.js';
import { answerReports } from './asked-reports.js';
import type { Asked, Call, CallAnswer } from './call.js';
import { SCHEDULE_CALLS } from './schedule-calls.js';
import { exampleSenders } from '../common/sender-ids.js';
import { REFUSED, missing } from '../common/simulated-answer.js';
import { wallClock } from '../common/wall-clock.js';

const A_YEAR = 365 * 86_400_000;

const field = (meaning: string) => z.string().optional().describe(meaning);

const reports: Call = {
  api: 'send',
  summary: 'The delivery reports of a send, or of some days',
  fields: {
    uuid: field('The transactionId of the send, or the id of one message.'),
    method: field('getDlr for the reports of some days.'),
    fromdate: field('The first day, like 2026-03-17. Needed for getDlr.'),
    todate: field('The last day. Needed for getDlr.'),
    pageLimit: field('How many reports of getDlr. Needed for it.'),
    mobileNo: field('The only number of getDlr.'),
  },
  // A real gateway refused a key here, and accepted the password.
  refusesKey: true,
  answer: answerReports,
};

/** The calls of known clients, by the path behind `/SMSApi/`. All is assumed; what is not known is empty. */
export const CALLS: Readonly<Record<string, Call>> = {
  'report/status': reports,
  'reports/status': reports,
  'account/readstatus': {
    id: 'readStatus',
    summary: 'What the account has left',
    answer: ({ userId, balances, options: { segmentPrice } }) => {
      const account = {
        expDate: String(balances.since + A_YEAR),
        userCreditType: segmentPrice === undefined ? '1' : '2',
        endHour: '2055',
        startHour: '900',
        smsBalance: balances.write(balances.of(userId)),
      };
      return { count: Object.keys(account).length, account };
    },
  },
  'account/readprofile': {
    answer: ({ userId, options: { timeZone } }) => {
      const account = { userid: userId, userTimezone: timeZone, dltEntityId: '' };
      return { count: Object.keys(account).length, account };
    },
  },
  'account/readcredithistory': {
    answer: ({ options: { balance, timeZone }, balances }) => {
      const credits = balances.write(balance ?? 0);
      const change = { creditsBefore: '0', credits, creditsAfter: credits, creditComments: '' };
      const addedTime = wallClock(balances.since, timeZone);
      const kind = { product: '', transactionType: '', type: 'CREDIT' };
      const history = { id: '1', ...kind, ...change, addedTime };
      return { historyList: balance === undefined ? [] : [{ history }] };
    },
  },
  'apikey/read': {
    answer: ({ userId, options }) => {
      const apikey = findAccount(userId, options)?.apiKey;
      const none = { statusCode: REFUSED.nothing, reason: 'There is no API key yet' };
      return apikey === undefined ? none : { apikeyList: { apikey } };
    },
  },
  'apikey/create': {
    answer: ({ userId, options }) => {
      const account: Pick<Account, 'apiKey'> = findAccount(userId, options) ?? {};
      return { apikey: (account.apiKey ??= randomBytes(16).toString('hex')) };
    },
  },
  'senderid/read': {
    answer: ({ options: { senderIds } }) => ({
      senderidList: exampleSenders(senderIds).map((senderName, index) => ({
        senderid: { sId: String(index + 1), senderName, isEnabled: 'Active' },
      })),
    }),
  },
  'senderid/create': {
    fields: { senderid: z.string() },
    answer: ({ notes }) => {
      notes.push('Nothing changes here: the option senderIds has the allowed senders.');
      return { msg: 'Requested: a person at the gateway decides about this sender' };
    },
  },
  'group/read': { answer: () => ({ groupnameList: [], count: 0 }) },
  'template/read': {
    answer: ({ options }) => ({ templateList: options.templates?.map(describeTemplate) ?? [] }),
  },
  'info/msg': {
    fields: { msg: z.string() },
    answer: ({ fields }) => {
      const { count, perSegment, units } = estimateSegments(fields.get('msg') ?? '');
      return { msgList: { credit: String(count), remaining: String(count * perSegment - units) } };
    },
  },
  'webhook/create': {
    fields: { smswebhook: z.string(), smswebhookrate: z.string() },
    answer: setWebhook,
  },
  // One vendor documents it without a rate.
  'webhook/update': {
    fields: { smswebhook: z.string(), smswebhookrate: field('Without effect.') },
    answer: setWebhook,
  },
  ...SCHEDULE_CALLS,
};

function setWebhook({ userId, fields, notes, options, deliveries }: Asked): CallAnswer {
  const { reportUrl, webhooks } = options;
  const url = fields.get('smswebhook') ?? '';
  if (!isPushUrl(url)) return missing('smswebhook', 'not an http or https address');
  if (webhooks) deliveries.setWebhook(userId, url);
  else notes.push('Nothing will be posted there, because the option webhooks is not set.');
  if (reportUrl !== undefined) notes.push('Reports go to the option reportUrl instead.');
  return {};
}

function findAccount(userId: string, { accounts }: ResolvedOptions) {
  return accounts.find((account) => account.userId === userId);
}

/** A template as `template/read` lists it. */
function describeTemplate(template: SimulatedTemplate, index: number): object {
  const definition: SmsTemplateDefinition =
    typeof template === 'string' ? { text: template, dltTemplateId: '' } : template.definition;
  const { text, dltTemplateId, category = '', senderId = '' } = definition;
  const msgType = estimateSegments(text).encoding === 'GSM-7' ? 'text' : 'unicode';
  const details = { mtId: String(index + 1), template: text, dltTemplateId, msgType };
  const unknown = { identifier: '', status: '', lastUpdated: '' };
  return { template: { ...details, dltTemplateType: category, senderIds: senderId, ...unknown } };
}
