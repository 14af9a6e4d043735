import { DOCUMENT_FIELDS, REQUIRED_FIELDS, WILD_FIELDS } from './known-fields.js';
import type { SendForm } from './send-form.js';

/** What is missing from a form, or stands in it and is not in the document. */
export function noteFields({ fields, encoding, entries }: SendForm): string[] {
  const notes: string[] = [];
  for (const [name, shown] of Object.entries(DOCUMENT_FIELDS)) {
    const value = fields.get(name);
    if (value === undefined) {
      if (!REQUIRED_FIELDS.includes(name)) notes.push(`The field ${name} is missing.`);
    } else if (shown !== undefined && value !== shown && name !== 'duplicatecheck') {
      notes.push(`${name} is ${JSON.stringify(value)}; the document shows ${shown} alone.`);
    }
  }
  for (const name of fields.keys()) {
    const known = Object.hasOwn(DOCUMENT_FIELDS, name) || WILD_FIELDS.has(name);
    if (!known && !(encoding === 'json' && name === 'sms')) {
      notes.push(`The field ${shorten(name)} is in no known client and not in the document.`);
    }
  }
  if (fields.has('output') && fields.get('output') !== 'json') {
    notes.push('The answer is JSON all the same.');
  }
  if (entries.some(({ msg }) => isEncodedTwice(msg))) {
    notes.push(
      'The text looks percent-encoded once too often: people would read %20 and the like.',
    );
  }
  if (entries.some(({ msg }) => msg.includes('\uFFFD'))) {
    notes.push('The text holds U+FFFD: some of its bytes were no UTF-8.');
  }
  return notes;
}

function shorten(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}

function isEncodedTwice(text: string): boolean {
  if (!/%[0-9A-F]{2}/i.test(text) || /\s/.test(text)) return false;
  try {
    return decodeURIComponent(text) !== text;
  } catch {
    return false;
  }
}
