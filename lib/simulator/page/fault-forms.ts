import { z } from 'zod';
import { FAULT_EFFECTS } from '../faults/fault-effects.js';
import { FAULT_NAMES, FAULT_SHAPES, type FaultName } from '../faults/fault.js';

/** One setting of a fault, as a field of a form. */
export interface FaultField {
  readonly name: string;
  readonly kind: 'number' | 'text' | 'flag' | 'list';
  /** What holds where nothing is given; empty where that is nothing at all. */
  readonly fallback: string;
  readonly help: string;
}

/** A fault, as the page lets people choose it. */
export interface FaultForm {
  readonly name: FaultName;
  readonly group: string;
  readonly effect: string;
  /** What it can strike, the default first. */
  readonly strikes: readonly ('send' | 'login')[];
  readonly fields: readonly FaultField[];
}

const GROUPS: Readonly<Record<FaultName, string>> = {
  'accept-then-drop': 'The answer is lost',
  drop: 'The answer is lost',
  reset: 'The answer is lost',
  stall: 'The answer is lost',
  slow: 'The answer is late',
  drip: 'The answer is late',
  '429': 'An HTTP error',
  '500': 'An HTTP error',
  '502': 'An HTTP error',
  '503-html': 'An HTTP error',
  '200-html': 'An answer nobody can read',
  'bad-json': 'An answer nobody can read',
  refuse: 'A refusal',
  'reject-numbers': 'A refusal',
  'expire-token': 'A token that does not last',
  'wrong-zone': 'A token that does not last',
};

interface Property {
  readonly type?: string;
  readonly default?: unknown;
  readonly description?: string;
  readonly enum?: readonly ('send' | 'login')[];
  readonly const?: 'send' | 'login';
}

/** Every fault with its settings, read from what the plan checks. */
export const FAULT_FORMS: readonly FaultForm[] = FAULT_NAMES.map((name) => {
  const { on, ...properties } = propertiesOf(name);
  return {
    name,
    group: GROUPS[name],
    effect: FAULT_EFFECTS[name],
    strikes: on?.enum ?? (on?.const === undefined ? ['send'] : [on.const]),
    fields: Object.entries(properties).map(([field, property]) => readField(field, property)),
  };
});

function propertiesOf(name: FaultName): Readonly<Record<string, Property | undefined>> {
  const schema = z.toJSONSchema(z.strictObject(FAULT_SHAPES[name]), { io: 'input' });
  return (schema.properties ?? {}) as Readonly<Record<string, Property>>;
}

function readField(name: string, property: Property = {}): FaultField {
  return {
    name,
    kind: kindOf(property),
    fallback: property.default === undefined ? '' : String(property.default),
    help: property.description ?? '',
  };
}

function kindOf({ type }: Property): FaultField['kind'] {
  if (type === 'boolean') return 'flag';
  if (type === 'array') return 'list';
  return type === 'number' || type === 'integer' ? 'number' : 'text';
}
