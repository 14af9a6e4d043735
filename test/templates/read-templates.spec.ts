import { readTemplates } from '../../lib/extras/templates/index.js';

const HEADER = 'Template ID,Header,Template Type,Template Content,Template Name,Status\n';
const ID = '1107160000000000001';

const row = (id: string, text: string, status = 'Approved') =>
  `${id},ACMEIN,,${text},n,${status}\n`;

describe('readTemplates', () => {
  it('reads the CSV of a portal, its columns by name in any order', async () => {
    const csv =
      '\ufeffStatus,template content,TEMPLATE ID,Header,Template Type,Entity ID\r\n' +
      `Approved,"Dear {#var#},\r\nyour ""code"" is {#number#}",${ID},ACMEIN,Service Implicit,1101\r\n` +
      '\r\n' +
      'active,Sale,12,123456,Promotional,\r\n';
    const { templates, refused } = await readTemplates(Buffer.from(csv));
    expect(refused).toEqual([]);
    const ids = { dltTemplateId: ID, senderId: 'ACMEIN', dltEntityId: '1101' };
    const text = 'Dear {#var#},\nyour "code" is {#number#}';
    expect(templates.map(({ definition }) => definition)).toEqual([
      { ...ids, text, category: 'service-implicit' },
      { text: 'Sale', dltTemplateId: '12', senderId: '123456', category: 'promotional' },
    ]);
    const rendered = 'Dear Ann,\nyour "code" is 482913';
    expect(templates[0]?.({ 1: 'Ann', 2: '482913' })).toEqual({ ...ids, text: rendered });
  });

  it.each([
    ['Service Implicit', 'service-implicit'],
    ['SERVICE_EXPLICIT', 'service-explicit'],
    ['Service (Explicit)', 'service-explicit'],
    ['service', 'service'],
    ['Transactional', 'transactional'],
    ['Promotional', 'promotional'],
    ['Other', undefined],
  ])('reads the type %s as %s', async (type, category) => {
    const { templates } = await readTemplates(`${HEADER}1,ACMEIN,${type},Hi,n,Approved\n`);
    expect(templates.map(({ definition }) => definition.category)).toEqual([category]);
  });

  it('names the columns as they are in the file', async () => {
    const columns = { dltEntityId: 'Owner' };
    const csv = 'Template ID,Template Content,Owner\n7,Hi,N/A\n';
    const { refused } = await readTemplates(csv, { columns });
    expect(refused).toEqual([
      {
        line: 2,
        reason: expect.stringMatching(/^has a value in the column 'Owner' that is not an/),
      },
    ]);
  });

  it('takes other names for the columns, the default ones for the rest, and rules for the templates', async () => {
    const columns = new (class {
      text = 'Body';
    })();
    const csv = 'Body,Template ID\n{#var#},7\n';
    const { templates } = await readTemplates(csv, { columns, rules: { maxValueLength: 40 } });
    expect(templates[0]?.({ 1: 'a'.repeat(40) }).dltTemplateId).toBe('7');
  });

  it.each([';', '\t'])('reads values that %j separates', async (separator) => {
    const lines = [
      ['Template ID', 'Header', 'Template Content'],
      ['7', '"ACMEIN;ACMEOU,ACMEUP"', '"One, two; {#numeric#}\tthree"'],
    ];
    const csv = `\ufeff${lines.map((line) => line.join(separator)).join('\r\n')}`;
    const { templates, refused } = await readTemplates(csv);
    expect(refused).toEqual([]);
    expect(templates.map(({ definition }) => definition)).toEqual([
      {
        text: 'One, two; {#numeric#}\tthree',
        dltTemplateId: '7',
        senderId: 'ACMEIN;ACMEOU,ACMEUP',
      },
    ]);
  });

  it.each(['Template ID,,Template Content,', ',"",Template ID, ,Template Content,\u200b,'])(
    'ignores columns without a name: %s',
    async (header) => {
      const values = header.replace('Template ID', '7').replace('Template Content', 'Hi');
      const { templates, refused } = await readTemplates(
        `${header}\n${values.replace('""', 'x')}\n`,
      );
      expect(refused).toEqual([]);
      expect(templates.map(({ definition }) => definition)).toEqual([
        { text: 'Hi', dltTemplateId: '7' },
      ]);
    },
  );

  it('keeps the spaces around a text, because they count, and removes those around other values', async () => {
    const { templates } = await readTemplates(`${HEADER} 7 , ACMEIN ,, Hi ,n, Active \n`);
    expect(templates.map(({ definition }) => definition)).toEqual([
      { text: ' Hi ', dltTemplateId: '7', senderId: 'ACMEIN' },
    ]);
  });

  it.each([
    '1.10716E+18',
    '"1,10716e+18"',
    '1E18',
    '1107160000000000001.0',
    '"1,107,160,000,000,000,001"',
    "'1107160000000000001",
    '"=""1107160000000000001"""',
    '####',
  ])('refuses %s as the id of a template or an entity', async (id) => {
    const csv = `Template ID,Template Content,Entity ID\n${id},A,1\n2,B,${id}\n`;
    const { templates, refused } = await readTemplates(csv);
    expect(templates).toEqual([]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining(
        "has a value in the column 'Template ID' that looks like an id from a spreadsheet;",
      ),
      expect.stringContaining(
        "has a value in the column 'Entity ID' that looks like an id from a spreadsheet;",
      ),
    ]);
  });

  it('lists each refused row with the line where it begins and the reason', async () => {
    const csv = Buffer.concat([
      Buffer.from(HEADER + row('1.10716E+18', 'A') + row('2', '"two\nlines"')),
      Buffer.from(row('3', '\u00a3 5'), 'latin1'),
      Buffer.from(row('4', '') + row('5', 'B') + row('5', 'C') + row('6', 'Hi {#name#}')),
      Buffer.from(row('7', '"D\nd"', 'Inactive') + row('', 'E') + row('8', 'F') + row('8', 'F')),
    ]);
    const { templates, refused } = await readTemplates(csv);
    expect(templates.map(({ definition }) => definition.text)).toEqual(['two\nlines', 'F']);
    expect(refused).toEqual([
      {
        line: 2,
        reason: expect.stringMatching(
          /^has a value in the column 'Template ID' that looks like an id from a spreadsheet;/,
        ),
      },
      { line: 5, reason: expect.stringMatching(/^is not in UTF-8, but probably in Windows-1252/) },
      { line: 6, reason: 'has no text' },
      { line: 7, reason: 'has the id of line 8, but another text' },
      { line: 8, reason: 'has the id of line 7, but another text' },
      { line: 9, reason: expect.stringMatching(/^has an unknown or incomplete variable/) },
      { line: 10, reason: "has the status 'Inactive', not Approved or Active" },
      { line: 12, reason: 'has no template id' },
    ]);
  });

  it('names the other text of an id in each row, and takes a repeated row', async () => {
    const csv = HEADER + ['A', 'B', 'C', 'A', 'B'].map((text) => row('5', text)).join('');
    const { templates, refused } = await readTemplates(csv);
    expect(templates).toEqual([]);
    expect(refused.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 has the id of line 3, but another text',
      '3 has the id of line 2, but another text',
      '4 has the id of line 2, but another text',
      '5 has the id of line 3, but another text',
      '6 has the id of line 2, but another text',
    ]);
  });

  it.each([
    [
      { text: undefined },
      'columns.text is missing. Provide the name of the column in the file, or omit it.',
    ],
    [{ text: '' }, 'columns.text is empty. Provide the name'],
    [{ status: 7 }, 'columns.status is not valid. Provide the name'],
    [{ body: 'Body' }, 'columns.body is not a known option.'],
    [{ x: undefined }, 'columns.x is not a known option.'],
  ])('refuses the columns %p', async (columns, problem) => {
    const failing = readTemplates(HEADER, { columns: columns as Record<string, string> });
    await expect(failing).rejects.toMatchObject({ name: 'SmsConfigurationError' });
    await expect(failing).rejects.toThrow(problem);
  });

  it.each([
    ['Template ID,Text\n1,A\n', 'Template Content'],
    ['', 'Template ID'],
  ])('fails if a column is missing, for %j', async (csv, column) => {
    const failing = readTemplates(csv);
    await expect(failing).rejects.toMatchObject({ name: 'SmsConfigurationError' });
    await expect(failing).rejects.toThrow(`the file has no column '${column}'`);
  });

  it('fails with the error of csv-parse for a file that is not CSV', async () => {
    await expect(readTemplates(`${HEADER}1,"A\n`)).rejects.toThrow('Quote Not Closed');
  });

  describe('warns of what new templates may no longer have', () => {
    const MANY = 'has more than two variables';
    const TOUCHING = 'has variables with nothing but a space, comma or sign between them';
    const UNTYPED = 'has a {#var#}, which has no kind, unless your portal keeps it beside the text';

    it.each<[string, string[]]>([
      ['Hello', []],
      ['Code {#numeric#}, until {#numeric#}', []],
      ['{#numeric#} a {#url#} b {#email#}', [MANY]],
      ['{#numeric#}{#url#}', [TOUCHING]],
      ['{#numeric#} {#url#}', [TOUCHING]],
      ['{#numeric#}, {#url#}', [TOUCHING]],
      ['{#numeric#} - (\n{#url#}', [TOUCHING]],
      ['{#numeric#} \u0915\u093e {#url#}', []],
      ['{#numeric#} 1 {#url#}', []],
      ['Dear {#VAR#}', [UNTYPED]],
      ['{#var#}{#var#} and {#var#}', [MANY, TOUCHING, UNTYPED]],
    ])('%j: %j', async (text, reasons) => {
      const { templates, warnings } = await readTemplates(`${HEADER}${row('7', `"${text}"`)}`);
      expect(templates).toHaveLength(1);
      expect(warnings).toEqual(reasons.map((reason) => ({ line: 2, lines: [2], reason })));
    });

    it('and not of rows that are refused', async () => {
      const { warnings } = await readTemplates(HEADER + row('x', '{#var#}') + row('8', '{#var#}'));
      expect(warnings.map(({ line }) => line)).toEqual([3]);
    });
  });

  describe('with the option dltEntityId', () => {
    const csv = 'Template ID,Template Content,Entity ID\n1,A,\n2,B,1101\n3,C,1102\n';

    it('takes it for rows that name none, and refuses those of another entity', async () => {
      const { templates, refused } = await readTemplates(csv, { dltEntityId: ' 1101\u200b' });
      expect(templates.map(({ definition }) => definition)).toEqual([
        { dltTemplateId: '1', text: 'A', dltEntityId: '1101' },
        { dltTemplateId: '2', text: 'B', dltEntityId: '1101' },
      ]);
      expect(refused).toEqual([{ line: 4, reason: 'has the id of another entity' }]);
    });

    it.each(['', '1.1E+18', 'ACME'])('refuses %j', async (dltEntityId) => {
      const failing = readTemplates(csv, { dltEntityId });
      await expect(failing).rejects.toMatchObject({ name: 'SmsConfigurationError' });
      await expect(failing).rejects.toThrow(/^dltEntityId (?:is|looks)/);
    });
  });

  it('ignores a comma in a quoted name of a column when it looks for the separator', async () => {
    const csv = `"Name, language";"Template ID";Header;"Template Content"\nn;${ID};ACMEIN;Sale today\n`;
    const { templates, refused } = await readTemplates(csv);
    expect(refused).toEqual([]);
    expect(templates.map(({ definition }) => definition.dltTemplateId)).toEqual([ID]);
  });
});
