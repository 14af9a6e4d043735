import { readFile } from 'node:fs/promises';
import { memberOf } from '../../lib/core/common/members.js';
import { type ReadTemplates, readTemplates } from '../../lib/extras/templates/index.js';
import type { Terminal } from '../terminal/terminal.js';
import { escaped } from '../terminal/printable.js';
import { helpAbout, readFlags, toggle, UsageError, value } from '../terminal/flags.js';

const COMMAND = 'npx -p nestjs-sms-gateway sms-gateway templates';

const COLUMNS = "'text=Body,status=State'";

const FLAGS = {
  'dlt-entity-id': value(
    'id',
    'the entity of rows that name none; rows of another one are refused',
  ),
  columns: value('names', `what the file calls its columns, for example ${COLUMNS}`),
  strict: toggle('also exit with 1 if there are warnings'),
  json: toggle('print JSON, with the templates that can be used'),
  help: { ...toggle('show this text'), short: 'h' },
};

const HELP = `sms-gateway templates: says which rows of a portal's CSV file can be used as templates, and warns of
what looks wrong or is not allowed in new ones, by TRAI's direction of 18 November 2025. It sends nothing.

Usage: ${COMMAND} <file.csv> [options]

${helpAbout(FLAGS)}
Exit code: 0 all rows can be used; 1 one cannot, or there is none; 2 wrong usage, or no CSV file.
`;

/**
 * Says which rows of a CSV file can be used as templates.
 *
 * @returns the exit code: 0 all can; 1 one cannot, there is none, or with `--strict` there are warnings; 2 wrong
 *   usage, or the file cannot be read
 */
export async function runTemplates(terminal: Terminal, args: readonly string[]): Promise<number> {
  const { stderr, stdout } = terminal;
  try {
    const { values, positionals } = readFlags(args, FLAGS);
    if (values.help) {
      stdout.write(HELP);
      return 0;
    }
    const [file = '', extraFile] = positionals;
    if (file === '' || extraFile !== undefined) {
      throw new UsageError(`Name one CSV file: ${COMMAND} templates.csv`);
    }
    const columns = values.columns === undefined ? undefined : columnsOf(values.columns);
    const dltEntityId = values['dlt-entity-id'];
    const csvFindings = await readTemplates(await readFile(file), { columns, dltEntityId });
    stdout.write(values.json ? jsonOf(csvFindings) : escaped(reportOf(csvFindings)));
    const problems = csvFindings.refused.length + (values.strict ? csvFindings.warnings.length : 0);
    return csvFindings.templates.length === 0 || problems > 0 ? 1 : 0;
  } catch (error) {
    // Errors of the file system, csv-parse and wrong options have codes.
    const isKnown = error instanceof UsageError || typeof memberOf(error, 'code') === 'string';
    if (!isKnown) throw error;
    const problem = problemOf(String(memberOf(error, 'message')));
    stderr.write(`sms-gateway templates: ${escaped(problem)}\n`);
    return 2;
  }
}

/** Reads `text=Body,status=State`. A name may contain a comma. */
function columnsOf(list: string): Record<string, string> {
  const pairs = list.split(/,\s*(?=\w+=)/).map((pair) => pair.split(/=(.*)/s));
  return Object.fromEntries(pairs.map(([key = '', name = '']) => [key.trim(), name]));
}

function problemOf(message: string): string {
  return message
    .replace(/^readTemplates needs/, 'This needs')
    .replace(/^(E[A-Z]+: [^,]+), .*/, 'The file cannot be read ($1). Check the path.')
    .replace("set the option 'columns'", `name your columns: --columns ${COLUMNS}`)
    .replace(/^columns\.(.*)$/, `--columns: $1 Write it as ${COLUMNS}.`)
    .replace(/^dltEntityId/, '--dlt-entity-id');
}

function jsonOf({ templates, refused, warnings }: ReadTemplates): string {
  const definitions = templates.map(({ definition }) => definition);
  const report = { usable: templates.length, refused, warnings, templates: definitions };
  return `${JSON.stringify(report, null, 2)}\n`;
}

type Finding = ReadTemplates['refused'][number] & { readonly lines?: readonly number[] };

function listOf(mark: string, findings: readonly Finding[]): string {
  const shownFindings = findings.map(({ line, lines: [, ...others] = [], reason }) => {
    const also = others.length > 0 ? ` (also ${others.join(', ')})` : '';
    return `${mark} Line ${line}${also} ${reason}.\n`;
  });
  return shownFindings.join('');
}

function reportOf({ templates, refused, warnings }: ReadTemplates): string {
  if (templates.length + refused.length === 0)
    return 'The file has no rows below its first line.\n';
  const counts = `Usable: ${templates.length}. Refused: ${refused.length}. Warnings: ${warnings.length}.\n`;
  const why =
    "What is marked with ? can be used, but looks wrong or is not allowed in new templates, by TRAI's direction of 18 November 2025.\n";
  return listOf('✗', refused) + listOf('?', warnings) + counts + (warnings.length > 0 ? why : '');
}
