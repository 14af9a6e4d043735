import type { Observed } from './play-cell.js';
import {
  type Cell,
  type End,
  ENDS,
  impossibleOn,
  nameOf,
  type Phase,
  PHASES,
  TABLE,
  VARIANTS,
} from './table.js';

const BEGIN = '<!-- table: written by test/faults/table.spec.ts -->';
const FINISH = '<!-- end of table -->';

/** The table in Markdown: the outcome, and how often the gateway read the message completely. */
export function tableMarkdown(seen: ReadonlyMap<Cell, Observed | undefined>): string {
  const notes = new Notes();
  const rows = PHASES.map((phase) => {
    const cells = ENDS.map((end) => cellText(phase, end, seen, notes));
    return row([phase + variantNote(phase, notes), ...cells]);
  });
  return [
    '<!-- prettier-ignore -->',
    row(['when it breaks off', ...ENDS]),
    row(Array.from({ length: ENDS.length + 1 }, () => '---')),
    ...rows,
    '',
    `${seen.size} cells: ${VARIANTS.map(nameOf).join('; ')}.`,
    '',
    ...notes.lines(),
  ].join('\n');
}

/** The document with the table between its markers. */
export function withTable(doc: string, table: string): string {
  const begin = doc.indexOf(BEGIN);
  const finish = doc.indexOf(FINISH);
  if (begin < 0 || finish < begin) throw new Error('docs/tested.md has lost its markers');
  return `${doc.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${doc.slice(finish)}`;
}

class Notes {
  private readonly texts: string[] = [];

  /** The mark of a note; equal texts share one. */
  mark(text: string): string {
    if (!this.texts.includes(text)) this.texts.push(text);
    return `[${this.texts.indexOf(text) + 1}]`;
  }

  lines(): readonly string[] {
    return this.texts.map((text, index) => `${index + 1}. ${text}`);
  }
}

function cellText(
  phase: Phase,
  end: End,
  seen: ReadonlyMap<Cell, Observed | undefined>,
  notes: Notes,
): string {
  const expected = TABLE[phase][end];
  if (typeof expected === 'string') return `– ${notes.mark(`Impossible: ${expected}.`)}`;
  const texts = [...seen]
    .filter(([cell, observed]) => cell.phase === phase && cell.end === end && observed)
    .map(([, observed]) => `${observed!.status}, read ${observed!.readWhole}`);
  // If this system cannot play a cell, it shows what the table expects.
  return [...new Set(texts)].join(' / ') || `${expected.status}, read ${expected.readWhole}`;
}

function variantNote(phase: Phase, notes: Notes): string {
  const reasons = VARIANTS.map((variant) => impossibleOn(phase, variant));
  const distinct = [...new Set(reasons.filter((reason) => reason !== undefined))];
  if (distinct.length === 0) return '';
  const played = VARIANTS.filter((_variant, index) => reasons[index] === undefined).map(nameOf);
  return ` ${notes.mark(`Only ${played.join('; ')}: ${distinct.join(', and ')}.`)}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
