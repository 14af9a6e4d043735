import { FORM_FIELDS } from '../../lib/core/message/message-fields.js';
import { estimateSegments } from '../../lib/core/message/segments.js';
import type { SendEncoding } from '../inbox/inbox-message.js';
import { readSchedule, type Schedule } from './schedule-time.js';

/** One field of a send as the specification has it (section 2.3). */
interface DocumentField {
  readonly meaning: string;
  /** The value that the specification shows, if it shows one. */
  readonly documentedValue?: string;
  /** Whether a send without it is refused (an assumption: the specification leaves it open). */
  readonly required?: true;
}

/** The nine fields of the specification. */
export const DOCUMENT_FIELDS: Readonly<Record<string, DocumentField>> = {
  userid: { meaning: 'Registered user name.', required: true },
  mobile: {
    meaning: 'Digits with country prefix, no plus sign. An assumption: several, with commas.',
    required: true,
  },
  senderid: { meaning: 'Sender identifier.' },
  dltEntityId: { meaning: 'Registered entity identifier of the sender.' },
  msg: { meaning: 'The text.', required: true },
  sendMethod: { meaning: 'Way of sending.', documentedValue: 'quick' },
  msgType: {
    meaning:
      'Kind of text. An assumption: text is refused with 171 if it has certain characters, unicode never is.',
    documentedValue: 'text',
  },
  output: {
    meaning: 'Format of the answer, which is JSON for any value.',
    documentedValue: 'json',
  },
  duplicatecheck: {
    meaning: 'Whether to check for duplicates: true or false.',
    documentedValue: 'true',
  },
};

const WITHOUT_EFFECT = new Set([
  'scheduleTime',
  'trackLink',
  'smartLinkTitle',
  'msgId',
  'test',
  'testMessage',
  'group',
  'file',
]);

const TEST_FIELDS = ['test', 'testMessage'];

/** Other fields that clients, including this package, are known to send. */
export const WILD_FIELDS: ReadonlySet<string> = new Set([
  'password',
  ...FORM_FIELDS.map(({ name }) => name).filter((name) => !Object.hasOwn(DOCUMENT_FIELDS, name)),
  ...WITHOUT_EFFECT,
]);

/** One text and its recipients. A form has one; JSON of real clients may have several. */
export interface SendEntry {
  /** Comma-separated numbers, as they came. */
  readonly mobile: string;
  /** The text. */
  readonly msg: string;
}

/** The fields of a send in any encoding. */
export interface SendForm {
  readonly encoding: SendEncoding;
  readonly fields: ReadonlyMap<string, string>;
  readonly entries: readonly SendEntry[];
  /** Whether a part of it is a file. */
  readonly hasFile?: boolean;
  /** What is unusual about how they came. */
  readonly notes: readonly string[];
}

/** Whether a send is to the members of a group or of a file, which nobody here knows. */
export function isToUnknown({ fields, entries, hasFile = false }: SendForm): boolean {
  const isBulk = ['group', 'bulk', 'bulkupload'].includes(fields.get('sendMethod') ?? '');
  const namesThem = hasFile || Boolean(fields.get('group') || fields.get('file'));
  return isBulk || (namesThem && entries.every(({ mobile }) => mobile === ''));
}

/** Whether a send is a test, which is accepted but not delivered. */
export function isTest(fields: SendForm['fields']): boolean {
  return TEST_FIELDS.some((name) => isTestField(name, fields));
}

function isTestField(name: string, fields: SendForm['fields']): boolean {
  return TEST_FIELDS.includes(name) && fields.get(name) === 'true';
}

/** Makes a form. If a name is repeated, the first field counts. */
export function makeForm(
  encoding: SendEncoding,
  pairs: Iterable<readonly [string, string]>,
  ...notes: readonly string[]
): SendForm {
  const fields = new Map<string, string>();
  const repeated: string[] = [];
  for (const [name, value] of pairs) {
    if (!fields.has(name)) fields.set(name, value);
    else repeated.push(`The field ${name} came more than once; the first one counts.`);
  }
  const entry = { mobile: fields.get('mobile') ?? '', msg: fields.get('msg') ?? '' };
  return { encoding, fields, entries: [entry], notes: [...repeated, ...notes] };
}

/** What is to be said about the fields of a form. */
export interface FieldNotes extends Schedule {
  /** What is unusual about them. */
  readonly notes: readonly string[];
  /** The optional fields of the specification that were not sent. */
  readonly notSent: readonly string[];
  /** The fields that are known but have no effect here. */
  readonly ignored: readonly string[];
}

/**
 * Reviews the fields of a form.
 *
 * @param now the time in milliseconds since 1970
 * @param timeZone the zone of `scheduleTime`, an assumption
 */
export function reviewFields(form: SendForm, now: number, timeZone: string): FieldNotes {
  const { fields } = form;
  const schedule = readSchedule(fields.get('scheduleTime') ?? '', now, timeZone);
  return {
    notes: noteFields(form),
    // Nothing is known about the fields of a body that could not be read.
    notSent: Object.entries(DOCUMENT_FIELDS)
      .filter(([, { required }]) => required === undefined && form.encoding !== 'unreadable')
      .map(([name]) => name)
      .filter((name) => !fields.has(name)),
    ignored: [...fields.keys()].filter(
      (name) =>
        WITHOUT_EFFECT.has(name) &&
        !(name === 'scheduleTime' && schedule.scheduledFor) &&
        !isTestField(name, fields),
    ),
    ...schedule,
  };
}

function noteFields(form: SendForm): string[] {
  const { fields, encoding, entries } = form;
  const notes = [...form.notes];
  if (isToUnknown(form))
    notes.push('Groups and files are not simulated: it has no recipients here.');
  for (const [name, { documentedValue }] of Object.entries(DOCUMENT_FIELDS)) {
    const value = fields.get(name) ?? documentedValue;
    const isExpected = value === documentedValue || (name === 'msgType' && isUnicode(value, form));
    if (documentedValue !== undefined && !isExpected && name !== 'duplicatecheck') {
      notes.push(
        `${name} is ${JSON.stringify(value)}; the specification only shows ${documentedValue}.`,
      );
    }
  }
  for (const name of fields.keys()) {
    // A key has its own note.
    const isKnownName =
      Object.hasOwn(DOCUMENT_FIELDS, name) || WILD_FIELDS.has(name) || isNameOfKey(name);
    if (!isKnownName && !(encoding === 'json' && name === 'sms')) {
      const shortName = name.length > 40 ? `${name.slice(0, 40)}…` : name;
      notes.push(
        `The field ${shortName} is neither in the specification nor used by known clients.`,
      );
    }
  }
  notes.push(...noteOutput(fields));
  if (entries.some(({ msg }) => isEncodedTwice(msg))) {
    notes.push('The text looks encoded twice: people would read %20 or + in place of blanks.');
  }
  if (entries.some(({ msg }) => msg.includes('\uFFFD'))) {
    notes.push('The text has U+FFFD in it: some of its bytes were not UTF-8.');
  }
  return notes;
}

/** Whether a text was sent as `unicode` and needs it. */
function isUnicode(type: string | undefined, { entries }: SendForm): boolean {
  return (
    type === 'unicode' && entries.some(({ msg }) => estimateSegments(msg).encoding === 'UCS-2')
  );
}

/** Says what becomes of an `output` other than JSON. */
export function noteOutput(fields: SendForm['fields']): string[] {
  const output = fields.get('output') ?? 'json';
  if (output === 'json') return [];
  const shownOutput = JSON.stringify(output.slice(0, 40));
  return [`output is ${shownOutput}, but the answer is JSON anyway.`];
}

/** Whether a field looks as if it carries the key, which belongs in a header. */
export function isNameOfKey(field: string): boolean {
  return /^(?:x[-_]?)?api[-_]?key$/i.test(field);
}

function isEncodedTwice(text: string): boolean {
  if (/\s/.test(text)) return false;
  // A sum or an address has a plus sign, too, but not between words.
  const withoutAddresses = text.replaceAll(/https?:\/\/\S+/gi, '');
  const words = withoutAddresses.split('+').filter((word) => /[\p{L}\p{M}]{2}/u.test(word));
  return words.length > 1 || (/%[0-9A-F]{2}/i.test(text) && decodePercent(text) !== text);
}

/** A percent-encoded text, decoded; a malformed one unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
