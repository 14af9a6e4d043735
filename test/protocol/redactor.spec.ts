import * as fc from 'fast-check';
import { createRedactor, type Known } from '../../lib/protocol/redactor.js';

const HIDDEN = '••••••';
const PASSWORD = 'p@ss "w&rd"/ß';
const TEXT = 'Zoë\'s code is G-482913 & "ends" 100% <soon>/\n ok';
const CUSTOMER = "O'Neill & Sons, Käthe";
const NUMBER = '919876543210';

const hexOf = (said: string): string => Buffer.from(said).toString('hex');
const base64Of = (said: string): string => Buffer.from(said).toString('base64');
const htmlOf = (said: string): string =>
  said
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** How a server may repeat what it was sent. */
const FORMS: [string, (said: string) => string][] = [
  ['as it is', (said) => said],
  ['in capitals', (said) => said.replace(/[a-z]/g, (letter) => letter.toUpperCase())],
  ['as encodeURIComponent writes it', encodeURIComponent],
  ['with lower-case escapes', (said) => encodeURIComponent(said).toLowerCase()],
  ['as a form writes it', (said) => encodeURIComponent(said).replaceAll('%20', '+')],
  ['as a query writes it', (said) => new URLSearchParams({ p: said }).toString().slice(2)],
  ['in JSON', (said) => JSON.stringify(said).slice(1, -1)],
  [
    'in JSON as PHP writes it',
    (said) =>
      JSON.stringify(said)
        .slice(1, -1)
        .replaceAll('/', '\\/')
        .replace(/[\u0080-\uffff]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`),
  ],
  ['in HTML', htmlOf],
  ['in HTML with &#039;', (said) => htmlOf(said).replaceAll("'", '&#039;')],
  ['in HTML with &#39;', (said) => htmlOf(said).replaceAll("'", '&#39;')],
  ['in HTML with &#x27;', (said) => htmlOf(said).replaceAll("'", '&#x27;')],
  ['in base64', base64Of],
  ['in base64 without padding', (said) => base64Of(said).replace(/=+$/, '')],
  ['in percent-encoded base64', (said) => encodeURIComponent(base64Of(said))],
  ['in base64url', (said) => Buffer.from(said).toString('base64url')],
  ['in hex', hexOf],
  ['in capital hex', (said) => hexOf(said).toUpperCase()],
  ['in the hex of UTF-16', (said) => Buffer.from(said, 'utf16le').swap16().toString('hex')],
];

const redact = (said: string, known: Partial<Known>): string =>
  createRedactor({ secrets: [], ...known })(said);

describe('a redactor', () => {
  const known = {
    secrets: [PASSWORD, 'hunter2', "it's<b>"],
    text: TEXT,
    recipients: [NUMBER],
    fields: { customer: CUSTOMER, code: 'K-77' },
  };

  describe.each([PASSWORD, 'hunter2', "it's<b>", TEXT, CUSTOMER, 'K-77'])('for %j', (said) => {
    it.each(FORMS)('hides it %s', (_how, write) => {
      expect(redact(`bad: <${write(said)}> end`, known)).toBe(`bad: <${HIDDEN}> end`);
    });
  });

  it.each(FORMS.filter(([how]) => /base64|hex/.test(how)))(
    'hides a recipient %s',
    (_how, write) => {
      expect(redact(`bad: <${write(NUMBER)}> end`, known)).toBe(`bad: <${HIDDEN}> end`);
    },
  );

  it.each([
    ['919876543210', '91••••••3210'],
    ['+919876543210', '+91••••••3210'],
    ['%2B919876543210', '%2B91••••••3210'],
    ['+91 98765-43210', '+91••••••3210'],
    ['+91 (987) 654 32 10', '+91••••••32 10'],
    ['9876543210', '98••••••3210'],
    ['98765 43210', '98••••••3210'],
    ['0 98765 43210', '0 98••••••3210'],
    ['76543210', '76••••••3210'],
    ['919876543210,919876543211', '91••••••3210,91••••••3211'],
    ['919876543210 919876543211', '91••••••3210 91••••••3211'],
    ['1107160000000000001 919876543210', '1107160000000000001 91••••••3210'],
    ['id919876543210x', 'id91••••••3210x'],
    ['91987\n6543210', '91••••••3210'],
  ])('masks a recipient that is repeated as %j', (said, masked) => {
    const recipients = [NUMBER, '919876543211'];
    expect(redact(`mobile ${said} is barred`, { recipients })).toBe(`mobile ${masked} is barred`);
  });

  it('leaves other numbers readable', () => {
    const said = 'call 447700900123, 6543210 or 919876543219';
    expect(redact(said, { recipients: [NUMBER] })).toBe(said);
  });

  it.each([
    'DLT template 1107160000000000001 is not registered',
    'code is invalid',
    'Your code is not valid since 2026-03-01 12:00:00',
    'Sender ABCDEF is not approved &amp; 100% of the template differ: café',
    'See https://gateway.example/docs/errors?code=203#login, ticket 48291 or 4829134',
    'caf%C3%A9 \\"quoted\\" \\n C:\\users [1, 2, 3, 4, 5] dGhpcyBzYXlzIG5vdGhpbmc= deadbeef',
    'acme24 is one word, hunter one of another',
  ])('leaves a diagnosis readable: %s', (said) => {
    const text = 'Your code is 482913 for Zoë.';
    const fields = { shop: 'acme', short: '203', dltTemplateId: '1107169999999999999' };
    expect(redact(said, { secrets: ['hunter2'], text, fields, recipients: [NUMBER] })).toBe(said);
  });

  it('hides a value of the fields that a diagnosis names', () => {
    const fields = { dltTemplateId: '1107160000000000001', scheduleTime: '2026-03-01' };
    expect(redact('template 1107160000000000001 of 2026-03-01', { fields })).toBe(
      `template ${HIDDEN} of ${HIDDEN}`,
    );
  });

  describe('for a text', () => {
    const text = 'Code 482913 (or 12-34), pin: ab1c, दो१२३४, 验证码7788请勿, x9 or 123';
    it.each([
      ['code 482913 is wrong', `code ${HIDDEN} is wrong`],
      ['"482913"', `"${HIDDEN}"`],
      ['%20482913%20', `%20${HIDDEN}%20`],
      ['\\n482913\\n', `\\n${HIDDEN}\\n`],
      ['12-34', HIDDEN],
      ['AB1C', HIDDEN],
      ['दो१२३४', HIDDEN],
      ['7788请', `${HIDDEN}请`],
      ['4829130 x482913', '4829130 x482913'],
      ['code x9 or 123', 'code x9 or 123'],
    ])(
      'hides its words of 4 or more characters that hold a digit, and no others: %j',
      (said, shown) => {
        expect(redact(said, { text })).toBe(shown);
      },
    );

    it.each(FORMS.filter(([how]) => /base64/.test(how)))(
      'hides a word with a digit %s, which can have no digit itself',
      (_how, write) => {
        const said = write('482913');
        expect(said).not.toMatch(/\d/);
        expect(redact(`code ${said} is wrong`, { text })).toBe(`code ${HIDDEN} is wrong`);
      },
    );

    it('that is short hides it only as a word', () => {
      expect(redact('hi, this is hidden', { text: 'hi' })).toBe(`${HIDDEN}, this is hidden`);
      expect(redact('latest test', { text: 'test' })).toBe(`latest ${HIDDEN}`);
    });

    it('hides it whole, not only its first word', () => {
      const given = { text: 'acme 4829 says hello', secrets: ['acme'], fields: { shop: 'says' } };
      expect(redact('<acme 4829 says hello>', given)).toBe(`<${HIDDEN}>`);
    });

    it('that holds a recipient hides both', () => {
      const given = { text: `Call ${NUMBER}x now`, recipients: [NUMBER] };
      expect(redact(`<Call ${NUMBER}x now> to ${NUMBER}`, given)).toBe(
        `<${HIDDEN}> to 91••••••3210`,
      );
    });

    it('hides it to its end, however long it is', () => {
      const long = 'word - '.repeat(1_000);
      expect(redact(`<${long}> end`, { text: long })).toBe(`<${HIDDEN}…`);
      const shorter = long.slice(0, 1_500);
      expect(redact(`<${shorter}> end`, { text: shorter })).toBe(`<${HIDDEN}> end`);
      expect(redact(`<${base64Of(shorter)}> end`, { text: shorter })).toBe(`<${HIDDEN}…`);
    });
  });

  it('hides a secret of fewer than four characters only as a word', () => {
    expect(redact('ab (AB) about cab 7 77 x7', { secrets: ['ab', '7'] })).toBe(
      `${HIDDEN} (${HIDDEN}) about cab ${HIDDEN} 77 x7`,
    );
  });

  it('hides the decoded form of a secret', () => {
    const secrets = [encodeURIComponent(PASSWORD), '100%ab'];
    expect(redact(`<${PASSWORD}> <${encodeURIComponent(PASSWORD)}> <100%ab>`, { secrets })).toBe(
      `<${HIDDEN}> <${HIDDEN}> <${HIDDEN}>`,
    );
  });

  it('hides nothing for an empty secret or text', () => {
    expect(redact('all is open', { secrets: [''], text: '', fields: { a: '' } })).toBe(
      'all is open',
    );
  });

  it('hides what regular expressions would read differently', () => {
    expect(redact('x$&.*(ay', { secrets: ['$&.*(a'] })).toBe(`x${HIDDEN}y`);
    expect(redact('a|b\\c^d-[e]', { secrets: ['|b\\c^d-[e'] })).toBe(`a${HIDDEN}]`);
  });

  it('hides a secret wherever it is, whatever is around it', () => {
    const secrets = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        fc.pre(!`${before} ${after}${HIDDEN}`.includes(secret) && secret.trim().length >= 4);
        const shown = redact(`${before}${secret}${after}`, { secrets: [secret] });
        expect(shown.includes(secret) && !HIDDEN.includes(secret)).toBe(false);
      }),
    );
  });

  it('replaces every control character and change of direction with a space', () => {
    const said = 'a\0b\r\nc\u001b[2Jd\u007fe\u0085f\u009bg\u2028h\u2029i\u202ej\u2066k\u200fl';
    expect(redact(said, {})).toBe('a b  c [2Jd e f g h i j k l');
    expect(redact('नमस्ते 👩‍👩‍👧 é', {})).toBe('नमस्ते 👩‍👩‍👧 é');
  });

  it('returns at most 2,000 characters, and no part of a secret at the cut', () => {
    const secrets = ['correct horse battery'];
    const shown = redact(`${'a'.repeat(1_990)}correct horse battery${'b'.repeat(100)}`, {
      secrets,
    });
    expect(shown).toBe(`${'a'.repeat(1_990)}${HIDDEN}…`);
    expect(redact('b'.repeat(5_000), {})).toBe(`${'b'.repeat(2_000)}…`);
    expect(redact('b'.repeat(2_000), {})).toBe('b'.repeat(2_000));
    expect(redact(`${'b'.repeat(1_999)}😀`, {})).toBe(`${'b'.repeat(1_999)}…`);
    expect(redact(`${'b'.repeat(1_998)}😀c`, {})).toBe(`${'b'.repeat(1_998)}😀…`);
    expect(redact(`${'b'.repeat(1_998)}😀`, {})).toBe(`${'b'.repeat(1_998)}😀`);
  });

  // Work that grows faster than the length would not end within the runner's limit.
  it('is quick for long answers, long texts, many recipients, and what is hard to match', () => {
    const recipients = Array.from({ length: 20_000 }, (_, at) => `9198${String(10_000_000 + at)}`);
    const hard = [
      'ab ',
      '\\',
      '\\"',
      '%',
      '%25',
      '&',
      '&amp;',
      '"',
      "'",
      '1',
      '1 ',
      '!',
      '1.',
      'a1 ',
    ];
    for (const piece of hard) {
      const text = `${piece.repeat(200_000)}x`;
      const redactor = createRedactor({ secrets: [text], text, recipients, fields: { text } });
      expect(redactor(piece.repeat(1 << 18)).length).toBeLessThanOrEqual(2_001);
      expect(redactor(`${htmlOf(JSON.stringify(text.slice(0, 500)))}y`).length).toBeLessThanOrEqual(
        2_001,
      );
    }
  });
});
