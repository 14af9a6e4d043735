import type { TemplateRules } from '../../core/options/templates-schema.js';
import type { SmsTemplateDefinition } from '../../core/sms-gateway.options.js';
import { normalised } from './text-reading.js';

/** What a variable takes: characters of a class, or values that a text can begin with. */
type Takes =
  RegExp | ((text: string, rules: Pick<TemplateRules, 'callbacks' | 'urls'>) => readonly string[]);

const DIGIT = /[0-9]/;
const LOOSE = /[\p{L}\p{M}\p{N} _/.]/u;
/** The variables that take no links and no phone numbers. */
const FREE = /^\{#(?:var|alphanumeric)#\}$/i;
const EMAIL = /^[\w.%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}/;
/** What follows the prefix of a URL. Punctuation at its end belongs to the sentence. */
const URL_REST = /^(?:[\w.~/?=&%+#:@,!();*$-]*[\w~/=&%+#@()*$-])?/;

// Shorter values count too, because the text after the variable may begin with characters of the value.
const email: Takes = (text) => {
  const [longest = ''] = EMAIL.exec(text) ?? [];
  const domain = longest.indexOf('@') + 1;
  return Array.from(longest.slice(domain).matchAll(/\.[A-Za-z]{2,}/g)).flatMap(
    ({ 0: suffix, index }) =>
      Array.from(suffix.slice(2), (_, end) => longest.slice(0, domain + index + end + 3)),
  );
};

const url: Takes = (text, { urls }) =>
  urls
    .filter((prefix) => text.startsWith(prefix))
    .flatMap((prefix) => {
      const [path = ''] = URL_REST.exec(text.slice(prefix.length)) ?? [];
      return Array.from(`${path} `, (_, end) => prefix + path.slice(0, end));
    });

const callback: Takes = (text, { callbacks }) =>
  callbacks.filter((number) => text.startsWith(number));

/** What each variable accepts, and which kind's maximum length applies. */
const KINDS = new Map<string, readonly [Takes, keyof TemplateRules['maxValueLength']]>([
  ['{#var#}', [/[^\p{Cc}\p{Zl}\p{Zp}]/u, 'var']],
  ['{#numeric#}', [DIGIT, 'numeric']],
  ['{#number#}', [DIGIT, 'numeric']],
  ['{#alphanumeric#}', [/[\p{L}\p{M}\p{N}]/u, 'alphanumeric']],
  ['{#url#}', [url, 'url']],
  ['{#urlott#}', [url, 'url']],
  ['{#cbn#}', [callback, 'other']],
  ['{#email#}', [email, 'other']],
]);

const VARIABLE = /\{#\w+#\}/g;
const UNTYPED = /^\{#var#\}$/i;
/** What the text of a template can name, except `var`. */
export const KIND_NAMES: readonly string[] = [...KINDS.keys()]
  .slice(1)
  .map((key) => key.slice(2, -2));

const COMPARE = '; compare the text with the registered one';
/** What TRAI's direction of 18 November 2025 no longer allows in new templates, then what an export can leave. */
const DOUBTS: readonly (readonly [RegExp, string])[] = [
  [/#\}[^]*#\}[^]*#\}/, 'has more than two variables'],
  [
    /#\}[^\p{L}\p{M}\p{N}]*\{#/u,
    'has variables with nothing but a space, comma or sign between them',
  ],
  [/\{#var#\}/i, 'has a {#var#}, which has no kind, unless your portal keeps it beside the text'],
  [
    /&(?:amp|lt|gt|quot|apos|nbsp|#x?[\da-f]+);|<\/?(?:br|p|b|i|div|span)\s*\/?>/i,
    `has HTML such as &amp; or <br>${COMPARE}`,
  ],
  [/_x[\da-f]{4}_/i, `has a code of a spreadsheet such as _x000D_${COMPARE}`],
  [/\\[nr]/, `has a written \\n in place of a line break${COMPARE}`],
  [/\?{4}/, `has ???? in place of other characters${COMPARE}`],
];

/** A variable of a template, or the text between two. */
export interface Piece {
  readonly text: string;
  /** What it takes, if it is a variable. */
  readonly takes: Takes | undefined;
  /** The most characters of a value. 0 if the piece is not a variable, or there are no rules. */
  readonly most: number;
  /** Whether its part of a text is searched for links, phone numbers and placeholders with the part before. */
  readonly joins: boolean;
  /** Whether no other variable follows directly: adjacent ones are one longer value. */
  readonly isLast: boolean;
}

/** The pieces of a template. Anything but a known variable is text. */
export function piecesOf(
  template: string,
  rules?: Pick<TemplateRules, 'alphanumeric' | 'maxValueLength'>,
): readonly Piece[] {
  const split = normalised(template).split(/(\{#\w+#\})/);
  const texts = split.filter((text) => text !== '');
  return texts.map((text, index): Piece => {
    const [takes, kind = 'other'] = KINDS.get(text.toLowerCase()) ?? [];
    const isLast = !KINDS.has((texts[index + 1] ?? '').toLowerCase());
    // Values around a text without letters, digits and braces are searched as one.
    if (!takes) return { text, takes, most: 0, joins: !/[\p{L}\p{M}\p{N}{}]/u.test(text), isLast };
    const joins = [text, texts[index - 1], texts[index + 1]].some((piece = '') => FREE.test(piece));
    const isLoose = rules?.alphanumeric === 'loose' && /^\{#alphanumeric#\}$/i.test(text);
    const most = rules?.maxValueLength[kind] ?? 0;
    return { text, takes: isLoose ? LOOSE : takes, most, joins, isLast };
  });
}

/**
 * A template in which each `{#var#}` that has a kind is a variable of that kind, and the name of the first kind that
 * cannot be used.
 */
export function withKinds({ text, values, kinds }: SmsTemplateDefinition) {
  const kindsLeft = new Map(Object.entries(kinds ?? {}).filter(([, kind]) => kind !== undefined));
  let count = 0;
  const typed = text.replaceAll(VARIABLE, (variable) => {
    count += 1;
    const name = values?.[count - 1] ?? String(count);
    const kind = kindsLeft.get(name) ?? '';
    if (!UNTYPED.test(variable) || !KIND_NAMES.includes(kind)) return variable;
    kindsLeft.delete(name);
    return `{#${kind}#}`;
  });
  const [wrong] = kindsLeft.keys();
  return { typed, wrong };
}

/** What is doubtful about the text of a template. */
export function doubtsAbout(text: string): readonly string[] {
  return DOUBTS.flatMap(([pattern, doubt]) => (pattern.test(text) ? [doubt] : []));
}

/** Why a text cannot be a template; undefined if it can. */
export function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'has no text';
  const isWrong = piecesOf(text).some((piece) => !piece.takes && /\{#|#\}/.test(piece.text));
  if (!isWrong) return undefined;
  return `has an unknown or incomplete variable; use ${[...KINDS.keys()].join(', ')}`;
}
