import { createRedactor } from '../../lib/message/redactor.js';

const HIDDEN = '••••••';
const TEXT = 'Zebra\'s Quilt & "müßig" <b>482913</b> 100% über/Ωmega';
const NUMBER = '919876543210';
const PASSWORD = "Hunter'2 &ß/+%41";
const USER = 'kässe+user';
const FIELD = 'Fieldvalue ÄÖ/77';

const bytesOf = (said: string): number[] => [...Buffer.from(said)];
const hexOf = (said: string): string => Buffer.from(said).toString('hex');
const base64Of = (said: string): string => Buffer.from(said).toString('base64');
const unitsOf = (said: string): string[] => said.split('');
const utf16Of = (said: string): Buffer => Buffer.from(said, 'utf16le').swap16();
const htmlOf = (said: string): string =>
  said.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#x27;');

const ENCODINGS: [string, (said: string) => string][] = [
  ['with every byte as %', (said) => hexOf(said).replace(/../g, '%$&')],
  ['percent-encoded twice', (said) => encodeURIComponent(encodeURIComponent(said))],
  ['in base64', base64Of],
  ['in base64 behind one byte', (said) => base64Of(`x${said}`)],
  ['in base64 behind two bytes', (said) => base64Of(`xy${said}`)],
  ['in base64 behind a slash', (said) => `/${base64Of(said)}`],
  ['in base64 behind two that may be of it', (said) => `k/${base64Of(said)}`],
  ['in base64 behind three that may be of it', (said) => `id-${base64Of(`xy${said} z`)}`],
  ['in base64 behind a user', (said) => base64Of(`someone:${said}`)],
  ['in percent-encoded base64', (said) => encodeURIComponent(base64Of(`${said}?`))],
  ['in the base64 of JSON', (said) => base64Of(JSON.stringify({ said }))],
  ['in base64url', (said) => Buffer.from(said).toString('base64url')],
  ['in hex', hexOf],
  ['in capital hex', (said) => hexOf(said).toUpperCase()],
  ['in hex behind half a byte', (said) => `f${hexOf(said)}`],
  ['in hex, apart', (said) => hexOf(said).replace(/..(?=.)/g, '$& ')],
  [
    'in hex with 0x',
    (said) =>
      bytesOf(said)
        .map((b) => `0x${b.toString(16).padStart(2, '0')}`)
        .join(),
  ],
  ['in the hex of UTF-16', (said) => utf16Of(said).toString('hex')],
  ['as a list of bytes', (said) => bytesOf(said).join()],
  ['as a list of signed bytes', (said) => [...Int8Array.from(bytesOf(said))].join(', ')],
  ['as decimal entities', (said) => [...said].map((c) => `&#${c.codePointAt(0)};`).join('')],
  [
    'as hex entities',
    (said) => [...said].map((c) => `&#X${c.codePointAt(0)?.toString(16)};`).join(''),
  ],
  [
    'as \\u escapes',
    (said) =>
      unitsOf(said)
        .map((u) => `\\u${u.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
  ],
  ['as \\x escapes', (said) => hexOf(said).replace(/../g, '\\x$&')],
];

/** Leave digits of a number as they are. */
const WRITTEN_OUT: [string, (said: string) => string][] = [
  ['as HTML', htmlOf],
  ['as JSON in JSON', (said) => JSON.stringify(JSON.stringify(said)).slice(3, -3)],
  [
    'as HTML in a query in JSON',
    (said) => JSON.stringify(encodeURIComponent(htmlOf(said))).slice(1, -1),
  ],
  ['with its quotes escaped', (said) => said.replace(/['"]/g, '\\$&')],
  ['with other spaces', (said) => said.replaceAll(' ', '\u00a0')],
];

describe('a redactor', () => {
  const redactor = createRedactor([PASSWORD, USER, FIELD], TEXT, [NUMBER]);

  describe.each([TEXT, PASSWORD, USER, FIELD])('for %j', (said) => {
    it.each([...ENCODINGS, ...WRITTEN_OUT])('hides it %s', (_how, encode) => {
      const shown = redactor.text(`bad: <${encode(said)}> end`);
      expect(shown).toBe(`bad: <${HIDDEN}> end`);
    });
  });

  it.each(ENCODINGS)('masks a number %s', (_how, encode) => {
    const shown = redactor.text(`bad: <${encode(NUMBER)}> end`);
    expect(shown).toMatch(/^bad: <(?:•{6,8}|91••••••3210)> end$/);
  });

  it.each([
    ['as &#49;&#55;&#48;&#49;', `as ${HIDDEN}`],
    ['as %31701', `as ${HIDDEN}`],
    ['as MTcwMQ==', `as ${HIDDEN}`],
    ['as [49, 55, 48, 49]', `as [${HIDDEN}]`],
  ])('masks what may be a one-time password in %j', (said, shown) => {
    expect(redactor.text(said)).toBe(shown);
  });

  it('knows a number whose parts a line break or a mark without width keeps apart', () => {
    expect(redactor.text('at 91987\n654\u200b3210!')).toBe('at 91••••••3210!');
  });

  it('knows what is escaped itself, in whatever is made of it', () => {
    const own = createRedactor(['p%40ss%2Fwörd', '%20'], 'C:\\new & &lt;x&gt; \\u0041', []);
    for (const said of ['p%40ss%2Fwörd', 'p@ss/wörd', 'p%2540ss%252Fw%C3%B6rd', 'p%40ss/wörd']) {
      expect(own.text(`<${said}>`)).toBe(`<${HIDDEN}>`);
    }
    for (const said of [
      'C:\\new & &lt;x&gt; \\u0041',
      'C:\\\\new &amp; &amp;lt;x&amp;gt; \\\\u0041',
    ]) {
      expect(own.text(`<${said}>`)).toBe(`<${HIDDEN}>`);
    }
    expect(own.text('a - b')).toBe('a - b');
  });

  it.each([
    'Invalid credentials for this account; see https://gateway.example/docs/errors?code=203#login',
    'Sender ABCDEF is not approved &amp; 100% of the template facade/decade differ: café',
    'caf%C3%A9 \\"quoted\\" \\n C:\\users\\x, a bed, a face, added [1, 2, 3, 4, 5] 12,13,14,15',
    'Basic dGhpcyBzYXlzIG5vdGhpbmc= deadbeef-cafe-babe %7Bok%7D &#8364;&euro; &#xfffffff;',
  ])('leaves open what says nothing: %s', (said) => {
    expect(redactor.text(said).replace('&#••••;', '&#8364;')).toBe(said);
  });

  it('hides a buffer in plain data, as JSON has it', () => {
    const long = [...Array.from({ length: 95 }, () => 32), ...bytesOf(USER)];
    const raw = {
      sent: { type: 'Buffer', data: bytesOf(PASSWORD) },
      view: { ...bytesOf(TEXT) },
      signed: [...Int8Array.from(bytesOf(FIELD))],
      numbers: [1, 2, 3, ...bytesOf(NUMBER)],
      long,
      open: [1, 2, 3, 4, 255],
    };
    expect(redactor.deep(raw)).toEqual({
      sent: { type: 'Buffer', data: HIDDEN },
      view: HIDDEN,
      signed: HIDDEN,
      numbers: HIDDEN,
      long: HIDDEN,
      open: [1, 2, 3, 4, 255],
    });
  });

  // What took the square of them would not end within the runner's limit.
  it('takes linear time for what looks encoded', () => {
    const pieces = ['%41', '\\u0041', '&#65;', '\\\\', 'QUJD', '41 ', '65, ', '%2541', '0x4', '-'];
    for (const piece of pieces) {
      const said = piece.repeat(200_000);
      const shown = createRedactor([said], said, []).text(said);
      expect(shown.length).toBeLessThanOrEqual(2_001);
      redactor.text(said);
      redactor.deep(Array.from({ length: 100 }, () => [said, said]));
    }
  });
});
