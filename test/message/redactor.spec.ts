import * as fc from 'fast-check';
import { createRedactor } from '../../lib/message/redactor.js';

const HIDDEN = '••••••';
const PASSWORD = 'p@ss "w&rd"/ß';

describe('a redactor', () => {
  it.each([
    ['plain', PASSWORD],
    ['in capitals', 'P@SS "W&RD"/ß'],
    ['as encodeURIComponent writes it', encodeURIComponent(PASSWORD)],
    ['with lower-case hex digits', encodeURIComponent(PASSWORD).toLowerCase()],
    ['as a form writes it', encodeURIComponent(PASSWORD).replaceAll('%20', '+')],
    ['as a query writes it', new URLSearchParams({ p: PASSWORD }).toString().slice(2)],
    ['in base64', Buffer.from(PASSWORD).toString('base64')],
    ['in base64 without padding', Buffer.from(PASSWORD).toString('base64').replace(/=+$/, '')],
    ['in base64url', Buffer.from(PASSWORD).toString('base64url')],
    ['escaped for HTML', 'p@ss &quot;w&amp;rd&quot;/ß'],
    ['escaped for JSON', 'p@ss \\"w&rd\\"/ß'],
    ['escaped for JSON as PHP does', 'p@ss \\"w&rd\\"\\/\\u00df'],
  ])('hides a secret that is said back %s', (_, echo) => {
    const redactor = createRedactor([PASSWORD], undefined, []);
    expect(redactor.text(`login ${echo} refused`)).toBe(`login ${HIDDEN} refused`);
  });

  it.each(['hunter2', 'käse', 'a b/c', "it's<b>", '~?>~?>', "my (p)'"])(
    'hides the short secret %j in every form',
    (secret) => {
      const redactor = createRedactor([secret], undefined, []);
      const base64 = Buffer.from(secret).toString('base64');
      const html = secret.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace("'", '&#039;');
      const base64url = Buffer.from(secret).toString('base64url');
      const percent = encodeURIComponent(secret);
      const form = percent.replaceAll('%20', '+');
      const query = new URLSearchParams({ p: secret }).toString().slice(2);
      const html39 = html.replace('&#039;', '&#39;');
      const htmlApos = html.replace('&#039;', '&apos;');
      const all = [
        html39,
        htmlApos,
        secret,
        secret.toUpperCase(),
        percent,
        form,
        query,
        base64,
        base64url,
        html,
      ];
      for (const echo of all) {
        expect(redactor.text(`[${echo}]`)).toBe(`[${HIDDEN}]`);
      }
    },
  );

  it('hides a secret of fewer than four characters only as a word of its own', () => {
    const redactor = createRedactor(['ab', '7'], undefined, []);
    expect(redactor.text('ab (AB) about cab 7 77 x7')).toBe(
      `${HIDDEN} (${HIDDEN}) about cab ${HIDDEN} 77 x7`,
    );
  });

  it('hides no more for an empty secret or text', () => {
    expect(createRedactor([''], '', []).text('all is open')).toBe('all is open');
  });

  it('hides a secret that regular expressions would read otherwise', () => {
    expect(createRedactor(['$&.*(a'], undefined, []).text('x$&.*(ay')).toBe(`x${HIDDEN}y`);
  });

  it('hides a secret wherever it stands, whatever stands around it', () => {
    const secrets = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        fc.pre(secret.length >= 4 && !`${before} ${after}${HIDDEN}`.includes(secret));
        const shown = createRedactor([secret], undefined, []).text(`${before}${secret}${after}`);
        expect(shown.includes(secret) && !HIDDEN.includes(secret)).toBe(false);
      }),
    );
  });

  it('hides the text, and each run of eight characters of it', () => {
    const redactor = createRedactor([], 'Your code is G-829 for <Shop>', []);
    expect(redactor.text('bad text: your code is g-829 for <shop>')).toBe(`bad text: ${HIDDEN}`);
    expect(redactor.text('near "code is G-829" of it')).toBe(`near "${HIDDEN}" of it`);
    expect(redactor.text('G-829 for &lt;Shop&gt;')).toBe(HIDDEN);
    expect(redactor.text('shared=is G-82')).toBe('shared=is G-82');
    expect(redactor.text('Your%20code%20is%20G-829')).toBe(HIDDEN);
  });

  it('hides a text of any script without shifting what follows', () => {
    // The lower case of İ is two units long, and that of Σ depends on its neighbours.
    const redactor = createRedactor([], 'नमस्ते दुनिया', []);
    expect(redactor.text('İİİ नमस्ते दुनिया İİ')).toBe(`İİİ ${HIDDEN} İİ`);
    expect(createRedactor(['ΟΔΟΣ'], undefined, []).text('x οδοσ ΟΔΟΣ')).toBe(
      `x ${HIDDEN} ${HIDDEN}`,
    );
  });

  it.each([
    ['919876543210', '91••••••3210'],
    ['+919876543210', '+91••••••3210'],
    ['+91 98765-43210', '+91••••••3210'],
    ['+91 (987) 654 32 10', '+91••••••3210'],
    ['98765 43210', '98••••3210'],
    ['098765 43210', '09•••••3210'],
    ['98 76 54 32 10', '98••••3210'],
    ['919876543210,919876543211', '91••••••3210,91••••••3211'],
    ['919876543210 919876543211', '91••••••3210 91••••••3211'],
    ['919876543210919876543211', '••••••••'],
  ])('masks a recipient that is said back as %j', (echo, masked) => {
    const redactor = createRedactor([], undefined, ['919876543210', '919876543211']);
    expect(redactor.text(`mobile ${echo} is barred`)).toBe(`mobile ${masked} is barred`);
  });

  it('masks whatever may be a one-time password', () => {
    const { text } = createRedactor([], undefined, []);
    expect(text('code 1234 or 123456, x98765y')).toBe('code •••• or ••••••, x•••••y');
    expect(text('code 123-456 or 12 34 56')).toBe('code •••••• or ••••••');
    expect(text('code १२३४')).toBe('code ••••');
    expect(text('id 1234567890123456789')).toBe('id ••••••••');
    expect(text('203: 3 of 100 at 10:20')).toBe('203: 3 of 100 at 10:20');
  });

  it('hides digits of a secret or the text altogether, where it would show the ends of a number', () => {
    expect(createRedactor(['9876543210'], undefined, []).text('x 9876543210')).toBe(`x ${HIDDEN}`);
    expect(createRedactor([], 'pin 98765432', []).text('x=98765432')).toBe(`x=${HIDDEN}`);
  });

  it('gives at most 2,000 characters, and no part of a secret at the cut', () => {
    const redactor = createRedactor(['correct horse battery'], undefined, []);
    const shown = redactor.text(`${'a'.repeat(1_990)}correct horse battery${'b'.repeat(100)}`);
    expect(shown).toBe(`${'a'.repeat(1_990)}${HIDDEN}…`);
    expect(redactor.text('b'.repeat(5_000))).toBe(`${'b'.repeat(2_000)}…`);
    expect(redactor.text('b'.repeat(2_000))).toBe('b'.repeat(2_000));
    expect(redactor.text(`${'b'.repeat(1_999)}secret`).startsWith('b'.repeat(1_999))).toBe(true);
    const cut = createRedactor(['hunter2'], undefined, []).text(`${'b'.repeat(1_997)}hunter2`);
    expect(cut).toBe(`${'b'.repeat(1_997)}${HIDDEN}…`);
  });

  it('hides a text to its end, however long it is', () => {
    const words = Array.from({ length: 25_000 }, (_, at) => `w${at}`).join(' ');
    const redactor = createRedactor([], `${words} quetzalcoatl`, []);
    expect(redactor.text('end: w24999 quetzalcoatl.')).toBe(`end:${HIDDEN}.`);
  });

  it('hides the text though long secrets fill what is kept', () => {
    const long = Array.from({ length: 6 }, (_, field) =>
      Array.from({ length: 40_000 }, (_unused, at) => field * 40_000 + at).join('-'),
    );
    expect(createRedactor(long, 'quetzalcoatl', []).text('quetzalcoatl')).toBe(HIDDEN);
  });

  // What took the square of them would not end within the runner's limit.
  it('takes linear time for long answers, long texts and many recipients', () => {
    const recipients = Array.from({ length: 20_000 }, (_, at) => `9198${String(10_000_000 + at)}`);
    const redactor = createRedactor(['a'.repeat(500)], 'ab '.repeat(400_000), recipients);
    redactor.text('a'.repeat(1 << 20));
    redactor.text('1 '.repeat(1 << 19));
    expect(redactor.text('12345678'.repeat(1 << 17))).not.toContain('1234');
    redactor.deep(Array.from({ length: 10_000 }, () => 'x9'.repeat(2_000)));
  });
});

describe('a statusCode', () => {
  const redactor = createRedactor(['käse', 'p1701x', 'Sesam9'], 'Code 829-134, bis 20:15, २०२६', [
    '919876543210',
  ]);

  it.each(['203', '0', '1025', '0203', '20301', 'E1025', 'E-1025', 'no_way', 'DND', ' 1025 '])(
    'stays %j, so that a program can tell it from another',
    (code) => {
      expect(redactor.code(code)).toBe(code);
      expect(redactor.deep({ statusCode: code, deep: [{ statusCode: code }] })).toEqual({
        statusCode: code,
        deep: [{ statusCode: code }],
      });
    },
  );

  it.each([
    ['829134', '••••••'],
    ['E2913', 'E••••'],
    ['1701', '••••'],
    ['54321', '•••••'],
    ['Sesam9', HIDDEN],
    ['KÄSE', HIDDEN],
    ['käse', HIDDEN],
    ['1234567', '•••••••'],
    ['1234 5', '•••• 5'],
    ['E 1025', 'E ••••'],
  ])('is masked where it may be part of what was sent, as %j may', (code, shown) => {
    expect(redactor.code(code)).toBe(shown);
    expect(redactor.deep({ statusCode: code })).toEqual({ statusCode: shown });
  });

  it('stays a number where it was one', () => {
    const raw = { statusCode: 1025, code: 1025, inner: { statusCode: 829134 } };
    const shown = { statusCode: 1025, code: '••••', inner: { statusCode: '••••••' } };
    expect(redactor.deep(raw)).toEqual(shown);
  });

  it('takes linear time to look up, however long the text and however many codes', () => {
    const long = createRedactor([], '17012 '.repeat(200_000), []);
    expect(long.code('1025')).toBe('1025');
    for (let code = 1_000; code < 10_000; code += 1) long.code(`E${code}`);
  });
});

describe('a redactor of plain data', () => {
  const redactor = createRedactor(['hunter2'], 'Your code is 829134', ['919876543210']);

  it('masks texts, keys and numbers at every level, and leaves the rest', () => {
    const raw = {
      status: 'error',
      statusCode: '216',
      reason: 'Invalid credentials',
      password: 'hunter2',
      hunter2: true,
      '919876543210': null,
      numbers: [919876543210, 1234, -98765, 3.12345, 200, 12.5, 123n, 12345n],
      nested: [{ text: 'your code is 829134' }],
    };
    expect(redactor.deep(raw)).toEqual({
      status: 'error',
      statusCode: '216',
      reason: 'Invalid credentials',
      password: HIDDEN,
      [HIDDEN]: true,
      '91••••••3210': null,
      numbers: ['91••••••3210', '••••', '-•••••', '3.•••••', 200, 12.5, 123n, '•••••'],
      nested: [{ text: HIDDEN }],
    });
  });

  it('leaves a statusCode of three digits readable whatever the text is', () => {
    const short = createRedactor(['203'], '216', []);
    expect(short.deep({ statusCode: '216', code: '216' })).toEqual({
      statusCode: '216',
      code: HIDDEN,
    });
    expect(short.deep({ statusCode: 203 })).toEqual({ statusCode: 203 });
    expect(short.deep({ statusCode: ['203'] })).toEqual({ statusCode: [HIDDEN] });
  });

  it('keeps both values where two keys look alike once masked', () => {
    expect(redactor.deep({ '1234': 'a', '5678': 'b' })).toEqual({ '••••': 'a', '•••• (2)': 'b' });
  });

  it('copies a __proto__ key as a key', () => {
    const copy = redactor.deep(JSON.parse('{"__proto__":{"polluted":"hunter2"}}'));
    expect(JSON.stringify(copy)).toBe(`{"__proto__":{"polluted":"${HIDDEN}"}}`);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy).not.toHaveProperty('polluted');
  });

  it('ends at 100,000 characters, of which a long text has 2,000', () => {
    const said = 'y'.repeat(1_500);
    const all = Array.from({ length: 100 }, () => said);
    const copy = redactor.deep({ long: 'z'.repeat(500_000), all, [said]: 1 });
    expect(copy).toHaveProperty('long', `${'z'.repeat(2_000)}…`);
    expect(JSON.stringify(copy).match(/y+/g)).toHaveLength(65);
    expect(Object.keys(copy ?? {})).toEqual(['long', 'all', '…']);
  });

  it('ends at 8 levels, 100 entries and 1,000 values, also of what contains itself', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    circle['again'] = circle;
    expect(JSON.stringify(redactor.deep(circle)).match(/…/g)?.length).toBe(256);
    const wide = redactor.deep(Array.from({ length: 500 }, () => 'x'));
    expect(wide).toHaveLength(101);
    const keys = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at]));
    expect(Object.keys(redactor.deep(keys) ?? {})).toHaveLength(101);
    const broad = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 'x'));
    expect(JSON.stringify(redactor.deep(broad)).match(/x/g)?.length).toBeLessThan(1_000);
  });

  it('does not change what it copies', () => {
    const raw = Object.freeze({ list: Object.freeze(['hunter2']) });
    redactor.deep(raw);
    expect(raw).toEqual({ list: ['hunter2'] });
  });

  it('lets no secret through any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, key) => {
        const raw = { [`${key}hunter2`]: value, list: [value, `x${key}hunter2`] };
        expect(JSON.stringify(redactor.deep(raw))).not.toContain('hunter2');
      }),
    );
  });
});
