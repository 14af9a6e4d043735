import { jest } from '@jest/globals';
import fc from 'fast-check';
import type { SmsTemplateRules } from '../../lib/index.js';
import { defineTemplate, type SmsTemplate } from '../../lib/extras/templates/index.js';
import { TextReading } from '../../lib/extras/templates/text-reading.js';
import { afterThisTest } from '../support/clean-up.js';
import { templateOf } from './known.js';

/** Why a text is no text of one template; undefined if it is one. */
function problem(template: string, text: string, rules: SmsTemplateRules = {}): string | undefined {
  const known = templateOf(template);
  const found = known.createTextCheck({ known: [known], ...rules })(text);
  return found && 'issue' in found ? found.issue.replace(/^.*The nearest is 1: /, '') : undefined;
}

const matches = (template: string, text: string, rules: SmsTemplateRules = {}): boolean =>
  problem(template, text, rules) === undefined;

describe('a text', () => {
  it('is compared exactly, in NFC and with LF', () => {
    expect(problem('Your code is {#numeric#}.', 'Your code is 482913.')).toBeUndefined();
    expect(problem('Hello', 'hello')).toBe(
      'at character 1: the template has "Hello", the text "hello"',
    );
    expect(problem('One  two', 'One two')).toBe(
      'at character 5: the template has " ", the text "two"',
    );
    expect(matches('Caf\u00e9\nopen', 'Cafe\u0301\r\nopen')).toBe(true);
  });

  it('that differs is refused where the longest match ends, and the error shows both words', () => {
    expect(problem('It is {#numeric#}. Now valid for', 'It is 1. Now vaild for')).toBe(
      'at character 16: the template has "valid", the text "vaild"',
    );
    expect(problem('Hello you', 'Hello')).toBe(
      'at character 6: the template has " ", the text ends',
    );
    expect(problem('Hello', 'Hello you')).toBe(
      'at character 6: the template ends, the text has " "',
    );
    expect(problem('Code {#numeric#}', 'Code x')).toBe(
      'at character 6: the template has "{#numeric#}", the text "x"',
    );
    expect(problem('Hi {#var#}! Bye', 'Hi Ann. Bye')).toBe(
      'at character 12: the template has "!", the text ends',
    );
    // The value could go on, so the end of the longest one is furthest.
    expect(problem('Hi {#var#}!', `Hi ${'a'.repeat(40)}!`)).toBe(
      'at character 34: {#var#} takes at most 30 characters, and what follows it in the template was not found',
    );
  });

  it('matches only if its values are of the kinds of the variables', () => {
    expect(matches('{#numeric#}', '0123')).toBe(true);
    expect(matches('{#number#}', '12')).toBe(true);
    expect(matches('{#Numeric#}', '12')).toBe(true);
    expect(matches('{#numeric#}', '12a')).toBe(false);
    expect(matches('{#numeric#}', '१२')).toBe(false);
    expect(matches('{#alphanumeric#}', 'Ab1é')).toBe(true);
    expect(matches('{#alphanumeric#}', 'A b')).toBe(false);
    expect(matches('{#alphanumeric#}', 'A b_/.', { alphanumeric: 'loose' })).toBe(true);
    expect(matches('{#alphanumeric#}', 'A-b', { alphanumeric: 'loose' })).toBe(false);
    expect(matches('{#var#}', 'Käse & Wein 😀')).toBe(true);
    expect(matches('{#alphanumeric#}', '\u{11103}\u{11104}')).toBe(true);
    expect(matches('{#var#}', 'two\nlines')).toBe(false);
    expect(matches('{#email#}', 'a.b+c@acme.example')).toBe(true);
    expect(matches('{#email#}.', 'a@acme.example.')).toBe(true);
    expect(matches('{#email#}.Thank you', 'a.b@mail.acme.example.Thank you')).toBe(true);
    expect(matches('{#email#}.Bye', 'a@acme.example.By')).toBe(false);
    expect(matches('{#email#}', 'a@acme')).toBe(false);
    expect(problem('{#email#} ok', 'firstname.lastname@acme.example ok')).toBe(
      'at character 31: {#email#} takes at most 30 characters, and what follows it in the template was not found',
    );
    for (const kind of ['var', 'numeric', 'email', 'url', 'cbn']) {
      expect(matches(`a{#${kind}#}b`, 'ab')).toBe(false);
    }
  });

  it('may contain only URLs and callback numbers from the lists', () => {
    const rules = { urls: ['https://acme.example/t?id='], callbacks: ['1800 123 456'] };
    const long = { ...rules, maxValueLength: 40 };
    expect(matches('See {#url#} now', 'See https://acme.example/t?id=a1 now', long)).toBe(true);
    expect(matches('See {#urlott#}', 'See https://acme.example/t?id=a1', long)).toBe(true);
    expect(matches('See {#url#}. Bye', 'See https://acme.example/t?id=a.b. Bye', long)).toBe(true);
    expect(matches('See {#url#}-now', 'See https://acme.example/t?id=a-1-now', long)).toBe(true);
    expect(matches('See {#url#}', 'See https://acme.example/t?id=a1.', long)).toBe(false);
    expect(matches('See {#url#}', 'See https://acme.example/t?id=a1')).toBe(false);
    expect(problem('See {#url#} now', 'See https://acme.example/t?id=a123456 now', rules)).toBe(
      'at character 35: {#url#} takes at most 30 characters, and what follows it in the template was not found',
    );
    expect(matches('See {#url#}', 'See https://acme.example/other', long)).toBe(false);
    expect(matches('Call {#cbn#}.', 'Call 1800 123 456.', rules)).toBe(true);
    expect(matches('Call {#cbn#}.', 'Call 1800 123 457.', rules)).toBe(false);
    expect(matches('Call {#cbn#}.', 'Call 1800 123 456.')).toBe(false);
  });

  it('may contain URLs with all characters of a path or query, but not with the end of a sentence', () => {
    const rules = { urls: ['https://acme.example/'], maxValueLength: 60 };
    const value = 'https://acme.example/@shop/a:b;c=(1)?q=x,y!*&r=$2';
    expect(matches('See {#url#} now', `See ${value} now`, rules)).toBe(true);
    expect(matches('See {#url#}, {#var#}!', `See ${value}, Ann!`, rules)).toBe(true);
    expect(matches('(see {#url#})', `(see ${value})`, rules)).toBe(true);
    for (const end of ['.', ',', ';', ':', '!', '?', '"']) {
      expect(matches('See {#url#}', `See ${value}${end}`, rules)).toBe(false);
    }
    const port = ['https://acme.example:8443/@shop/t(1);a,b!*$:'];
    expect(matches('See {#url#}', `See ${port[0]}1`, { ...rules, urls: port })).toBe(true);
  });

  it('has lengths and positions in characters, and an emoji counts as one', () => {
    expect(matches('{#var#}!', `${'😀'.repeat(30)}!`)).toBe(true);
    expect(matches('{#alphanumeric#}', '\u{11103}'.repeat(30))).toBe(true);
    expect(problem('{#var#}!', `${'😀'.repeat(31)}!`)).toBe(
      'at character 31: {#var#} takes at most 30 characters, and what follows it in the template was not found',
    );
    expect(problem('😀😀 Hello you', '😀😀 Hello me')).toBe(
      'at character 10: the template has "you", the text "me"',
    );
    // These two have the same first code unit.
    expect(problem('a😀b', 'a😁b')).toBe(
      'at character 2: the template has "a😀b", the text "a😁b"',
    );
    expect(problem(`${'😀'.repeat(25)}a`, `${'😀'.repeat(25)}b${'😁'.repeat(25)}`)).toBe(
      `at character 26: the template has "${'😀'.repeat(20)}a", the text "${'😀'.repeat(20)}b${'😁'.repeat(19)}"`,
    );
  });

  it('can have a length for each kind of value, 30 for the others', () => {
    const urls = ['https://acme.example/'];
    const maxValueLength = { alphanumeric: 40, numeric: 6, url: 50 };
    const rules = { urls, maxValueLength };
    expect(matches('{#alphanumeric#}', 'a'.repeat(40), rules)).toBe(true);
    expect(matches('{#alphanumeric#}', 'a'.repeat(41), rules)).toBe(false);
    expect(matches('{#var#}', 'a'.repeat(30), rules)).toBe(true);
    expect(matches('{#var#}', 'a'.repeat(31), rules)).toBe(false);
    expect(matches('{#var#}', 'a'.repeat(5), { maxValueLength: { var: 4 } })).toBe(false);
    for (const variable of ['{#numeric#}', '{#number#}']) {
      expect(matches(variable, '123456', rules)).toBe(true);
      expect(problem(variable, '1234567', rules)).toContain('takes at most 6 characters');
    }
    for (const variable of ['{#url#}', '{#urlott#}']) {
      expect(matches(variable, `${urls[0]}${'a'.repeat(29)}`, rules)).toBe(true);
      expect(problem(variable, `${urls[0]}${'a'.repeat(30)}`, rules)).toContain('at most 50');
    }
    expect(matches('{#email#}', `${'a'.repeat(18)}@acme.example`, rules)).toBe(false);
    expect(matches('{#email#}', `${'a'.repeat(18)}@acme.example`, { maxValueLength: 40 })).toBe(
      true,
    );
  });

  it('can be compared without spaces, full stops and commas', () => {
    const rules = { ignorePunctuation: true };
    expect(matches('Hi {#var#}, it is {#numeric#}.', 'Hi Ann it is 12', rules)).toBe(true);
    expect(matches('Hi {#var#}, it is {#numeric#}.', 'Hi, Ann. it is, 12..', rules)).toBe(true);
    expect(matches('Hi {#var#}, it is {#numeric#}.', 'Hi Ann it was 12', rules)).toBe(false);
    expect(matches('Hi {#var#}, it is {#numeric#}.', 'Hi Ann it is 12')).toBe(false);
  });
});

describe('values', () => {
  const LINKS = 'http://x www.acme acme.com evil。com HTTPS://A a.co/x K.Rahul 31-12-2026.in';
  const UNUSUAL =
    'acme.भारत 😀.ws acme\u200B.com acme.\u200Bcom acme.c\u00ADom acme.\u034Fcom acme.c\u3164om';
  it.each([...LINKS.split(' '), ...UNUSUAL.split(' ')])('of var do not contain %s', (value) => {
    expect(problem('Dear {#var#} ok', `Dear ${value} ok`)).toMatch(
      /takes no links; if it is none, set links: 'allow'$/,
    );
  });

  it.each(['K.Rahul', 'T.Nagar', 'ABC Pvt.Ltd', 'https://acme.example/'])(
    'may be written as a link like %s if the rule links allows it',
    (value) => {
      const links = 'allow';
      expect(matches('Dear {#var#} ok', `Dear ${value} ok`)).toBe(false);
      expect(matches('Dear {#var#} ok', `Dear ${value} ok`, { links })).toBe(true);
      expect(matches('Dear {#var#} ok', `Dear ${value} 98765 43210 ok`, { links })).toBe(false);
      const named = defineTemplate(
        { text: '{#var#}', values: ['a'], dltTemplateId: '1' },
        { links },
      );
      expect(named({ a: value }).text).toBe(value);
    },
  );

  it.each(['{#var#}{#var#}', '{#var#}{#alphanumeric#}', '{#alphanumeric#}{#var#}'])(
    'of %s are judged together, wherever a link or number is divided',
    (variables) => {
      for (const value of ['9876543210', 'acme.com', 'www.acme', 'wwwxyz.in']) {
        expect(matches(`Dear ${variables} ok`, `Dear ${value} ok`)).toBe(false);
      }
      expect(matches(`Dear ${variables} ok`, 'Dear 987654321 ok')).toBe(true);
    },
  );

  it('are judged together with digits beside them, and with punctuation between them', () => {
    expect(matches('Dear {#var#}{#numeric#} ok', 'Dear 9876543210 ok')).toBe(false);
    expect(matches('Dear {#numeric#}{#var#} ok', 'Dear 9876543210 ok')).toBe(false);
    expect(matches('Dear {#var#} {#var#} ok', 'Dear 98765 43210 ok')).toBe(false);
    expect(matches('Dear {#var#}.{#var#} ok', 'Dear acme.com ok')).toBe(false);
    expect(matches('Dear {#var#}.{#var#} ok', 'Dear www.1 ok')).toBe(false);
    expect(matches('Dear {#var#}://{#var#} ok', 'Dear http://1 ok')).toBe(false);
    // A number alone may be one, and words between values separate them.
    expect(matches('Account {#numeric#} ok', 'Account 98765432109876 ok')).toBe(true);
    expect(matches('Order {#var#} {#numeric#} ok', 'Order AB12 98765432109876 ok')).toBe(true);
    expect(matches('From {#var#} to {#var#} ok', 'From 98765 to 43210 ok')).toBe(true);
  });
});

const check = (known: readonly SmsTemplate[]) => known[0]?.createTextCheck({ known });

it('the rules of the option replace those of a template, one by one', () => {
  const own = defineTemplate(
    { text: 'Hi {#alphanumeric#}', dltTemplateId: '1' },
    { maxValueLength: 40, alphanumeric: 'loose' },
  );
  const find = (rules: SmsTemplateRules) => own.createTextCheck({ known: [own], ...rules });
  const spaced = `Hi ${'a '.repeat(18)}a`;
  expect(find({})(spaced)).toEqual({ dltTemplateId: '1' });
  expect(find({ maxValueLength: undefined })(spaced)).toEqual({ dltTemplateId: '1' });
  expect(find({ maxValueLength: 36 })(spaced)).toHaveProperty('issue');
  expect(find({ maxValueLength: 36 })('Hi a b')).toEqual({ dltTemplateId: '1' });
});

describe('several templates', () => {
  it('that match with different ids are an error that names them', () => {
    const known = [templateOf('Hi {#var#}', '11'), templateOf('Hi {#numeric#}', '12')];
    const issue = "matches several templates (11, 12); set 'dltTemplateId' to one of them";
    expect(check(known)?.('Hi 5')).toEqual({ issue });
    expect(check(known)?.('Hi 5', '12')).toEqual({ dltTemplateId: '12' });
  });

  it('are compared only if they have the id that a message names', () => {
    const known = [templateOf('Hi {#var#}', '11'), templateOf('Bye {#var#}', '12')];
    expect(check(known)?.('Hi 5', '12')).toMatchObject({
      issue: expect.stringContaining('The nearest is 12: at character 1'),
    });
    expect(check(known)?.('Hi 5', '13')).toMatchObject({
      issue:
        "matches no registered template, because 'known' has none with the message's dltTemplateId",
    });
  });
});

// Templates of words and variables, with values for them.
const word = fc.stringMatching(/^[A-Za-zäé]{1,6}[ ,!:]{1,2}$/);
const VALUES = {
  var: fc.stringMatching(/^[A-Za-z0-9é&' -]{1,12}$/),
  numeric: fc.stringMatching(/^[0-9]{1,12}$/),
  alphanumeric: fc.stringMatching(/^[A-Za-z0-9]{1,12}$/),
  email: fc.stringMatching(/^[a-z]{1,5}@[a-z]{1,5}\.(in|com)$/),
};
const variable = fc
  .constantFrom('var', 'numeric', 'alphanumeric', 'email')
  .chain((kind) => VALUES[kind].map((value) => ({ kind, value })));
const parts = fc.array(fc.oneof(word, variable), { minLength: 1, maxLength: 8 });

type Parts = (string | { kind: string; value: string })[];
const written = (of: (part: { kind: string; value: string }) => string) => (all: Parts) =>
  all.map((part) => (typeof part === 'string' ? part : of(part))).join('');
/** A value reads as a link at `www.`, before the text differs. */
const WWW: Parts = [
  { kind: 'var', value: " '" },
  { kind: 'email', value: 'a@www.com' },
];
const templateText = written(({ kind }) => `{#${kind}#}`);
const messageText = written(({ value }) => value);

describe('the comparison', () => {
  it('matches what the template renders', () => {
    fc.assert(
      fc.property(parts, (all) => {
        const template = templateOf(templateText(all));
        const values = all.filter((part) => typeof part !== 'string');
        // Together, some values read as a number or a link.
        fc.pre(slowly(templateText(all), messageText(all)) === undefined);
        const content = template(
          Object.fromEntries(values.map(({ value }, index) => [String(index + 1), value])),
        );
        const find = template.createTextCheck({ known: [template] });
        expect(find(content.text)).toEqual({ dltTemplateId: '1' });
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with one that tries all divisions, also on how far it got', () => {
    fc.assert(
      fc.property(
        parts,
        fc.nat(),
        fc.constantFrom('', 'x', '7', ' ', '~'),
        (all, random, other) => {
          const text = messageText(all);
          const at = random % (text.length + 1);
          for (const changed of [text, text.slice(0, at) + other + text.slice(at + 1)]) {
            const furthest = slowly(templateText(all), changed);
            const found = problem(templateText(all), changed);
            const place =
              found === undefined ? found : Number(/at character (\d+): /.exec(found)?.[1]) - 1;
            expect(place).toBe(furthest);
          }
        },
      ),
      { numRuns: 500, examples: [[WWW, 8, '~']] },
    );
  });
});

// One that tries the divisions one after the other would not end.
it.each([
  '{#var#}',
  '{#var#}a ',
  '{#alphanumeric#}{#numeric#}',
  '{#email#} ',
  '{#email#}',
  '{#var#}aa',
])('a hostile text is compared with templates of 40 times %j', (variables) => {
  const known = Array.from({ length: 4 }, (_, index) =>
    templateOf(`${variables.repeat(40)}!`, String(index)),
  );
  for (const text of [
    'a '.repeat(500),
    'a'.repeat(1000),
    '1'.repeat(1000),
    'a@a.aa '.repeat(140),
    'a@a.aa.'.repeat(140),
    `1${' '.repeat(30)}`.repeat(30),
    '1\uFE0F \u034F'.repeat(250),
  ]) {
    expect(check(known)?.(text)).toHaveProperty('issue');
  }
});

it('each variable looks at each character of a text at most twice, however many variables there are', () => {
  const looked = jest.spyOn(TextReading.prototype, 'hasLink');
  afterThisTest(() => looked.mockRestore());
  expect(matches(`${'{#var#}'.repeat(40)}!`, 'a'.repeat(1000))).toBe(false);
  expect(looked.mock.calls.length).toBeLessThanOrEqual(40 * 2 * 1000);
});

/** The furthest position of any reading, by trying all of them; undefined if one reads the whole text. */
function slowly(template: string, text: string): number | undefined {
  const pieces = template.split(/(\{#\w+#\})/).filter(Boolean);
  const CLASS: Readonly<Record<string, RegExp>> = {
    '{#var#}': /^\P{Cc}+$/u,
    '{#numeric#}': /^[0-9]+$/,
    '{#alphanumeric#}': /^[\p{L}\p{M}\p{N}]+$/u,
  };
  const EMAIL = /^[\w.%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}$/;
  const numbers = writtenNumbers(text);
  let furthest = 0;
  const seen = new Set<string>();
  /** @param start where the values begin that are judged with the next one */
  const read = (index: number, at: number, start: number): boolean => {
    furthest = Math.max(furthest, at);
    const piece = pieces[index];
    if (piece === undefined) return at === text.length;
    const key = [index, at, start].join();
    if (seen.has(key)) return false;
    seen.add(key);
    if (piece === '{#email#}') {
      for (let end = at + 1; end <= Math.min(text.length, at + 60); end += 1) {
        if (!EMAIL.test(text.slice(at, end))) continue;
        if (end > at + 30) furthest = Math.max(furthest, at + 30);
        else if (read(index + 1, end, end)) return true;
      }
      return false;
    }
    const pattern = CLASS[piece];
    if (!pattern) {
      let same = 0;
      while (same < piece.length && piece[same] === text[at + same]) same += 1;
      furthest = Math.max(furthest, at + same);
      if (same < piece.length) return false;
      return read(index + 1, at + same, /[\p{L}\p{N}]/u.test(piece) ? at + same : start);
    }
    const isGuarded = [piece, pieces[index - 1], pieces[index + 1]].some(free);
    const isForbidden = (end: number): boolean =>
      isGuarded &&
      (hasLink(text.slice(start, end)) || numbers.some(([a, b]) => a >= start && b <= end));
    for (let end = at + 1; end <= Math.min(text.length, at + 30); end += 1) {
      if (!pattern.test(text.slice(at, end))) break;
      if (isForbidden(end)) break;
      if (read(index + 1, end, isGuarded ? start : end)) return true;
    }
    return false;
  };
  return read(0, 0, 0) ? undefined : furthest;
}

const free = (piece = ''): boolean => piece === '{#var#}' || piece === '{#alphanumeric#}';

const hasLink = (text: string): boolean => /www\.|[^\p{P}\s]\.\p{L}{2}/iu.test(text);

/** Where each ten digits of what is written as a phone number begin and end. */
function writtenNumbers(text: string): [number, number][] {
  return Array.from(text.matchAll(/\+?[0-9](?:[ ().+-]*[0-9])*/g)).flatMap(({ 0: run, index }) => {
    const places = Array.from(run.matchAll(/[0-9]/g), (digit) => index + digit.index);
    const tens = (from: number, to: number) =>
      places
        .slice(from, to - 9)
        .map((at, each): [number, number] => [at, (places[from + each + 9] ?? 0) + 1]);
    const groups = places.length < 10 ? [] : (run.match(/[0-9]+/g) ?? []);
    const isGrouped = groups.length > 1 && groups.every(({ length }) => length <= 8);
    if (groups.length > 0 && (run.includes('+') || (isGrouped && places.length <= 15)))
      return tens(0, places.length);
    const before = (group: number) => groups.slice(0, group).join('').length;
    return groups.flatMap((_, from) =>
      groups.slice(from).flatMap((__, length) => {
        const to = from + length + 1;
        const isMobile = /^(?:91)?[6-9][0-9]{9}$/.test(groups.slice(from, to).join(''));
        return isMobile ? tens(before(from), before(to)) : [];
      }),
    );
  });
}
