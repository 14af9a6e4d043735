import * as fc from 'fast-check';
import { SmsMessageError } from '../../lib/core/errors/index.js';
import { checkContent, checkDefaults, checkMessage } from '../../lib/core/message/check-message.js';
import type { MessageContext } from '../../lib/core/message/checked-message.js';
import { createRecipientReader } from '../../lib/core/message/recipient-reader.js';
import { estimateSegments } from '../../lib/core/message/segments.js';
import { anyCharacter } from '../support/any-character.js';

const context = contextWith({});
const valid = { to: '+91 98765 43210', text: 'Your code is 829134' };

function contextWith(defaults: object): MessageContext {
  const checked = checkDefaults(defaults);
  if ('issues' in checked) throw new Error('the defaults were refused');
  return { defaults: checked, readRecipient: createRecipientReader({ numbers: 'strict' }) };
}

function issuesOf(message: unknown, within = context): { path: string; message: string }[] {
  try {
    checkMessage(message, within);
  } catch (error) {
    if (error instanceof SmsMessageError) return [...error.issues];
    throw error;
  }
  throw new Error('the message was accepted');
}

function linesOf(message: unknown, within = context): string[] {
  return issuesOf(message, within).map((issue) => `${issue.path}: ${issue.message}`);
}

function fieldLines(fields: unknown, within = context): string[] {
  return linesOf({ ...valid, fields }, within);
}

/** An object with this many unknown keys, and values that no field can have. */
function keyed(count: number): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const letters = String(index).replace(/./g, (digit) => 'zyxwvutsrq'.charAt(Number(digit)));
      return [`q${letters}`, 5];
    }),
  );
}

function isAcceptedOrRefused(message: unknown): boolean {
  try {
    return checkMessage(message, context).recipients.length > 0;
  } catch (error) {
    return error instanceof SmsMessageError;
  }
}

describe('a valid message', () => {
  it('gets its recipients as digits and the defaults of the package', () => {
    expect(checkMessage(valid, context)).toEqual({
      recipients: ['919876543210'],
      text: 'Your code is 829134',
      values: { text: 'Your code is 829134', type: 'text', duplicateCheck: 'true' },
      duplicateCheck: true,
      fields: {},
      segments: estimateSegments('Your code is 829134'),
    });
  });

  it('gets the defaults of the account for what it does not have', () => {
    const values = { senderId: 'SHOP', dltEntityId: '1101', dltTemplateId: '7', type: 'flash' };
    const fields = { trackLink: '1' };
    const within = contextWith({ ...values, duplicateCheck: false, fields });
    expect(checkMessage(valid, within)).toMatchObject({
      values: { ...values, duplicateCheck: 'false' },
      duplicateCheck: false,
      fields,
    });
    const own = { senderId: 'CAFE', dltEntityId: '2202', type: 'text' };
    const ownFields = { trackLink: '0', group: 'g' };
    const message = { ...valid, ...own, duplicateCheck: true, fields: ownFields };
    expect(checkMessage(message, within)).toMatchObject({
      values: { ...own, dltTemplateId: '7', duplicateCheck: 'true' },
      duplicateCheck: true,
      fields: ownFields,
    });
  });

  it('loses invisible characters in its ids and its sender, and the spaces around ids', () => {
    const ids = {
      dltEntityId: '\u202d 1101\u200b234\u202c\r\n',
      dltTemplateId: '\ufeff\t1107\u00a0',
      senderId: '\u2068SH\u00adOP\u2069',
    };
    const values = { dltEntityId: '1101234', dltTemplateId: '1107', senderId: 'SHOP' };
    expect(checkMessage({ ...valid, ...ids }, context).values).toMatchObject(values);
    expect(checkDefaults(ids)).toMatchObject({ values });
  });

  it('is the same with undefined for what it does not have', () => {
    const absent = ['senderId', 'dltEntityId', 'type', 'duplicateCheck', 'fields'];
    const message = { ...valid, ...Object.fromEntries(absent.map((key) => [key, undefined])) };
    expect(checkMessage(message, context)).toEqual(checkMessage(valid, context));
  });

  it('can be an instance of a class, with getters', () => {
    class Dto {
      to = ['919876543210'];
      get text(): string {
        return 'hi';
      }
    }
    expect(checkMessage(new Dto(), context)).toMatchObject({ text: 'hi' });
    expect(checkMessage(Object.assign(Object.create(null), valid), context).text).toBe(valid.text);
  });

  it('keeps its text byte for byte', () => {
    const text = fc
      .string({ unit: anyCharacter })
      .filter((value) => value.isWellFormed())
      .map((value) => `${value}a`);
    fc.assert(
      fc.property(text, (value) => {
        expect(checkMessage({ ...valid, text: value }, context).text).toBe(value);
      }),
    );
    expect(checkMessage({ ...valid, text: ' e\u0301\r\n ' }, context).text).toBe(' e\u0301\r\n ');
  });

  it('is not changed', () => {
    const message = Object.freeze({
      ...valid,
      to: Object.freeze(['919876543210', '919876543210']),
      fields: Object.freeze({ trackLink: '1' }),
    });
    const before = structuredClone(message);
    const checked = checkMessage(message, context);
    expect(message).toEqual(before);
    expect(checked.fields).not.toBe(message.fields);
  });

  it.each([
    ['plain', 'text'],
    ['price 5 €', 'text'],
    ['नमस्ते', 'unicode'],
    ['“quoted”', 'unicode'],
  ])('of the type auto, which is the default, gets the type that %j needs: %s', (text, type) => {
    expect(checkMessage({ ...valid, text, type: 'auto' }, context).values.type).toBe(type);
    const defaults = { type: 'auto' };
    expect(checkMessage({ ...valid, text }, contextWith(defaults)).values.type).toBe(type);
    expect(checkMessage({ ...valid, text }, context).values.type).toBe(type);
    expect(checkMessage({ ...valid, text, type: 'text' }, context).values.type).toBe('text');
  });
});

describe('an invalid message', () => {
  it.each([null, undefined, 'text', 5, true, () => valid, Symbol('s'), [valid]])(
    'is not an object: %p',
    (value) => {
      expect(issuesOf(value)).toEqual([
        { path: 'message', message: expect.stringMatching(/^is .*; use an object like/) },
      ]);
    },
  );

  it('causes an error with everything that is invalid or missing', () => {
    const message = {
      fields: { mobile: '919876543210', ok: 'yes', 'a"b': 'x' },
      text: '',
      txet: 'hi',
      to: ['12', '919876543210', 'x'],
      duplicateCheck: 'yes',
      senderId: '',
    };
    expect(issuesOf(message).map((issue) => issue.path)).toEqual([
      'to[0]',
      'to[2]',
      'senderId',
      'text',
      'duplicateCheck',
      'fields.mobile',
      'fields.•••',
      'txet',
    ]);
  });

  it('causes an error with what is missing', () => {
    expect(linesOf({ senderId: 5 })).toEqual([
      'to: is missing; pass one number as a string, or several as an array of strings',
      'senderId: is a number; use a string, or omit it',
      'text: is missing; pass the text to send as a string',
    ]);
  });

  it.each([
    ['txt', 'text'],
    ['message', 'text'],
    ['body', 'text'],
    ['msg', 'text'],
    ['TO', 'to'],
    ['mobile', 'to'],
    ['senderid', 'senderId'],
    ['senderID', 'senderId'],
    ['senderName', 'senderId'],
    ['from', 'senderId'],
    ['dltEntityID', 'dltEntityId'],
    ['msgType', 'type'],
    ['duplicatecheck', 'duplicateCheck'],
    ['duplicates', 'duplicateCheck'],
    ['field', 'fields'],
  ])('has the unknown key %j, and the error suggests %j', (key, meant) => {
    expect(linesOf({ ...valid, [key]: 'x' })).toEqual([
      `${key}: is not known; perhaps you meant '${meant}'`,
    ]);
  });

  it('has an unknown key that is not like any other, and the error lists the keys', () => {
    const line =
      "trackLink: is not known; a message has to, senderId, dltEntityId, dltTemplateId, text, type, duplicateCheck, fields, and other form fields go into 'fields'";
    expect(linesOf({ ...valid, trackLink: '7' })).toEqual([line]);
    expect(issuesOf({ ...valid, priority: undefined })[0]?.path).toBe('priority');
    expect(issuesOf(JSON.parse('{"to":"919876543210","text":"a","__proto__":1}'))).toHaveLength(1);
  });

  it('has a text that is empty or not a string', () => {
    expect(linesOf({ ...valid, text: '' })).toEqual([
      'text: is empty; pass the text to send as a string',
    ]);
    expect(linesOf({ ...valid, text: 829134 })[0]).toContain('text: is a number;');
    expect(linesOf({ ...valid, text: null })[0]).toContain('text: is null;');
  });

  it.each([
    ' ',
    '\n',
    ' \t\r\n',
    '\u00a0\u3000',
    '\u200b',
    '\u200e\u202e\u2069',
    '\ufeff \u00ad',
    '\u0000\u0007\u0085',
    '\u3164\uffa0',
    '\u2800\u2800',
    '\u{e0020}\ufe0f',
  ])('has a text without a visible character: %j', (text) => {
    const issue = 'text: has no visible character; pass the text to send';
    expect(linesOf({ ...valid, text })).toEqual([issue]);
    expect(() => checkContent({ text }, context)).toThrow(issue);
  });

  it.each([
    ['ab\ud83d', 2],
    ['😀\ude00', 2],
    ['\ud83d\ud83d\ude00', 0],
  ])(
    'has an unpaired surrogate in its text, and the error names its position',
    (text, position) => {
      expect(linesOf({ ...valid, text })[0]).toContain(`position ${position};`);
    },
  );

  it.each(['senderId', 'dltEntityId', 'dltTemplateId', 'type'])(
    'has a %s that is not a string',
    (key) => {
      for (const value of ['', null, 5, {}, ['SHOP']]) {
        expect(linesOf({ ...valid, [key]: value })[0]).toMatch(/^\w+: is .*; use a string/);
      }
    },
  );

  it.each(['senderId', 'type'])('has a %s that is not a visible text', (key) => {
    for (const value of [
      'SH\r\nOP',
      'SHOP\n',
      'SH\tOP',
      'SH\u007f',
      'SH\u0085',
      'SH\ud800',
      '\0',
      '\u202eSHOP',
    ]) {
      expect(linesOf({ ...valid, [key]: value })[0]).toMatch(/^\w+: has a line break/);
    }
    for (const value of [' SHOP', 'SHOP ', 'SHOP\u00a0']) {
      expect(linesOf({ ...valid, [key]: value })).toEqual([
        `${key}: begins or ends with a space; remove it`,
      ]);
    }
    for (const value of [' ', '\u200b']) {
      expect(linesOf({ ...valid, [key]: value })[0]).toContain('has no visible character;');
    }
  });

  it.each([
    '1.10716E+18',
    '1,10716E+18',
    '1E18',
    '1107160000000000001.0',
    '1107160000000000001,00',
    '1,107,160,000,000,000,001',
    '1 107 160 000 000 000 001',
    "'1107160000000000001",
    '’1107160000000000001',
    '="1107160000000000001"',
    '####',
  ])('has an id that a spreadsheet changed, %j, as a key or a default', (id) => {
    const problem = 'looks like an id from a spreadsheet; export the column as text';
    const ids = { dltEntityId: id, dltTemplateId: id };
    const issues = Object.keys(ids).map((path) => ({ path, message: problem }));
    expect(issuesOf({ ...valid, ...ids })).toEqual(issues);
    expect(checkDefaults(ids)).toEqual({ issues });
  });

  it.each(['N/A', 'PE-1', '١١٠٧', '11\u202e07', '-1', '11\n07'])(
    'has an id with characters that are not digits, %j',
    (id) => {
      for (const key of ['dltEntityId', 'dltTemplateId']) {
        expect(linesOf({ ...valid, [key]: id })[0]).toContain(': is not an id, which has only the');
      }
    },
  );

  it.each(['true', 1, 0, null, {}])(
    'has a duplicateCheck that is not true or false: %p',
    (value) => {
      expect(linesOf({ ...valid, duplicateCheck: value })[0]).toContain('use true or false');
    },
  );

  it('never shows a text, a number or a field', () => {
    const message = {
      to: ['00919876543210', '829134829134829134'],
      text: 'secret \ud800',
      senderId: 'secret\n',
      type: 'secret\n',
      fields: { password: 'secret', '919876543210': 5, x: 'secret \ud800', 'my secret "key"': 'a' },
      '919876543211': 'secret',
      'a secret text': 'secret',
    };
    const issues = issuesOf(message);
    expect(issues).toHaveLength(11);
    const error = new SmsMessageError(issues);
    expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/secret|98765432|829134/);
  });

  it.each<[string, object, RegExp]>([
    ['recipients', { to: Array.from({ length: 99_000 }, () => '') }, /^to\[19\]$/],
    ['fields', { fields: keyed(99_000) }, /^fields\.[a-z]+$/],
    ['keys', keyed(99_000), /^[a-z]+$/],
  ])('lists 20 issues and says how many more there are: %s', (_what, more, path) => {
    const issues = issuesOf({ ...valid, ...more });
    expect(issues).toHaveLength(21);
    expect(issues[19]?.path).toMatch(path);
    expect(issues[20]).toEqual({
      path: 'message',
      message: 'has 98980 more issues, not listed here',
    });
    expect(new SmsMessageError(issues).message.length).toBeLessThan(5_000);
  });

  it('lists 20 issues without mentioning more', () => {
    expect(issuesOf({ ...valid, to: Array.from({ length: 20 }, () => '') })).toHaveLength(20);
  });

  it('whose getter throws causes that error', () => {
    const message = {
      ...valid,
      get text(): string {
        throw new RangeError('mine');
      },
    };
    expect(() => checkMessage(message, context)).toThrow(RangeError);
  });

  it('never causes another error, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (value) => {
        expect(isAcceptedOrRefused(value)).toBe(true);
        expect(isAcceptedOrRefused({ ...valid, to: value })).toBe(true);
        expect(isAcceptedOrRefused({ ...valid, fields: value })).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the fields of a message', () => {
  it.each([
    null,
    'a=b',
    5,
    [],
    ['a'],
    new Map([['a', 'b']]),
    new URLSearchParams('a=b'),
    new Date(0),
  ])('must be a plain object, not %p', (fields) => {
    expect(fieldLines(fields)[0]).toMatch(/^fields: is .*; pass a plain object of strings/);
  });

  it.each([1, true, null, undefined, {}, ['a']])('must have strings as values, not %p', (value) => {
    expect(fieldLines({ trackLink: value })[0]).toMatch(/^fields\.trackLink: is .*; use a string$/);
  });

  it('can have any text as a value, even line breaks or an empty text', () => {
    const fields = { note: 'a\r\n"b"', empty: '' };
    expect(checkMessage({ ...valid, fields }, context).fields).toEqual(fields);
    expect(fieldLines({ note: '\ud800' })[0]).toContain('an unpaired surrogate');
  });

  it.each(['', 'a\r\nb', 'a\nb', 'a"b', 'a\\', 'a\\b', 'a\u0000', 'a\ud800', ' a', 'a '])(
    'cannot have a name like %j',
    (key) => {
      expect(fieldLines({ [key]: 'x' })[0]).toMatch(/^fields\.•*: has a/);
    },
  );

  it.each([
    ['senderid', "use 'senderId'"],
    ['SenderId', "use 'senderId'"],
    ['mobile', "use 'to'"],
    ['mobile[]', "use 'to'"],
    ['msg', "use 'text'"],
    ['msgType', "use 'type'"],
    ['dltEntityId', "use 'dltEntityId'"],
    ['dltTemplateId', "use 'dltTemplateId'"],
    ['DLTtemplateID', "use 'dltTemplateId'"],
    ['duplicatecheck', "use 'duplicateCheck'"],
    ['sendMethod', "always 'quick'"],
    ['output', "always 'json'"],
    ['userid', "option 'auth'"],
    ['password', "option 'auth'"],
    ['APIKEY', "option 'auth'"],
  ])('cannot have the name %j, and the error says what to use instead', (key, instead) => {
    const [line] = fieldLines({ [key]: 'x' });
    expect(line).toMatch(new RegExp(`^fields\\.${key.replace('[]', '\\[\\]')}: `));
    expect(line).toContain(instead);
  });

  it('can have the name __proto__, which changes nothing but the form', () => {
    const fields: unknown = JSON.parse('{"__proto__":"x","a":"b"}');
    const checked = checkMessage({ ...valid, fields }, context);
    expect(Object.entries(checked.fields)).toEqual([
      ['__proto__', 'x'],
      ['a', 'b'],
    ]);
    expect(Object.getPrototypeOf(checked.fields)).toBe(Object.prototype);
  });

  it('are read once, so that what was checked is what is sent', () => {
    let reads = 0;
    const fields = {
      get note(): string {
        reads += 1;
        return reads === 1 ? 'fine' : '\ud800';
      },
    };
    expect(checkMessage({ ...valid, fields }, context).fields).toEqual({ note: 'fine' });
  });
});

describe('a message whose recipients are given separately', () => {
  it('is checked like any other', () => {
    expect(checkContent({ text: 'hi', senderId: 'SHOP' }, context)).toEqual({
      text: 'hi',
      values: { text: 'hi', senderId: 'SHOP', type: 'text', duplicateCheck: 'true' },
      duplicateCheck: true,
      fields: {},
      segments: estimateSegments('hi'),
    });
    expect(() => checkContent({ text: '' }, context)).toThrow('text: is empty');
  });

  it('cannot have a `to`', () => {
    expect(() => checkContent(valid, context)).toThrow('to: is not known; a message has senderId,');
  });
});
