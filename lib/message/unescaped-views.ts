/** More layers than servers wrap a text in: a form's percent-encoding in JSON in HTML. */
const MOST_LAYERS = 3;

/** A character or more, as a URL, a programming language, JSON or HTML escapes it. */
const ESCAPE =
  /(?:%[0-9a-f]{2})+|(?:\\x[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\[^]|&#x[0-9a-f]{1,8};?|&#[0-9]{1,8};?|&(?:amp|lt|gt|quot|apos|nbsp);/gi;

const NAMED: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&nbsp;', '\u00a0'],
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
]);

const LAST_CODE_POINT = 0x10ffff;

/** A text as it came, or as it reads once its escapes are undone. */
export interface View {
  readonly text: string;
  /** Where in the text as it came the character at `at` begins. */
  startOf(at: number): number;
  /** Where in the text as it came the character at `at` ends. */
  endOf(at: number): number;
}

/** The text as it came, and then as often as there is something to undo, up to 3 times. */
export function viewsOf(text: string): readonly View[] {
  const views: View[] = [];
  let view: View | undefined = { text, startOf: (at) => at, endOf: (at) => at + 1 };
  for (let layer = 0; view !== undefined && layer <= MOST_LAYERS; layer += 1) {
    views.push(view);
    view = unescaped(view);
  }
  return views;
}

function unescaped(view: View): View | undefined {
  let text = '';
  let done = 0;
  const starts: number[] = [];
  const ends: number[] = [];
  const copyTo = (end: number): void => {
    text += view.text.slice(done, end);
    for (; done < end; done += 1) {
      starts.push(view.startOf(done));
      ends.push(view.endOf(done));
    }
  };
  for (const { 0: escape, index } of view.text.matchAll(ESCAPE)) {
    copyTo(index);
    const said = undo(escape);
    text += said;
    done = index + escape.length;
    // A part of an escape cannot be shown, so that each character takes all of it.
    for (let unit = 0; unit < said.length; unit += 1) {
      starts.push(view.startOf(index));
      ends.push(view.endOf(done - 1));
    }
  }
  if (done === 0) return undefined;
  copyTo(view.text.length);
  return { text, startOf: (at) => starts[at] ?? 0, endOf: (at) => ends[at] ?? 0 };
}

function undo(escape: string): string {
  const kind = escape.slice(0, 2).toLowerCase();
  if (kind === '\\u') return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  if (kind === '&#') return characterOf(escape.slice(2).toLowerCase());
  if (kind.startsWith('%') || (kind === '\\x' && escape.length > 2)) {
    return Buffer.from(escape.replace(/%|\\x/gi, ''), 'hex').toString('utf8');
  }
  return NAMED.get(escape.toLowerCase()) ?? escape.slice(1);
}

function characterOf(entity: string): string {
  const isHex = entity.startsWith('x');
  const point = isHex ? Number.parseInt(entity.slice(1), 16) : Number.parseInt(entity, 10);
  return point > LAST_CODE_POINT ? '\ufffd' : String.fromCodePoint(point);
}
