import { z } from 'zod';
import { FAULT_NAMES } from '../../common/fault.js';
import { CHANCE, NEXT, faultId, faultSchema, seedSchema } from '../../faults/fault-table.js';
import { inboxMessageSchema } from '../../inbox/inbox-message-schema.js';
import type { InboxEvent } from '../../inbox/inbox.js';
import { balanceSchema } from '../balance-route.js';
import type { FaultReport } from '../fault-routes.js';
import {
  deliverySchema,
  messageListSchema,
  readAllSchema,
  readFlagSchema,
} from '../message-routes.js';

const nothing = z.strictObject({});
const count = z.number().int().min(0);
const names = z.enum(FAULT_NAMES);
const planNext = anyFault(NEXT);
const planChance = anyFault(CHANCE);
const nextFault = anyFault({ ...NEXT, id: faultId });
const chanceFault = anyFault({ ...CHANCE, id: faultId });
const changed = z.strictObject({ message: inboxMessageSchema });

const faultReport = z.strictObject({
  next: z.array(nextFault),
  chance: z.array(chanceFault),
  seed: seedSchema,
  struck: z.partialRecord(names, z.number().int().min(1)),
  known: z.array(names),
  magic: z.record(z.string().regex(/^\d{8,15}$/), names),
} satisfies Record<keyof FaultReport, z.ZodType>);

/** The bodies that the API reads. */
export const READ = {
  FaultPlan: z.strictObject({
    next: z.array(planNext).optional(),
    chance: z.array(planChance).optional(),
    seed: seedSchema.optional(),
  }),
  NewFault: z.union([planNext, planChance]),
  BalanceChange: balanceSchema,
  DeliveryChange: deliverySchema,
  ReadAll: readAllSchema.optional(),
  ReadFlag: readFlagSchema.optional(),
} as const;

/** What the API answers. */
export const ANSWERED = {
  Message: inboxMessageSchema,
  MessageList: messageListSchema,
  Messages: z.array(inboxMessageSchema),
  Updated: z.strictObject({ updated: count }),
  Deleted: z.strictObject({ deleted: count }),
  Balance: balanceSchema.required(),
  Otp: z.strictObject({ otp: z.string() }),
  AddedFault: z.union([nextFault, chanceFault]),
  FaultReport: faultReport,
  Error: z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) }),
  OpenApi: z.looseObject({ openapi: z.string() }),
  /** The data of each event, by the name of the event. */
  Events: z.strictObject({
    hello: nothing,
    added: changed,
    updated: changed,
    removed: z.strictObject({ id: z.string() }),
    cleared: nothing,
    reset: nothing,
    faults: faultReport,
  } satisfies Record<InboxEvent['type'] | 'hello' | 'reset' | 'faults', z.ZodType>),
} as const;

/** Every fault with its options. */
function anyFault(when: z.ZodRawShape) {
  return z.union(FAULT_NAMES.map((fault) => faultSchema(fault, when)));
}
