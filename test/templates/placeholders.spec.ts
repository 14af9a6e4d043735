import { SmsMessageError, type SmsTemplateRules } from '../../lib/index.js';
import { templateOf } from './known.js';

/** Why a text is no text of a template, and why a message cannot be made with its values. */
function refusals(template: string, values: readonly string[], rules: SmsTemplateRules = {}) {
  const known = templateOf(template);
  const left = values.values();
  const text = template.replaceAll(/\{#\w+#\}/g, () => left.next().value ?? '');
  const check = known.createTextCheck({ known: [known], ...rules })(text);
  const ofText = check && 'issue' in check ? check.issue : undefined;
  try {
    known(Object.fromEntries(values.map((value, index) => [String(index + 1), value])));
  } catch (error) {
    if (!(error instanceof SmsMessageError)) throw error;
    const [{ path, message } = { path: '', message: '' }] = error.issues;
    return [ofText, `${path}: ${message}`];
  }
  return [ofText, undefined];
}

const NONE = 'has undefined, null, NaN or [object Object] as its value; pass the value';
const PLACEHOLDER = 'has a placeholder ({#, #} or {{) as its value; fill it in';
const TAKEN = [undefined, undefined];

describe('a value', () => {
  it.each(['undefined', 'null', 'NaN', '[object Object]'])(
    'is not %s, in a text and when a message is made',
    (value) => {
      expect(refusals('Dear {#var#}, your code is {#numeric#}.', [value, '1'])).toEqual([
        `matches no registered template. The nearest is 1: at character 6: {#var#} ${NONE}`,
        `values.1: at character 1: {#var#} ${NONE}`,
      ]);
    },
  );

  it.each(['undefined', 'null', 'NaN'])('of alphanumeric is not %s either', (value) => {
    for (const found of refusals('Dear {#alphanumeric#}, bye', [value]))
      expect(found).toContain(NONE);
  });

  it.each(['{#var#}', '{#name#}', 'a {# b', 'a #} b', '{{name}}', '{{ name }}'])(
    'has no placeholder like %s',
    (value) => {
      for (const found of refusals('Dear {#var#}, bye', [value]))
        expect(found).toContain(PLACEHOLDER);
      for (const found of refusals('Dear {#var#}{#var#}{#var#}, bye', [
        value.slice(0, 1),
        value.slice(1, -1),
        value.slice(-1),
      ])) {
        expect(found).toContain(PLACEHOLDER);
      }
    },
  );

  it.each([
    'Undefined',
    'NULL',
    'Nan',
    'null and void',
    'not null',
    'undefined!',
    '{name}',
    '#1 }',
  ])('may be %s', (value) => {
    expect(refusals('Dear {#var#}, bye', [value])).toEqual(TAKEN);
  });

  it('may end with null, however the text can be divided into values', () => {
    const template = 'Hi {#var#} {#var#}!';
    expect(refusals(template, ['Ann', 'or null'])).toEqual(TAKEN);
    expect(refusals(template, ['null', 'Ann'])[0]).toContain(NONE);
    expect(refusals('{#var#}a{#var#}', ['x', 'anull'])).toEqual(TAKEN);
  });

  it('is not undefined, even divided over adjacent variables', () => {
    const template = 'Dear {#var#}{#var#}, bye';
    expect(refusals(template, ['unde', 'fined'])).toEqual([
      expect.stringContaining(`at character 6: {#var#} ${NONE}`),
      expect.stringContaining(`values: at character 6: {#var#} ${NONE}`),
    ]);
    expect(refusals(template, ['nul', 'ls'])).toEqual(TAKEN);
  });

  it('is not undefined with punctuation that is ignored', () => {
    const rules = { ignorePunctuation: true };
    expect(refusals('Dear {#var#}, bye', ['undefined'], rules)[0]).toContain(NONE);
    expect(refusals('Dear {#var#}, bye', ['undefined.'], rules)[0]).toContain(NONE);
    expect(refusals('Dear {#var#}, bye', ['Ann'], rules)).toEqual(TAKEN);
  });

  it('may follow a brace in the text of the template', () => {
    expect(refusals('{{{#var#}}}', ['Ann'])).toEqual(TAKEN);
  });
});

it('a template that only lacks a value is nearer than one that differs', () => {
  const known = [templateOf('Dear {#var#} bye', '11'), templateOf('Dear {#var#}, welcome', '12')];
  const check = known[0]?.createTextCheck({ known });
  expect(check?.('Dear undefined, welcome')).toMatchObject({
    issue: expect.stringContaining(`The nearest is 12: at character 6: {#var#} ${NONE}`),
  });
});
