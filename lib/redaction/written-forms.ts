/** A text from a server, and what limits the forms of a value that it can contain. */
export interface WrittenText {
  /** In lower case. */
  readonly folded: string;
  readonly hasEscapes: boolean;
  /** The length of the longest run of characters that may be base64 or hex. */
  readonly longestRun: number;
}

/** Examines a text once, before values are searched in it. */
export function readWritten(text: string): WrittenText {
  let longestRun = 0;
  // Up to 19 digits without letters are an id.
  for (const run of text.match(/[\w+/%=-]{6,}/g) ?? []) {
    if (run.length > longestRun && /[a-z]|\d{20}/i.test(run)) longestRun = run.length;
  }
  return { folded: fold(text), hasEscapes: /[%+\\&]/.test(text), longestRun };
}

/** The forms in which a text can repeat a value, in lower case: as it is, escaped, and encoded. */
export function formsOf(value: string, text: WrittenText): readonly string[] {
  if (value === '' || value.length > text.folded.length) return [];
  const isPlain = !text.hasEscapes || /^[A-Za-z0-9]*$/.test(value);
  const escaped = isPlain ? [] : [...percentForms(value), ...jsonForms(value), ...htmlForms(value)];
  return [fold(value), ...[...new Set(escaped)].map(fold), ...encodedForms(value, text)];
}

/** The forms of a value in base64 and in hex, in lower case. */
export function encodedForms(value: string, { longestRun }: WrittenText): readonly string[] {
  if (value.length * 4 > longestRun * 3) return [];
  const bytes = Buffer.from(value, 'utf8');
  const base64 = bytes.toString('base64');
  // Gateways store texts that are not GSM-7 as UTF-16 in hex.
  const utf16 = Buffer.from(value, 'utf16le').swap16();
  const forms = [base64, encodeURIComponent(base64), base64.replace(/=+$/, '')];
  forms.push(bytes.toString('base64url'), bytes.toString('hex'), utf16.toString('hex'));
  return forms.map(fold);
}

// `encodeURIComponent` leaves `!'()*`, which other languages encode. Forms write a space as `+`.
function percentForms(value: string): string[] {
  const percent = encodeURIComponent(value.toWellFormed());
  const strict = percent.replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  return [percent, strict].flatMap((form) => [form, form.replaceAll('%20', '+')]);
}

// PHP also escapes slashes and everything beyond ASCII.
function jsonForms(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const php = json
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/');
  return [json, php];
}

function htmlForms(value: string): string[] {
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return ["'", '&#39;', '&#039;', '&#x27;', '&apos;'].flatMap((apostrophe) => {
    const form = html.replaceAll("'", apostrophe);
    return [form, form.replaceAll('"', '&quot;')];
  });
}

// Unit by unit, so that positions stay the same.
function fold(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z\u0080-\uffff]/g, (unit) => {
    const lower = unit.toLowerCase();
    return lower.length === 1 ? lower : unit;
  });
}
