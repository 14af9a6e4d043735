import type { ChanceFault, NextFault } from '../../../faults/fault-plan.js';
import type { FaultForm } from '../../fault-forms.js';
import { counted } from './format.js';

/** A planned fault. */
export type Planned = NextFault | ChanceFault;

/** The contents of the form for a fault. */
export interface FaultDraft {
  readonly kind: 'next' | 'chance';
  readonly count: string;
  readonly percent: string;
  readonly on: 'send' | 'login';
  readonly values: Readonly<Record<string, string>>;
}

/** What a planned fault applies to: `next 2 sends`, `10% of logins`. */
export function faultReach(fault: Planned): string {
  const { account, to = [] } = fault;
  const numbers = [to].flat().join(', ');
  return [howMany(fault), account && `of ${account}`, numbers && `to ${numbers}`]
    .filter(Boolean)
    .join(' ');
}

function howMany(fault: Planned): string {
  if ('count' in fault) return `next ${counted(fault.count, fault.on)}`;
  const percent = Number((fault.probability * 100).toFixed(2));
  return percent === 100 ? `every ${fault.on}` : `${percent}% of ${fault.on}s`;
}

/** What says which requests a fault affects. Without an account or a number, it affects any. */
export const REACH = new Set(['id', 'fault', 'on', 'count', 'probability', 'account', 'to']);

/** The options of a planned fault. */
export function faultSettings(fault: Planned): string {
  return Object.entries(fault)
    .filter(([name]) => !REACH.has(name))
    .map(([name, value]) => `${name} ${[value].flat().join(', ')}`)
    .join(', ');
}

/** The fault for the API, without defaults. */
export function faultBody(form: FaultForm, draft: FaultDraft): Record<string, unknown> {
  const reach =
    draft.kind === 'next'
      ? { count: Number(draft.count) }
      : { probability: Number((Number(draft.percent) / 100).toFixed(6)) };
  return { fault: form.name, ...reach, ...options(form, draft) };
}

/** The same as a line of a test. */
export function faultCode(form: FaultForm, draft: FaultDraft): string {
  const { fault, probability, ...rest } = faultBody(form, draft);
  if (probability !== undefined) {
    const restOfOptions = Object.keys(rest).length > 0 ? `, ${literal(rest)}` : '';
    return `gateway.faults.chance('${String(fault)}', ${String(probability)}${restOfOptions});`;
  }
  const simple = Object.keys(rest).length === 1;
  return `gateway.faults.next('${String(fault)}', ${simple ? draft.count : literal(rest)});`;
}

function options(
  { fields, strikes }: FaultForm,
  { on, values }: FaultDraft,
): Record<string, unknown> {
  const chosenOptions: Record<string, unknown> = on === strikes[0] ? {} : { on };
  for (const { name, kind, fallback } of fields) {
    const value = (values[name] ?? fallback).trim();
    if (value === fallback || value === '') continue;
    if (kind === 'number') chosenOptions[name] = Number(value);
    else if (kind === 'flag') chosenOptions[name] = value === 'true';
    else if (kind === 'list') chosenOptions[name] = value.split(/\s*[,\n]\s*/).filter(Boolean);
    else chosenOptions[name] = value;
  }
  return chosenOptions;
}

// JavaScript: keys without quotes, strings in single quotes.
function literal(value: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(value).map(([name, item]) => {
    const json = JSON.stringify(item)
      .replaceAll("'", String.raw`\'`)
      .replaceAll('"', "'");
    return `${name}: ${json}`;
  });
  return `{ ${pairs.join(', ')} }`;
}
