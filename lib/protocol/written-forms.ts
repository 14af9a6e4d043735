/** The length of the longest word in a text that may be base64 or hex. Numbers of up to 19 digits are ids. */
export function longestCodeIn(text: string): number {
  const words = text.match(/[\w+/%=-]{6,}/g) ?? [];
  const codes = words.filter((word) => /[a-z]|\d{20}/i.test(word));
  return Math.max(0, ...codes.map((word) => word.length));
}

/** A text in lower case, with every character at its place: only this one would become two. */
export function fold(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

/** How HTML has quotes: PHP, Python, Go and XML differ. */
const QUOTES = [
  ['"', "'"],
  ['&quot;', "'"],
  ['&quot;', '&#39;'],
  ['&quot;', '&#039;'],
  ['&quot;', '&#x27;'],
  ['&quot;', '&apos;'],
  ['&#34;', '&#39;'],
] as const;

/** The forms of a value that servers escape for a URL, JSON or HTML, folded. */
export function escapedForms(value: string): readonly string[] {
  const percent = encodeURIComponent(value.toWellFormed());
  // Other languages also encode `!'()*`. Forms write a space as `+`.
  const strict = percent.replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  const json = JSON.stringify(value).slice(1, -1);
  // PHP also escapes slashes and everything beyond ASCII.
  const php = json
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/');
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quotes = QUOTES.map(([double, single]) =>
    html.replaceAll('"', double).replaceAll("'", single),
  );
  const plus = [percent, strict].map((form) => form.replaceAll('%20', '+'));
  return [...new Set([percent, strict, ...plus, json, php, ...quotes].map(fold))];
}

/** The forms of a value in base64 and in hex, folded. */
export function encodedForms(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const base64 = bytes.toString('base64');
  // Gateways store texts that are not GSM-7 as UTF-16 in hex.
  const utf16 = Buffer.from(value, 'utf16le').swap16();
  const forms = [base64, encodeURIComponent(base64), base64.replace(/=+$/, '')];
  forms.push(bytes.toString('base64url'), bytes.toString('hex'), utf16.toString('hex'));
  return forms.map(fold);
}
