import { z } from 'zod';
import { FAULT_NAMES, type FaultName } from '../common/fault.js';
import { FAULTS } from '../faults/fault-table.js';

/** One option of a fault, as a form field. */
export interface FaultField {
  readonly name: string;
  readonly kind: 'number' | 'text' | 'flag' | 'list';
  /** The default; empty if there is none. */
  readonly fallback: string;
  readonly help: string;
}

/** A fault as the page offers it. */
export interface FaultForm {
  readonly name: FaultName;
  readonly group: string;
  readonly effect: string;
  /** What it can strike, the default first. */
  readonly strikes: readonly ('send' | 'login')[];
  readonly fields: readonly FaultField[];
}

interface Property {
  readonly type?: string;
  readonly anyOf?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly enum?: readonly ('send' | 'login')[];
  readonly const?: 'send' | 'login';
}

const KINDS: Readonly<Record<string, FaultField['kind']>> = {
  boolean: 'flag',
  array: 'list',
  number: 'number',
  integer: 'number',
};

/** Every fault with its options, from the schemas that check them. */
export const FAULT_FORMS: readonly FaultForm[] = FAULT_NAMES.map((name) => {
  const { group, effect, options } = FAULTS[name];
  const { properties } = z.toJSONSchema(z.strictObject(options), { io: 'input' });
  const { on, ...fields } = properties as Readonly<Record<string, Property>>;
  const strikes = on?.enum ?? [on?.const ?? 'send'];
  // A login has no recipient.
  const shownFields = Object.entries(fields).filter(
    ([field]) => field !== 'to' || strikes[0] === 'send',
  );
  return {
    name,
    group,
    effect,
    strikes,
    fields: shownFields.map(([field, property]) => ({
      name: field,
      kind: KINDS[property.type ?? (property.anyOf ? 'array' : '')] ?? 'text',
      fallback: String(property.default ?? ''),
      help: property.description ?? '',
    })),
  };
});
