import type FormDataClass from 'form-data';
import type { CheckedMessage } from '../message/checked-message.js';
import { FORM_FIELDS, RECIPIENTS_FIELD } from '../message/message-fields.js';

/** The body of a send, and the content type with its boundary. */
export interface SendForm {
  readonly body: Buffer;
  readonly contentType: string;
}

/** A form without its values: what comes before each of them, and after the last. */
interface Skeleton {
  readonly pieces: readonly string[];
  readonly boundary: string;
  readonly contentType: string;
}

// No field name contains it: names have no control characters.
const MARK = '\u0000';

// Few apps use more sets of fields than this. An app that generates names must not fill the memory.
const MOST_SKELETONS = 200;
const skeletons = new Map<string, Skeleton>();

let FormData: typeof FormDataClass | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads form-data with the first account and not with the package, whose import would take a quarter
 * longer. Once, because Jest cannot import a module twice at the same time.
 */
export function loadFormData(): Promise<void> {
  loading ??= (async () => {
    ({ default: FormData } = await import('form-data'));
  })();
  return loading;
}

/** The last form with some credentials: the same fields need no search by their names. */
interface LastForm {
  readonly fields: object;
  readonly present: number;
  readonly skeleton: Skeleton;
}
const lastForms = new WeakMap<object, LastForm>();

/**
 * Encodes a message and the form fields of the credentials as the send endpoint's multipart form
 * (specification, section 2.3), in UTF-8 as they are: nothing is percent-encoded.
 *
 * form-data builds the form once for each set of field names, and each send fills in its values. This
 * takes a tenth of the time of building each form from scratch.
 */
export function encodeSendForm(
  message: CheckedMessage,
  credentials: Readonly<Record<string, string>>,
): SendForm | Promise<SendForm> {
  const Form = FormData;
  if (!Form) return loadFormData().then(() => encodeSendForm(message, credentials));
  const { fields, recipients, values: formValues } = message;
  const values = Object.values(credentials);
  values.push(recipients.join(','));
  // A bit for each field that the form has.
  let present = 0;
  for (let index = 0; index < FORM_FIELDS.length; index += 1) {
    const field = FORM_FIELDS[index]!;
    const value = 'key' in field ? formValues[field.key] : field.value;
    if (value === undefined) continue;
    values.push(value);
    present |= 1 << index;
  }
  for (const value of Object.values(fields)) values.push(value);
  const last = lastForms.get(credentials);
  if (last?.fields === fields && last.present === present) {
    const form = fill(last.skeleton, values);
    if (form) return form;
  }
  const names = [
    ...Object.keys(credentials),
    RECIPIENTS_FIELD,
    ...FORM_FIELDS.filter((_field, index) => present & (1 << index)).map(({ name }) => name),
    ...Object.keys(fields),
  ];
  let skeleton = skeletonOf(names, Form);
  let form = fill(skeleton, values);
  while (!form) {
    // The new boundary is random as well, so no value can be chosen to contain it.
    skeleton = buildSkeleton(names, Form);
    form = fill(skeleton, values);
  }
  lastForms.set(credentials, { fields, present, skeleton });
  return form;
}

/** The form with these values; undefined if one of them contains its boundary. */
function fill(
  { pieces, boundary, contentType }: Skeleton,
  values: readonly string[],
): SendForm | undefined {
  let form = pieces[0] ?? '';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? '';
    if (value.includes(boundary)) return undefined;
    form += value + (pieces[index + 1] ?? '');
  }
  return { body: Buffer.from(form, 'utf8'), contentType };
}

function skeletonOf(names: readonly string[], Form: typeof FormDataClass): Skeleton {
  const key = names.join(MARK);
  const knownSkeleton = skeletons.get(key);
  if (knownSkeleton) return knownSkeleton;
  if (skeletons.size >= MOST_SKELETONS) skeletons.clear();
  const skeleton = buildSkeleton(names, Form);
  skeletons.set(key, skeleton);
  return skeleton;
}

function buildSkeleton(names: readonly string[], Form: typeof FormDataClass): Skeleton {
  const form = new Form();
  for (const name of names) form.append(name, MARK);
  const boundary = form.getBoundary();
  return {
    pieces: form.getBuffer().toString('utf8').split(MARK),
    boundary,
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
