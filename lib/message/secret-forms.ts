/**
 * The ways in which a server may say a text back: as it is, percent-encoded (as a form, a query and
 * `encodeURIComponent` have it), in base64, escaped for HTML or for JSON. Each form once.
 */
export function formsOf(value: string): ReadonlySet<string> {
  const text = value.toWellFormed();
  const percent = encodeURIComponent(text);
  const base64 = Buffer.from(text, 'utf8').toString('base64');
  const json = JSON.stringify(text).slice(1, -1);
  return new Set([
    text,
    percent,
    percent.replaceAll('%20', '+'),
    new URLSearchParams([['', text]]).toString().slice(1),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(text, 'utf8').toString('base64url'),
    escapeHtml(text, '&#39;'),
    escapeHtml(text, '&#039;'),
    escapeHtml(text, '&apos;'),
    json,
    json.replaceAll('/', '\\/'),
    escapeNonAscii(json),
    escapeNonAscii(json).replaceAll('/', '\\/'),
  ]);
}

function escapeHtml(text: string, apostrophe: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe);
}

function escapeNonAscii(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
