import { z } from 'zod';
import { FAULT_EFFECTS } from '../../faults/fault-effects.js';
import { FAULT_NAMES, FAULT_SHAPES } from '../../faults/fault.js';
import { GREATEST_SEED, MOST_STRIKES } from '../../faults/fault-plan.js';

const count = z.int().min(1).max(MOST_STRIKES).default(1).describe('How many it strikes.');
const probability = z.number().gt(0).lte(1).describe('How likely it strikes one send or login.');
const seed = z.int().min(0).max(GREATEST_SEED).describe('Seed of the dice.');
const names = z.enum(FAULT_NAMES);

/** Every fault with its own options, and what says when it strikes. */
function anyFault(when: z.ZodRawShape): z.ZodType {
  return z.union(
    FAULT_NAMES.map((fault) =>
      z
        .strictObject({ fault: z.literal(fault), ...when, ...FAULT_SHAPES[fault] })
        .describe(FAULT_EFFECTS[fault]),
    ),
  );
}

/** A fault that strikes the next sends or logins. */
export const nextFaultSchema = anyFault({ count });
/** A fault that strikes by chance. */
export const chanceFaultSchema = anyFault({ probability });

const next = z.array(nextFaultSchema);
const chance = z.array(chanceFaultSchema);

/** The body of `PUT /api/faults`. */
export const faultPlanSchema = z.strictObject({
  next: next.optional().describe('What strikes the next sends or logins, first first.'),
  chance: chance.optional().describe('What strikes by chance, where nothing of next does.'),
  seed: seed.optional().describe('Seed of the dice. Not given: the one of the start.'),
});

/** What `GET` and `PUT /api/faults` answer. */
export const faultReportSchema = z.strictObject({
  next: next.describe('What is planned for the next sends or logins.'),
  chance: chance.describe('What strikes by chance.'),
  seed,
  struck: z.partialRecord(names, z.int().min(1)).describe('How often each fault has struck.'),
  known: z.array(names).describe('Every fault there is.'),
  magic: z
    .record(z.string().regex(/^\d{8,15}$/), names)
    .describe('Recipients that call for a fault by themselves.'),
});
