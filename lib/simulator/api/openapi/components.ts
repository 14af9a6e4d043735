import { z } from 'zod';
import { inboxMessageSchema } from '../../inbox/inbox-message.schema.js';
import type { InboxEvent } from '../../inbox/inbox.js';
import type { FaultReport } from '../fault-routes.js';
import type { MessageList } from '../message-routes.js';
import {
  chanceFaultSchema,
  faultPlanSchema,
  faultReportSchema,
  nextFaultSchema,
} from './fault-schemas.js';
import {
  refusalSchema,
  sendFormSchema,
  sendJsonSchema,
  sendResultSchema,
  tokenSchema,
} from './gateway-schemas.js';

const nothing = () => z.strictObject({});
const message = z.strictObject({ message: inboxMessageSchema });
const count = z.int().min(0);

/** What the simulator reads. */
export const READ = {
  SendForm: sendFormSchema,
  SendJson: sendJsonSchema,
  FaultPlan: faultPlanSchema,
  PlanNext: nextFaultSchema,
  PlanChance: chanceFaultSchema,
  ReadFlag: z.strictObject({ read: z.boolean().default(true) }),
} as const;

/** What the simulator answers. */
export const ANSWERED = {
  Token: tokenSchema,
  SendResult: sendResultSchema,
  Refusal: refusalSchema,
  SendAnswer: z.union([sendResultSchema, refusalSchema]),
  TokenAnswer: z.union([tokenSchema, refusalSchema]),
  Message: inboxMessageSchema,
  MessageList: z.strictObject({
    messages: z.array(inboxMessageSchema).describe('Newest first.'),
    total: count.describe('How many fit the search, on every page together.'),
    unread: count.describe('How many of those are unread.'),
    next: z.string().nullable().describe('The next page’s before; null on the last one.'),
  } satisfies { readonly [Key in keyof MessageList]: z.ZodType<MessageList[Key]> }),
  Deleted: z.strictObject({ deleted: count }),
  Otp: z.strictObject({ otp: z.string() }),
  NextFault: nextFaultSchema,
  ChanceFault: chanceFaultSchema,
  FaultReport: faultReportSchema satisfies z.ZodObject<Record<keyof FaultReport, z.ZodType>>,
  Health: z.strictObject({ status: z.literal('ok') }),
  Error: z.strictObject({
    error: z.strictObject({
      code: z.string().describe('A word for programs.'),
      message: z.string().describe('What to do, for people.'),
    }),
  }),
  OpenApi: z.looseObject({ openapi: z.string() }),
  Text: z.string(),
  HelloEvent: nothing().describe('The first event of a new listener.'),
  AddedEvent: message.describe('A message or a refused send came.'),
  UpdatedEvent: message.describe('It was read, or its answer went out.'),
  RemovedEvent: z.strictObject({ id: z.string() }).describe('It was deleted, or is too old.'),
  ClearedEvent: nothing().describe('Everything was deleted.'),
  ResetEvent: nothing().describe('Too much was missed: read everything again.'),
} as const;

/** The name of a schema. */
export type ComponentName = keyof typeof READ | keyof typeof ANSWERED;

/** What `/api/events` sends, each with the schema of its data. */
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
