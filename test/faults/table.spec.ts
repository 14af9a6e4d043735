import { readFileSync, writeFileSync } from 'node:fs';
import { type Observed, play } from './play-cell.js';
import { tableMarkdown, withTable } from './table-markdown.js';
import { type Cell, CELLS, nameOf } from './table.js';

const DOC = new URL('../../docs/tested.md', import.meta.url);
const AT_ONCE = 10;

const titleOf = (cell: Cell): string => `${cell.phase}, ${cell.end} (${nameOf(cell)})`;

describe('the outcome of a send, whatever happens at any point', () => {
  const seen = new Map<Cell, Observed | undefined>();

  beforeAll(async () => {
    const left = [...CELLS];
    const work = async (): Promise<void> => {
      for (let cell = left.shift(); cell; cell = left.shift()) seen.set(cell, await play(cell));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }, 300_000);

  it.each(CELLS.map((cell) => [titleOf(cell), cell] as const))('%s', (_title, cell) => {
    const { status, code, readWhole, true: told } = seen.get(cell) ?? unplayable(cell);
    expect({ status, code, readWhole }).toEqual({ code: undefined, ...cell.expected });
    expect(told).toBe(true);
  });

  it('is retried only if nothing was sent', () => {
    for (const [cell, observed] of seen) {
      // If nothing can be accepted, the gateway does not see the second attempt.
      if (!observed || cell.phase === 'before accept') continue;
      const again = cell.phase === 'TLS handshake' || cell.phase === 'idle, between two sends';
      expect([titleOf(cell), observed.furtherConnections]).toEqual([titleOf(cell), again ? 1 : 0]);
    }
  });

  it('is what docs/tested.md shows', () => {
    const doc = readFileSync(DOC, 'utf8');
    const shown = tableMarkdown(seen);
    if (process.env['UPDATE_DOCS']) writeFileSync(DOC, withTable(doc, shown));
    expect(readFileSync(DOC, 'utf8')).toBe(withTable(doc, shown));
  });
});

// Only this cell depends on the system: it must drop connections beyond a full queue, as that of CI does.
function unplayable(cell: Cell): Observed {
  if (cell.phase !== 'before accept' || cell.end !== 'stall' || process.env['CI']) {
    throw new Error(`${titleOf(cell)} was not played`);
  }
  const { status, code, readWhole } = cell.expected;
  return { status, code, readWhole, true: true, furtherConnections: 0 };
}
