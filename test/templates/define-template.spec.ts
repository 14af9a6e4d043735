import { inspect } from 'node:util';
import { SmsConfigurationError, SmsMessageError } from '../../lib/index.js';
import { defineTemplate } from '../../lib/extras/templates/index.js';
import { loginCode, templateOf, TEXT } from './known.js';

function errorOf(work: () => unknown): SmsMessageError {
  try {
    work();
  } catch (error) {
    if (error instanceof SmsMessageError) return error;
    throw error;
  }
  throw new Error('It was taken');
}

const issuesOf = (work: () => unknown): string[] =>
  errorOf(work).issues.map(({ path, message }) => `${path}: ${message}`);

describe('a template', () => {
  it('renders a message with its ids', () => {
    expect(loginCode({ code: '482913', minutes: '5' })).toEqual({
      text: TEXT,
      dltTemplateId: '1107160000000000001',
      dltEntityId: '1101550000000000001',
      senderId: 'ACMEIN',
    });
    const plain = defineTemplate({ text: 'We are open.', dltTemplateId: '2' });
    expect(plain()).toEqual({ text: 'We are open.', dltTemplateId: '2' });
  });

  it('does not compile with a missing or unknown name, and throws if types were not checked', () => {
    // @ts-expect-error minutes is missing
    expect(issuesOf(() => loginCode({ code: '1' }))).toEqual([
      'values.minutes: is missing; pass a string',
    ]);
    // @ts-expect-error colour is not a variable
    expect(issuesOf(() => loginCode({ code: '1', minutes: '2', colour: 'red' }))).toEqual([
      'values.colour: is not in the template',
    ]);
    // @ts-expect-error values are strings
    expect(issuesOf(() => loginCode({ code: 1, minutes: '2' }))).toEqual([
      'values.code: is a number; pass a string',
    ]);
    // @ts-expect-error a template without variables has no values
    expect(issuesOf(() => defineTemplate({ text: 'Hi', dltTemplateId: '1' })({ a: '1' }))).toEqual([
      'values.a: is not in the template',
    ]);
  });

  it('names each value of the wrong kind or length', () => {
    expect(issuesOf(() => loginCode({ code: '48291x', minutes: '' }))).toEqual([
      'values.code: at character 6: the template has "{#numeric#}", the text "48291x"',
      'values.minutes: at character 1: the template has "{#numeric#}", the text ends',
    ]);
    expect(issuesOf(() => loginCode({ code: '1'.repeat(31), minutes: '5' }))).toEqual([
      'values.code: at character 31: {#numeric#} takes at most 30 characters',
    ]);
    expect(issuesOf(() => templateOf('Hi {#var#}.')({ 1: 'acme.com' }))).toEqual([
      "values.1: at character 7: {#var#} takes no links; if it is none, set links: 'allow'",
    ]);
  });

  it('refuses values that together make a link or a phone number', () => {
    const two = templateOf('Hi {#var#}{#var#}.');
    expect(two({ 1: '98765', 2: ' is right' }).text).toBe('Hi 98765 is right.');
    expect(issuesOf(() => two({ 1: '98765', 2: '43210' }))).toEqual([
      "values: at character 13: {#var#} takes no phone numbers; if it is none, set phoneNumbers: 'allow'",
    ]);
  });

  it('takes the rules that it is defined with', () => {
    const rules = { maxValueLength: 40, urls: ['https://acme.example/'] };
    const link = defineTemplate(
      { text: 'See {#url#} ok', values: ['link'], dltTemplateId: '1' },
      rules,
    );
    expect(link({ link: 'https://acme.example/track?id=1234567' }).text).toHaveLength(44);
    expect(issuesOf(() => link({ link: 'https://acme.example.evil.com/' }))).toHaveLength(1);
  });

  it.each<[object, string]>([
    [{ dltTemplateId: '1.10716E+18' }, 'has a dltTemplateId that looks like an id from a'],
    [{ dltEntityId: '1,107' }, 'has a dltEntityId that looks like an id from a spreadsheet'],
    [{ dltEntityId: 'N/A' }, 'has a dltEntityId that is not an id'],
    [{ senderId: 'ACMEIN ' }, 'has a senderId that begins or ends with a space; remove it.'],
    [{ senderId: 'ACME\n' }, 'has a senderId that has a line break'],
  ])('is refused with %j', (wrong, problem) => {
    const define = () => defineTemplate({ text: 'Hi', dltTemplateId: '11', ...wrong });
    expect(define).toThrow(SmsConfigurationError);
    expect(define).toThrow(problem);
  });

  it('loses invisible characters in its ids and its header', () => {
    const ids = { dltTemplateId: '\ufeff11\n', dltEntityId: ' 1101 ', senderId: 'ACME\u200bIN' };
    const clean = { text: 'Hi', dltTemplateId: '11', dltEntityId: '1101', senderId: 'ACMEIN' };
    const template = defineTemplate({ text: 'Hi', ...ids });
    expect(template.definition).toEqual(clean);
    expect(template()).toEqual(clean);
  });

  it.each<[string, string[], object, string]>([
    ['Hi {#name#}', [], {}, 'has an unknown or incomplete variable'],
    ['Hi {#var', [], {}, 'has an unknown or incomplete variable'],
    ['  ', [], {}, 'has no text'],
    ['Hi {#var#}', [], {}, "it needs a different name in 'values' for each variable (1)."],
    ['{#var#} {#var#}', ['a', 'a'], {}, "different name in 'values' for each variable (2)."],
    [
      'Hi',
      [],
      { maxValueLength: 0 },
      'its rules.maxValueLength is too small. Provide a whole number',
    ],
    [
      'Hi',
      [],
      { maxValueLength: { alphanumeric: 201 } },
      'its rules.maxValueLength.alphanumeric is too large. Provide a whole number',
    ],
    ['Hi', [], { maxValueLength: '30' }, 'its rules.maxValueLength is not valid. Provide a whole'],
    ['Hi', [], { maxValueLength: { cbn: 3 } }, 'maxValueLength'],
    ['Hi', [], { phoneNumbers: 'strict' }, "Provide 'written' or 'allow'"],
    ['Hi', [], { links: 'strict' }, "its rules.links is not valid. Provide 'written' or 'allow'"],
    [
      'Hi',
      [],
      { urls: ['https://acme.example'] },
      'rules.urls[0] is not valid. Provide the beginning',
    ],
  ])('is refused: text %j, values %j, rules %j', (text, values, rules, problem) => {
    const define = () => defineTemplate({ text, values, dltTemplateId: '11' }, rules);
    expect(define).toThrow(SmsConfigurationError);
    expect(define).toThrow(problem);
    expect(define).toThrow("The template '11' cannot be used");
  });
});

describe('the error of a value', () => {
  it('shows words of the text to code that reads its issues, but in no log', () => {
    const error = errorOf(() => loginCode({ code: 'secret', minutes: '5' }));
    expect(error.issues[0]?.message).toContain('the text "secret"');
    const inspected = inspect(error, { depth: 9, showHidden: true, getters: true });
    for (const shown of [String(error), error.stack, JSON.stringify(error), inspected]) {
      expect(shown).not.toContain('secret');
    }
    expect(error.message).toContain('the template has "{#numeric#}", the text "••••••"');
  });
});
