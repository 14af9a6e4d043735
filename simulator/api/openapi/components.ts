import { z } from 'zod/v3';
import { FAULT_NAMES, type FaultName } from '../../faults/fault.js';
import { CHANCE, NEXT, faultId, faultSchema, seedSchema } from '../../faults/fault-table.js';
import { inboxMessageSchema } from '../../inbox/inbox-message.js';
import type { InboxEvent } from '../../inbox/inbox.js';
import type { FaultReport } from '../fault-routes.js';
import {
  deliverySchema,
  readAllSchema,
  readFlagSchema,
  type MessageList,
} from '../message-routes.js';
import {
  accountFormSchema,
  balanceSchema,
  refusalSchema,
  reportFormSchema,
  reportListSchema,
  sendRefusalSchema,
  sendFormSchema,
  sendJsonSchema,
  sendResultSchema,
  tokenSchema,
} from './gateway-schemas.js';

const nothing = () => z.strictObject({});
const message = z.strictObject({ message: inboxMessageSchema });
const count = z.number().int().min(0);

const names = z.enum(FAULT_NAMES);
const planNext = anyFault(NEXT);
const planChance = anyFault(CHANCE);
const nextFault = anyFault({ ...NEXT, id: faultId });
const chanceFault = anyFault({ ...CHANCE, id: faultId });
const IN_ORDER = 'The faults of the next sends or logins, in order.';
const AT_RANDOM = 'The faults that strike at random.';

/** What the simulator reads. */
export const READ = {
  SendForm: sendFormSchema,
  SendJson: sendJsonSchema,
  ReportForm: reportFormSchema,
  AccountForm: accountFormSchema,
  FaultPlan: z.strictObject({
    next: z.array(planNext).optional().describe(IN_ORDER),
    chance: z.array(planChance).optional().describe(AT_RANDOM),
    seed: seedSchema.optional().describe('Seed of the dice. Default: the option seed.'),
  }),
  PlanNext: planNext,
  PlanChance: planChance,
  NewFault: z.union([planNext, planChance]),
  DeliveryChange: deliverySchema,
  ReadAll: readAllSchema,
  ReadFlag: readFlagSchema,
} as const;

const error = z.strictObject({
  error: z.strictObject({
    code: z.string().describe('A word that programs can compare.'),
    message: z.string().describe('What to do, for people.'),
  }),
});

/** What the simulator answers. */
export const ANSWERED = {
  Token: tokenSchema,
  SendResult: sendResultSchema,
  Refusal: refusalSchema,
  SendRefusal: sendRefusalSchema,
  ReportAnswer: z.union([reportListSchema, refusalSchema]),
  BalanceAnswer: z.union([balanceSchema, refusalSchema]),
  SendAnswer: z.union([sendResultSchema, sendRefusalSchema]),
  TokenAnswer: z.union([tokenSchema, refusalSchema]),
  Message: inboxMessageSchema,
  MessageList: z.strictObject({
    messages: z.array(inboxMessageSchema).describe('Newest first.'),
    total: count.describe('How many match the search, on all pages together.'),
    unread: count.describe('How many of those are unread.'),
    others: count.describe('How many logins and other requests others=true listed besides.'),
    next: z.string().nullable().describe('The before of the next page; null on the last page.'),
    accounts: z.array(z.string()).describe('User ids: configured, and of all kept sends.'),
  } satisfies { readonly [Key in keyof MessageList]: z.ZodType<MessageList[Key]> }),
  Messages: z.array(inboxMessageSchema),
  Updated: z.strictObject({ updated: count }),
  Deleted: z.strictObject({ deleted: count }),
  Otp: z.strictObject({ otp: z.string() }),
  NextFault: nextFault,
  ChanceFault: chanceFault,
  AddedFault: z.union([nextFault, chanceFault]),
  FaultReport: z.strictObject({
    next: z.array(nextFault).describe(IN_ORDER),
    chance: z.array(chanceFault).describe(AT_RANDOM),
    seed: seedSchema,
    struck: z.record(names, z.number().int().min(1)).describe('How often each fault has struck.'),
    known: z.array(names).describe('Every fault there is.'),
    magic: z
      .record(z.string().regex(/^\d{8,15}$/), names)
      .describe('Recipients that trigger a fault.'),
  } satisfies Record<keyof FaultReport, z.ZodTypeAny>),
  Health: z.strictObject({ status: z.literal('ok') }),
  Error: error,
  Forbidden: z.union([error, refusalSchema, sendRefusalSchema]),
  OpenApi: z.object({ openapi: z.string() }).passthrough(),
  Text: z.string(),
  HelloEvent: nothing().describe('The first event of a new listener.'),
  AddedEvent: message.describe('A message, a refused send, a login or another request came.'),
  UpdatedEvent: message.describe('It was read, answered or delivered.'),
  RemovedEvent: z.strictObject({ id: z.string() }).describe('It was deleted, or is too old.'),
  ClearedEvent: nothing().describe('Everything was deleted.'),
  ResetEvent: nothing().describe('Too much was missed: read everything again.'),
} as const;

/** The name of a schema. */
export type ComponentName = keyof typeof READ | keyof typeof ANSWERED;

/** The events of `/api/events`, each with the schema of its data. */
export const EVENTS: Readonly<
  Record<InboxEvent['type'] | 'hello' | 'reset' | 'faults', keyof typeof ANSWERED>
> = {
  hello: 'HelloEvent',
  added: 'AddedEvent',
  updated: 'UpdatedEvent',
  removed: 'RemovedEvent',
  cleared: 'ClearedEvent',
  reset: 'ResetEvent',
  faults: 'FaultReport',
};

/** Every fault with its options. */
function anyFault(when: z.ZodRawShape): z.ZodTypeAny {
  const [first, second, ...others] = FAULT_NAMES;
  const schemaOf = (fault: FaultName) => faultSchema(fault, when);
  return z.union([schemaOf(first), schemaOf(second), ...others.map(schemaOf)]);
}
