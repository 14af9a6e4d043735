import { z } from 'zod';
import { dropIgnorable } from '../../core/common/characters.js';
import type { NoUnread } from '../../core/common/no-unread.js';
import { SmsConfigurationError } from '../../core/errors/index.js';
import { readRegisteredId } from '../../core/message/registered-id.js';
import { problemsIn, text as textOf } from '../../core/options/schemas.js';
import type { SmsTemplateRules } from '../../core/sms-gateway.options.js';
import { importError } from '../packages/optional-package.js';
import { defineTemplate, type SmsTemplate } from './define-template.js';
import { readIds } from './template-ids.js';
import { normalised } from './text-reading.js';
import { problemOf } from './template-pieces.js';
import { categoryOf, conflictOf, doubtsOf, groupsOf, type TemplateRow } from './template-rows.js';

const COLUMNS = {
  dltTemplateId: 'Template ID',
  text: 'Template Content',
  senderId: 'Header',
  dltEntityId: 'Entity ID',
  category: 'Template Type',
  status: 'Status',
};

const columnNames = z.partialRecord(
  z.enum(Object.keys(COLUMNS)),
  textOf('the name of the column in the file, or omit it'),
);

/** What portals write in a column, or a list of headers, in place of nothing. */
const NOTHING = /(?<![^,;|])\s*(?:-+|n\/?a|null)\s*(?![^,;|])/gi;

/** The options of `readTemplates`. */
export interface ReadTemplatesOptions {
  /**
   * The names of columns in the file, in any case, if they differ from `Template ID`, `Template Content`,
   * `Header`, `Entity ID`, `Template Type` and `Status`. Only the first two are required.
   */
  columns?: Partial<Record<keyof typeof COLUMNS, string>> | undefined;
  /** The entity, in digits, of rows that name none. Rows of another one are refused. Default: any. */
  dltEntityId?: string | undefined;
  /** The rules of the templates, as for `defineTemplate`. */
  rules?: SmsTemplateRules | undefined;
}

/** What `readTemplates` found in a file. */
export interface ReadTemplates {
  /** The templates. Their values are named `'1'`, `'2'` and so on. */
  readonly templates: readonly SmsTemplate[];
  /** The rows that cannot be used, each with the line where it begins and the reason. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
  /**
   * What TRAI's direction of 18 November 2025 no longer allows in new templates, and what looks like a mistake of the
   * export. The rows can be used. Each reason is listed once, with its first line and all of its lines.
   */
  readonly warnings: readonly (ReadTemplates['refused'][number] & {
    readonly lines: readonly number[];
  })[];
}

type Row = Partial<Record<keyof typeof COLUMNS, string>> & {
  readonly raw: string;
  readonly line: number;
};

/**
 * Reads the templates that a portal exported as CSV in UTF-8, with commas, semicolons or tabs. Needs `csv-parse`.
 *
 * @throws SmsConfigurationError if an option is wrong, or a column or `csv-parse` is missing; `CsvError` of
 *   `csv-parse` if the file is not CSV
 */
export async function readTemplates(
  csv: Uint8Array | string,
  options: ReadTemplatesOptions = {},
): Promise<ReadTemplates> {
  const { columns, dltEntityId: entity, rules, ...unread } = options;
  void (unread satisfies NoUnread);
  const { error } = columnNames.safeParse({ ...columns });
  if (error) {
    throw new SmsConfigurationError(problemsIn(error, { prefix: ['columns'] }).join(' '));
  }
  const owner = entity === undefined ? undefined : readRegisteredId(entity);
  if (typeof owner === 'object') throw new SmsConfigurationError(`dltEntityId ${owner.issue}.`);
  const content = typeof csv === 'string' ? csv : new TextDecoder().decode(csv);
  const names = { ...COLUMNS, ...columns };
  const rows = (await rowsOf(normalised(content), names)).map((row): TemplateRow => {
    const { dltEntityId = owner, category: type } = row;
    const isAnothers = owner !== undefined && dltEntityId !== owner;
    const problem = isAnothers ? 'has the id of another entity' : undefined;
    const reason = reasonOf(row, names) ?? problem;
    return { ...row, dltEntityId, type, category: categoryOf(type), reason };
  });
  const groups = groupsOf(rows.filter(({ reason }) => reason === undefined));
  const refused: ReadTemplates['refused'][number][] = [];
  const warnings = new Map<string, { line: number; lines: number[]; reason: string }>();
  for (const row of rows) {
    const { line, dltTemplateId } = row;
    const reason = row.reason ?? conflictOf(row, groups.get(dltTemplateId));
    if (reason !== undefined) refused.push({ line, reason });
    for (const doubt of reason === undefined ? doubtsOf(row) : []) {
      const warning = warnings.get(doubt) ?? { line, lines: [], reason: doubt };
      warning.lines.push(line);
      warnings.set(doubt, warning);
    }
  }
  const usable = [...groups.values()].filter(({ otherRow }) => !otherRow);
  const templates = usable.map(({ first, headers }) => {
    const { text = '', dltTemplateId = '', dltEntityId, category } = first;
    const senderId = [...headers].join(', ') || undefined;
    return defineTemplate({ text, dltTemplateId, senderId, dltEntityId, category }, rules);
  });
  return { templates, refused, warnings: [...warnings.values()] };
}

async function loadParser() {
  try {
    return await import('csv-parse/sync');
  } catch (error) {
    throw importError('csv-parse', 'readTemplates', error);
  }
}

async function rowsOf(csv: string, names: typeof COLUMNS): Promise<readonly Row[]> {
  const { parse } = await loadParser();
  const keys = new Map(Object.entries(names).map(([key, name]) => [plain(name), key]));
  // Spreadsheets of some countries write semicolons. A name in quotes may have one of these, too.
  const [delimiter = ','] = /[,;\t]/.exec(csv.replaceAll(/"[^"]*"/g, '')) ?? [];
  let header: readonly string[] = [];
  const rows = parse<Row, { record: Partial<Row>; raw: string }>(csv, {
    bom: true,
    delimiter,
    raw: true,
    relax_column_count: true,
    skip_records_with_empty_values: true,
    cast: (value, { column }) => {
      if (column === 'text') return value || undefined;
      const read = dropIgnorable(value).trim();
      const isList = column === 'senderId' || column === 'category';
      return (isList ? read.replaceAll(NOTHING, '') : read) || undefined;
    },
    // An empty name is undefined, by the line above.
    columns: (headerNames: readonly (string | undefined)[]) => {
      header = headerNames.map((name = '') => plain(name));
      return header.map((name) => keys.get(name) ?? false);
    },
    on_record: ({ record, raw }, { lines }) => ({
      ...record,
      raw,
      line: lines - raw.trim().split('\n').length + 1,
    }),
  });
  const missing = [names.dltTemplateId, names.text].find((name) => !header.includes(plain(name)));
  if (missing === undefined) return rows;
  throw new SmsConfigurationError(
    `The templates cannot be read, because the file has no column '${missing}'. Save the file as CSV in UTF-8, or set the option 'columns'.`,
  );
}

/** The name of a column in the form in which names are compared. */
function plain(name: string): string {
  return name.trim().toLowerCase();
}

/** Why a row cannot be used; undefined if it can. */
function reasonOf(row: Row, names: Readonly<Record<string, string>>): string | undefined {
  const { raw, status = 'active', text = '', ...ids } = row;
  if (raw.includes('\uFFFD')) {
    return 'is not in UTF-8, but probably in Windows-1252; save the file as CSV in UTF-8';
  }
  if (ids.dltTemplateId === undefined) return 'has no template id';
  const read = readIds(ids, (key) => `value in the column '${names[key]}'`);
  if ('issue' in read) return read.issue;
  if (!/^(?:approved|active)$/i.test(status)) {
    return `has the status '${status}', not Approved or Active`;
  }
  return problemOf(text);
}
