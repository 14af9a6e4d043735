import type { FaultForm } from '../../fault-forms.js';

/** What stands in the form for a fault. */
export interface FaultDraft {
  readonly kind: 'next' | 'chance';
  readonly count: string;
  readonly percent: string;
  readonly on: 'send' | 'login';
  readonly values: Readonly<Record<string, string>>;
}

/** The fault as the API takes it; what is as it would be anyway is left out. */
export function faultBody(form: FaultForm, draft: FaultDraft): Record<string, unknown> {
  const reach =
    draft.kind === 'next'
      ? { count: Number(draft.count) }
      : { probability: Number((Number(draft.percent) / 100).toFixed(6)) };
  return { fault: form.name, ...reach, ...options(form, draft) };
}

/** The line of a test that does the same. */
export function faultCode(form: FaultForm, draft: FaultDraft): string {
  const { fault, probability, ...rest } = faultBody(form, draft);
  if (probability !== undefined) {
    const more = Object.keys(rest).length > 0 ? `, ${literal(rest)}` : '';
    return `gateway.faults.chance('${String(fault)}', ${String(probability)}${more});`;
  }
  const simple = Object.keys(rest).length === 1;
  return `gateway.faults.next('${String(fault)}', ${simple ? draft.count : literal(rest)});`;
}

function options(
  { fields, strikes }: FaultForm,
  { on, values }: FaultDraft,
): Record<string, unknown> {
  const given: Record<string, unknown> = on === strikes[0] ? {} : { on };
  for (const { name, kind, fallback } of fields) {
    const value = (values[name] ?? fallback).trim();
    if (value === fallback || value === '') continue;
    if (kind === 'number') given[name] = Number(value);
    else if (kind === 'flag') given[name] = value === 'true';
    else if (kind === 'list') given[name] = value.split(/[\s,]+/).filter(Boolean);
    else given[name] = value;
  }
  return given;
}

// As JavaScript has it: keys without quotes, texts in single ones.
function literal(value: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(value).map(
    ([name, item]) =>
      `${name}: ${JSON.stringify(item)
        .replaceAll("'", String.raw`\'`)
        .replaceAll('"', "'")}`,
  );
  return `{ ${pairs.join(', ')} }`;
}
