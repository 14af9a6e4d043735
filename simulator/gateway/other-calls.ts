import type { ResolvedOptions } from '../check-options.js';
import type { SendForm } from './fields.js';

/** What a call answers besides the usual members. */
type Answer = (fields: SendForm['fields'], options: ResolvedOptions) => object;

/**
 * Calls that known clients make besides sending, by the path behind `/SMSApi/`. All of it is assumed: nothing
 * is stored, and the lists are named like that of the reports.
 */
export const OTHER_CALLS: Readonly<Record<string, Answer>> = {
  'apikey/read': () => ({ apikey_readList: [] }),
  'senderid/read': (_fields, { senderIds = [] }) => ({
    senderid_readList: senderIds.map((senderId) => ({ senderid: { senderId } })),
  }),
  'group/read': () => ({ group_readList: [] }),
  'schedule/read': () => ({ schedule_readList: [] }),
  'webhook/create': () => ({}),
  profile: (fields) => ({ profile: { userName: fields.get('userid') } }),
};
