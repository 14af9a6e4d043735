import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeBlocks } from '../docs/markdown.js';
import { run } from './terminal.js';

const HEADER = 'Template ID,Header,Entity ID,Template Content,Status\n';
const GOOD = '11,ACMEIN,,Your code is {#numeric#}. - ACME,Approved\n';
const OLD = '12,ACMEIN,,"{#var#}, {#numeric#} of {#numeric#}. - ACME",Approved\n';
const WRONG = '1.3E+18,ACMEIN,,Hello,Approved\n';
const WHY =
  "What is marked with ? can be used, but looks wrong or is not allowed in new templates, by TRAI's direction of 18 November 2025.\n";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sms-templates-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs the command with a file of these rows. */
async function check(rows: string, ...args: string[]) {
  const file = join(folder, 'templates.csv');
  await writeFile(file, rows);
  return run(['templates', file, ...args]);
}

describe('sms-gateway templates', () => {
  it('says how many templates can be used', async () => {
    expect(await check(HEADER + GOOD)).toEqual({
      code: 0,
      shown: 'Usable: 1. Refused: 0. Warnings: 0.\n',
    });
  });

  it('says of a file without templates that it has none', async () => {
    const shown = 'The file has no rows below its first line.\n';
    expect(await check(HEADER)).toEqual({ code: 1, shown });
  });

  it('lists by line what is refused, and what new templates may not have', async () => {
    expect(await check(HEADER + OLD + WRONG + GOOD)).toEqual({
      code: 1,
      shown:
        "✗ Line 3 has a value in the column 'Template ID' that looks like an id from a spreadsheet; export the column as text.\n" +
        '? Line 2 has more than two variables.\n' +
        '? Line 2 has variables with nothing but a space, comma or sign between them.\n' +
        '? Line 2 has a {#var#}, which has no kind, unless your portal keeps it beside the text.\n' +
        `Usable: 2. Refused: 1. Warnings: 3.\n${WHY}`,
    });
  });

  it('lists each warning once, with all lines', async () => {
    const rows = ['11', '12', '13'].map((id) => `${id},ACMEIN,,Sale &amp; more,Approved\n`);
    const { shown } = await check(HEADER + rows.join(''));
    expect(shown).toContain('? Line 2 (also 3, 4) has HTML such as &amp; or <br>;');
    expect(shown).toContain('Warnings: 1.');
    const json = await check(HEADER + rows.join(''), '--json');
    expect(JSON.parse(json.shown)).toMatchObject({ warnings: [{ line: 2, lines: [2, 3, 4] }] });
  });

  it('takes the names of columns', async () => {
    const csv = 'DLT ID;"Body, in full";Sender\n11;Hello;ACMEIN\n';
    const columns = 'dltTemplateId=DLT ID, text=Body, in full,senderId=Sender';
    const { code, shown } = await check(csv, '--columns', columns, '--json');
    const templates = [{ text: 'Hello', dltTemplateId: '11', senderId: 'ACMEIN' }];
    expect(JSON.parse(shown)).toMatchObject({ usable: 1, templates });
    expect(code).toBe(0);
  });

  it('prints what docs/guides/templates-in-india.md shows', async () => {
    const blocks = codeBlocks('docs/guides/templates-in-india.md');
    const shown = blocks.filter(({ language }) => language === 'text').map(({ code }) => code);
    const three = '13,ACMEIN,,Order {#var#} of {#var#} is {#var#},Approved\n';
    expect(shown).toContain((await check(HEADER + GOOD + WRONG + three)).shown);
  });

  it.each([
    [GOOD, [], 0],
    [GOOD, ['--strict'], 0],
    [OLD, [], 0],
    [OLD, ['--strict'], 1],
    [WRONG, [], 1],
    ['', [], 1],
  ])('of %j with %j exits with %d', async (rows, args, code) => {
    expect(await check(HEADER + rows, ...args)).toMatchObject({ code });
    expect(await check(HEADER + rows, '--json', ...args)).toMatchObject({ code });
  });

  it('prints JSON with the templates, each with the entity if its row names none', async () => {
    const another = '13,ACMEIN,1102,Hello,Approved\n';
    const flags = ['--json', '--dlt-entity-id', '1101'];
    const { shown } = await check(HEADER + GOOD + another + WRONG, ...flags);
    expect(JSON.parse(shown)).toEqual({
      usable: 1,
      refused: [
        { line: 3, reason: 'has the id of another entity' },
        { line: 4, reason: expect.stringContaining('from a spreadsheet') },
      ],
      warnings: [],
      templates: [
        {
          text: 'Your code is {#numeric#}. - ACME',
          dltTemplateId: '11',
          dltEntityId: '1101',
          senderId: 'ACMEIN',
        },
      ],
    });
  });

  it('prints valid JSON for texts with joiners, as Indian scripts have, and control characters', async () => {
    const text = 'കൂട്ടുകാര\u200d क्\u200dष \u0001 {#numeric#}';
    const { shown } = await check(`${HEADER}11,,,${text},Approved\n`, '--json');
    expect(JSON.parse(shown)).toMatchObject({ templates: [{ text }] });
    expect(shown).not.toContain('\u0001');
  });

  it('shows control characters of the file as codes', async () => {
    const { shown } = await check(`${HEADER}11,,,Hello,\u001b[2J\n`);
    expect(shown).toContain("has the status '\\u{1b}[2J'");
    expect(shown).not.toContain('\u001b');
  });

  it.each([
    [['templates'], 'Name one CSV file: npx -p'],
    [['templates', 'a.csv', 'b.csv'], 'Name one CSV file: npx -p'],
    [['templates', 'a.csv', '--strct'], "Unknown option '--strct'. --help lists the options."],
    [['templates', 'a.csv', '--json=1'], "Option '--json' does not take an argument. --help lists"],
    [
      ['templates', '/nowhere/a.csv'],
      'The file cannot be read (ENOENT: no such file or directory). Check the path.',
    ],
  ])('%j is wrong usage', async (args, says) => {
    const { code, shown } = await run(args);
    expect(shown).toContain(`sms-gateway templates: ${says}`);
    expect(code).toBe(2);
  });

  it.each([
    [
      'Template ID,Body\n1,A\n',
      [],
      "no column 'Template Content'. Save the file as CSV in UTF-8, or name your columns: --columns 'text=Body,status=State'.",
    ],
    [`${HEADER}1,"A\n`, [], 'Quote Not Closed'],
    [HEADER, ['--columns', 'body=X'], '--columns: body is not a known option.'],
    [HEADER, ['--columns', 'text'], '--columns: text is empty. Provide the name of the column'],
    [HEADER, ['--columns', 'Body'], "Write it as 'text=Body,status=State'."],
    [HEADER, ['--dlt-entity-id', '1.1E+18'], '--dlt-entity-id looks like an id from a spreadsheet'],
  ])('%j with %j cannot be read', async (csv, args, says) => {
    const { code, shown } = await check(csv, ...args);
    expect(shown).toContain('sms-gateway templates: ');
    expect(shown).toContain(says);
    expect(code).toBe(2);
  });

  it('is in the help', async () => {
    expect((await run(['--help'])).shown).toContain('templates   check the templates');
    const { code, shown } = await run(['templates', '--help']);
    expect(shown).toContain('--dlt-entity-id <id>');
    expect(shown).toContain('--columns <names>');
    expect(code).toBe(0);
  });
});
