import { SmsConfigurationError } from '../errors/index.js';
import type { SmsTemplateDefinition, SmsTemplateRules } from '../sms-gateway.options.js';
import { defineTemplate, type SmsTemplate } from './define-template.js';
import { normalised, partsOf } from './template-text.js';

const COLUMNS = {
  dltTemplateId: 'Template ID',
  text: 'Template Content',
  senderId: 'Header',
  dltEntityId: 'Entity ID',
  category: 'Template Type',
  status: 'Status',
};

/** How `readTemplates` reads. */
export interface ReadTemplatesOptions {
  /**
   * The names of columns in the file, in any case, where they differ from `Template ID`, `Template Content`,
   * `Header`, `Entity ID`, `Template Type` and `Status`. Only the first two must be there.
   */
  columns?: Partial<Record<keyof typeof COLUMNS, string>> | undefined;
  /** The rules of the templates, as for `defineTemplate`. */
  rules?: SmsTemplateRules | undefined;
}

/** What a file of templates holds. */
export interface ReadTemplates {
  /** The templates. Their values are named `'1'`, `'2'` and so on. */
  readonly templates: readonly SmsTemplate[];
  /** The rows that cannot be used, each with the line where it begins and the reason. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
}

type Row = Readonly<Record<keyof typeof COLUMNS, string>> & { readonly line: number };

/**
 * Reads the templates that a portal exported as CSV in UTF-8. Needs `csv-parse`.
 *
 * @throws SmsConfigurationError if a column is missing, or the file is not valid CSV
 */
export async function readTemplates(
  csv: Uint8Array | string,
  { columns, rules }: ReadTemplatesOptions = {},
): Promise<ReadTemplates> {
  const text = typeof csv === 'string' ? csv : new TextDecoder().decode(csv);
  const rows = await rowsOf(text, { ...COLUMNS, ...columns });
  const templates: SmsTemplate[] = [];
  const refused: { line: number; reason: string }[] = [];
  const taken = new Set<string>();
  for (const row of rows) {
    const { dltTemplateId: id, line } = row;
    const other = rows.find((each) => each.dltTemplateId === id && each.text !== row.text);
    const reason = problemOf(row) ?? (other && `line ${other.line} has another text under its id`);
    if (reason !== undefined) refused.push({ line, reason });
    else if (!taken.has(id)) templates.push(defineTemplate(definitionOf(row), rules));
    taken.add(id);
  }
  return { templates, refused };
}

async function rowsOf(csv: string, names: typeof COLUMNS): Promise<readonly Row[]> {
  const { parse } = await import('csv-parse/sync');
  let records: readonly (readonly string[])[];
  try {
    records = parse(normalised(csv), { bom: true, relax_column_count: true });
  } catch (error) {
    throw unreadable(`are not valid CSV: ${error instanceof Error ? error.message : ''}`);
  }
  const [header = [], ...rest] = records;
  const place = (name: string): number =>
    header.findIndex((each) => each.trim().toLowerCase() === name.trim().toLowerCase());
  const missing = [names.dltTemplateId, names.text].find((name) => place(name) < 0);
  if (missing !== undefined) {
    throw unreadable(
      `have no column '${missing}'. Save the file as CSV in UTF-8, or set the option 'columns'`,
    );
  }
  let line = 1 + linesOf(header);
  return rest.flatMap((record) => {
    const at = (key: keyof typeof COLUMNS): string => record[place(names[key])]?.trim() ?? '';
    const row = {
      line,
      text: record[place(names.text)] ?? '',
      dltTemplateId: at('dltTemplateId'),
      senderId: at('senderId'),
      dltEntityId: at('dltEntityId'),
      category: at('category'),
      status: at('status'),
    };
    line += linesOf(record);
    return record.join('') === '' ? [] : [row];
  });
}

function unreadable(why: string): SmsConfigurationError {
  return new SmsConfigurationError(`The templates cannot be read, because they ${why}.`);
}

function linesOf(record: readonly string[]): number {
  return record.join('').split('\n').length;
}

function problemOf(row: Row): string | undefined {
  const parts = partsOf(row.text);
  if (Object.values(row).join('').includes('\uFFFD')) {
    return 'is not in UTF-8, but probably in Windows-1252; save the file as CSV in UTF-8';
  }
  for (const key of ['dltTemplateId', 'dltEntityId'] as const) {
    if (/^\d[.,]?\d*E\+?\d+$/i.test(row[key])) {
      return `has its ${key} in exponent form (${row[key]}), as spreadsheets write long numbers; export the column as text`;
    }
  }
  if (row.dltTemplateId === '') return 'has no template id';
  if (row.status !== '' && !/^(?:approved|active)$/i.test(row.status)) {
    return `has the status '${row.status}', not Approved or Active`;
  }
  return 'problem' in parts ? parts.problem : undefined;
}

function definitionOf({ text, dltTemplateId, ...row }: Row): SmsTemplateDefinition {
  const category = (['service', 'transactional', 'promotional'] as const).find((each) =>
    row.category.toLowerCase().includes(each),
  );
  return {
    text,
    dltTemplateId,
    ...(row.senderId !== '' && { senderId: row.senderId }),
    ...(row.dltEntityId !== '' && { dltEntityId: row.dltEntityId }),
    category,
  };
}
