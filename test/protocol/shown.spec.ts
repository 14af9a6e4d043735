import { jest } from '@jest/globals';
import * as fc from 'fast-check';
import { shown, shownCode, shownTransaction } from '../../lib/core/protocol/shown.js';
import { afterThisTest } from '../support/clean-up.js';

const HIDDEN = '••••••';
const PASSWORD = 'p@ss "w&rd"/ß';
const TEXT = 'Zoë\'s code is G-482913 & "ends" 100% <soon>/\n ok';
const CUSTOMER = "O'Neill & Sons, Käthe";
const NUMBER = '919876543210';
const SENT = [PASSWORD, 'hunter2', "it's<b>", TEXT, NUMBER, CUSTOMER, 'K-77'];

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

/** The words of a value that say something about it. */
const tellingOf = (value: string): string[] =>
  value.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => /\d{4}/.test(word) || word.length > 4);

describe('what the gateway said', () => {
  describe.each(SENT)('with %j, which was sent,', (said) => {
    it.each(FORMS)('does not show it %s', (_how, write) => {
      const repeated = write(said);
      const text = shown(`bad: <${repeated}> end`, SENT).toLowerCase();
      expect(text).toMatch(/^bad: <.*••••••.*> end$/s);
      expect(text).not.toContain(said.toLowerCase());
      expect(text).not.toContain(repeated.toLowerCase());
      expect(tellingOf(said).filter((word) => text.includes(word.toLowerCase()))).toEqual([]);
    });
  });

  it.each([
    'DLT template 1107160000000000001 is not registered',
    'code is invalid',
    'Not valid since 2026-03-01',
    'Sender ABCDEF is not approved, 100% of the template differ: café',
    'senderId, dltTemplateId and entityID are required (code 12)',
    'See https://gateway.example/docs#login for the reason',
    'प्रेषक मान्य नहीं है, отправитель не найден, 发件人无效',
    'मोबाइल 10 और 20',
  ])('is shown if it is made of words, short numbers, dates and ids: %s', (said) => {
    const text = 'Your code is 482913 for Zoë.';
    expect(shown(said, ['hunter2', text, 'acme', '203', '1107169999999999999', NUMBER])).toBe(said);
  });

  it.each([
    ['since 2026-03-01 12:00:00', `since 2026-03-01 ${HIDDEN}`],
    ['ticket 48291 or 4829134', `ticket ${HIDDEN} or ${HIDDEN}`],
    ['code 482-913', `code ${HIDDEN}`],
    ['code 48 29 13 is wrong', `code ${HIDDEN} is wrong`],
    ['code ab12 or x9', `code ${HIDDEN} or ${HIDDEN}`],
    ['no route to +91 98765-43299', `no route to +${HIDDEN}`],
    ['call 447700900123', `call ${HIDDEN}`],
    ['दो१२३४ is wrong', `${HIDDEN} is wrong`],
    ['caf%C3%A9 \\"quoted\\" C:\\users', HIDDEN],
    ['dGhpcyBzYXlzIG5vdGhpbmc= and a+b', `${HIDDEN}= and ${HIDDEN}`],
    ['K=C3=A4the says 1+1', `${HIDDEN} says ${HIDDEN}`],
    ['NDgyOTEz and ODI5MTM0', `${HIDDEN} and ${HIDDEN}`],
  ])('%j is shown as %j, whatever was sent', (said, as) => {
    expect(shown(said, [])).toBe(as);
  });

  it.each([
    ['1107160000000000001', '1107160000000000001'],
    ['1'.repeat(15), HIDDEN],
    ['1'.repeat(41), HIDDEN],
    ['1097919876543210963', HIDDEN],
    [hexOf('48291355'), HIDDEN],
  ])('has the id %s shown as %s: 16 to 40 digits that repeat no number', (id, as) => {
    expect(shown(`id ${id}`, [NUMBER])).toBe(`id ${as}`);
  });

  it('shows one or two words of the text, and not three in a row', () => {
    const text = 'Dear customer, your loan of the month is approved';
    expect(shown('dear customer: your loan', [text])).toBe(HIDDEN);
    expect(shown('your customer is the customer', [text])).toBe('your customer is the customer');
    expect(shown('loan of: THE month?', [text])).toBe(`${HIDDEN}?`);
  });

  it('does not show a text of one or two words', () => {
    expect(shown('hi, this is hidden', ['hi'])).toBe(`${HIDDEN}, this is hidden`);
    expect(shown('say good morning, good', ['Good morning'])).toBe(`say ${HIDDEN}, good`);
  });

  it('shows no value of the fields that an id or a date repeats', () => {
    expect(
      shown('template 1107160000000000001 of 2026-03-01', ['1107160000000000001', '2026-03-01']),
    ).toBe(`template ${HIDDEN} of ${HIDDEN}`);
  });

  it('finds a word of four or more characters in another one, and a shorter one only by itself', () => {
    expect(shown('mysecretword ab cab (AB) 7 77', ['secret', 'ab', '7'])).toBe(
      `${HIDDEN} cab (${HIDDEN}`,
    );
  });

  it('shows as much if nothing was sent, or only spaces', () => {
    expect(shown('all is open', ['', ' ', '-'])).toBe('all is open');
  });

  it('finds what regular expressions would read differently', () => {
    expect(shown('x$&.*(ay', ['$&.*(a'])).not.toContain('$&');
    expect(shown('a|b\\c^d-[e]', ['|b\\c^d-[e'])).not.toContain('c^d');
  });

  it('finds a secret in several scripts next to other letters', () => {
    expect(shown('AぁAaaA', ['ぁAaaA'])).not.toContain('Aaa');
    expect(shown('ก㐀ͶꀀA', ['ก㐀Ͷꀀ'])).not.toContain('ꀀ');
  });

  it('never shows a secret, whatever is around it', () => {
    const secrets = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        fc.pre(!`${before} ${after}${HIDDEN}`.includes(secret) && secret.trim().length >= 4);
        expect(shown(`${before}${secret}${after}`, [secret]).includes(secret)).toBe(false);
      }),
    );
  });

  it('has every control character and change of direction replaced with a space', () => {
    const said = 'a\0b\r\nc\u001b[Jd\u007fe\u0085f\u009bg\u2028h\u2029i\u202ej\u2066k\u200fl';
    expect(shown(said, [])).toBe('a b  c [Jd e f g h i j k l');
    expect(shown('नमस्ते 👩‍👩‍👧 é', [])).toBe('नमस्ते 👩‍👩‍👧 é');
  });

  it('has at most 2,000 characters, and no part of a secret at the cut', () => {
    const words = 'word '.repeat(398);
    expect(shown(`${words}correcthorsebattery${'b'.repeat(100)}`, ['correcthorsebattery'])).toBe(
      `${words}…`,
    );
    expect(shown('b'.repeat(2_000), [])).toBe('b'.repeat(2_000));
    expect(shown('b '.repeat(2_000), []).length).toBeLessThanOrEqual(2_001);
  });
});

describe('a code', () => {
  it.each(['', '7', '203', '1701', 'E1025', 'DLT_1'.slice(0, 3), '00000'])(
    '%j is shown as it is',
    (code) => {
      expect(shownCode(code, [NUMBER, 'Your code is 482913'])).toBe(code);
    },
  );

  it.each(['48291', 'ab1c', 'AB1C', '482913', NUMBER, 'hunter2'])(
    '%j is not shown if it was sent, or has more than five letters and digits',
    (code) => {
      expect(shownCode(code, ['Codes 48291 and AB1c', 'hunter2', NUMBER])).toBe(HIDDEN);
    },
  );

  it('of 1 MB is not compared with each word that was sent', () => {
    const lower = jest.spyOn(String.prototype, 'toLowerCase');
    afterThisTest(() => lower.mockRestore());
    const code = 'x'.repeat(1_000_000);
    shownCode(code, ['a text of many words'.repeat(100)]);
    expect(lower.mock.contexts.filter((each) => String(each) === code).length).toBe(0);
  });
});

describe('a transactionId', () => {
  it.each(['42', '1234567890123456789', '1'.repeat(40), '0f8fad5b-d9cb-469f-a165-70867728950e'])(
    'is shown if it is a UUID or up to 40 digits: %s',
    (id) => {
      expect(shownTransaction(id, [NUMBER])).toBe(id);
    },
  );

  it.each([
    '1097919876543210963',
    '76543210',
    '1'.repeat(41),
    'hunter2',
    'tx-0',
    '',
    hexOf(NUMBER),
  ])('is not shown if it repeats a number or is anything else: %j', (id) => {
    expect(shownTransaction(id, [NUMBER])).toBe(HIDDEN);
  });
});
