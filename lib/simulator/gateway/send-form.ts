import type { SendEncoding } from '../inbox/inbox-message.js';

/** One text and its recipients. A form holds one; the JSON of the wild may hold several. */
export interface SendEntry {
  /** Comma-separated numbers, as they came. */
  readonly mobile: string;
  /** The text. */
  readonly msg: string;
}

/** The fields of a send, however they came. */
export interface SendForm {
  readonly encoding: SendEncoding;
  readonly fields: ReadonlyMap<string, string>;
  readonly entries: readonly SendEntry[];
  /** What is odd about the way in which they came. */
  readonly notes: readonly string[];
}

/** Gathers fields by name. The first one counts where a name stands twice. */
export class FieldCollector {
  readonly fields = new Map<string, string>();
  readonly notes: string[] = [];

  add(name: string, value: string): void {
    if (!this.fields.has(name)) this.fields.set(name, value);
    else this.notes.push(`The field ${name} came more than once; the first one counts.`);
  }
}

/** The form that a list of fields makes. */
export function makeForm(encoding: SendEncoding, { fields, notes }: FieldCollector): SendForm {
  const entry = { mobile: fields.get('mobile') ?? '', msg: fields.get('msg') ?? '' };
  return { encoding, fields, entries: [entry], notes };
}
