import type { SmsTemplateCategory } from '../../core/sms-gateway.options.js';
import { doubtsAbout } from './template-pieces.js';

const CATEGORIES = [
  'service-explicit',
  'service-implicit',
  'service',
  'transactional',
  'promotional',
] as const;

/** An id of which a spreadsheet kept 15 digits. */
const ROUNDED = /^\d{15}0+$/;
const ROUNDED_ID =
  'has an id with only zeros after its 15th digit, as spreadsheets leave it; export the column as text';
const NO_KIND =
  'has a type that is none of Transactional, Promotional, Service, Service Implicit and Service Explicit, so hours by category do not apply';

type Key = 'text' | 'dltTemplateId' | 'dltEntityId' | 'senderId' | 'type' | 'reason';

/** A row of the file, with the category that its type names, and the reason if it cannot be used. */
export type TemplateRow = Readonly<Partial<Record<Key, string | undefined>>> & {
  readonly line: number;
  readonly category: SmsTemplateCategory | undefined;
};

/** The rows of one id: the first one, the first one that differs from it, and the headers of all. */
interface Group {
  readonly first: TemplateRow;
  otherRow?: TemplateRow;
  readonly headers: Set<string>;
}

/** The category that a type names, such as `Service Implicit`. */
export function categoryOf(type = ''): SmsTemplateCategory | undefined {
  const words = type.toLowerCase();
  return CATEGORIES.find((category) => category.split('-').every((word) => words.includes(word)));
}

/** The rows of each id. */
export function groupsOf(rows: readonly TemplateRow[]): ReadonlyMap<string | undefined, Group> {
  const groups = new Map<string | undefined, Group>();
  for (const row of rows) {
    const group: Group = groups.get(row.dltTemplateId) ?? { first: row, headers: new Set() };
    if (differenceOf(row, group.first)) group.otherRow ??= row;
    if (row.senderId !== undefined) group.headers.add(row.senderId);
    groups.set(row.dltTemplateId, group);
  }
  return groups;
}

/** Why a row cannot be used together with others of its id; undefined if it can. */
export function conflictOf(row: TemplateRow, group: Group | undefined): string | undefined {
  if (!group?.otherRow) return undefined;
  const otherRow = differenceOf(row, group.first) ? group.first : group.otherRow;
  return `has the id of line ${otherRow.line}, but another ${differenceOf(row, otherRow)}`;
}

/** In what two rows of one id differ, but may not. */
function differenceOf(row: TemplateRow, otherRow: TemplateRow): string | undefined {
  if (row.text !== otherRow.text) return 'text';
  if (row.category !== otherRow.category) return 'type';
  return row.dltEntityId === otherRow.dltEntityId ? undefined : 'entity';
}

/** What is doubtful about a row that can be used. */
export function doubtsOf({ text = '', type, category, ...ids }: TemplateRow): readonly string[] {
  const isRounded = [ids.dltTemplateId, ids.dltEntityId].some((id = '') => ROUNDED.test(id));
  return [
    ...(type !== undefined && category === undefined ? [NO_KIND] : []),
    ...(isRounded ? [ROUNDED_ID] : []),
    ...doubtsAbout(text),
  ];
}
