import { readdirSync, readFileSync } from 'node:fs';

/** A fenced code block of a page. */
export interface CodeBlock {
  readonly page: string;
  /** The nearest heading above it. */
  readonly heading: string;
  /** The line of the page that its first line of code is on, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** The file that it is an excerpt of, named in a comment above it. */
  readonly excerptOf: string | undefined;
}

/** The pages that users and contributors read. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

const FENCE = /(?:^<!-- ([\w./-]+) -->\n\n)?^```(\w*)\n(.*?)^```$/gms;

/** The code blocks of a page, in order. */
export function codeBlocks(page: string): readonly CodeBlock[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(FENCE)].map(([match, excerptOf, language = '', code = '', ..._rest]) => {
    const start = text.indexOf(match) + match.indexOf('```');
    const above = text.slice(0, start).replaceAll(FENCE, '');
    const heading = [...above.matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? '';
    return { page, heading, line: lineAt(text, start) + 1, language, code, excerptOf };
  });
}

/** The commands of a shell block, one each, without comments. */
export function commandsOf({ code }: CodeBlock): readonly string[] {
  return code
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** What a page says under a heading, up to the next heading of that level. */
export function section(page: string, heading: string): string {
  const [, rest] = readFileSync(page, 'utf8').split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`${page} has no section '${heading}'`);
  return rest.split('\n## ', 1)[0] ?? '';
}

/** The rows of the tables in a text: their cells, without the header and its rule. */
export function tableRows(text: string): readonly (readonly string[])[] {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.filter((_, index) => !isRule(rows[index]) && !isRule(rows[index + 1]));
}

/** The anchors that a page's headings have on GitHub and npm. */
export function anchorsOf(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8').replaceAll(FENCE, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

/** The targets of a page's links that are not web addresses. */
export function localLinks(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8').replaceAll(FENCE, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)];
  return links
    .map(([, link, image]) => link ?? image ?? '')
    .filter((link) => !link.includes('://'));
}

/** What an answer must contain: all that a page shows, except that ids differ and `…` means anything. */
export function shaped(shown: unknown): unknown {
  if (shown === '…') return expect.anything();
  if (typeof shown === 'string' && /^\d{16,}$/.test(shown))
    return expect.stringMatching(/^\d{16,}$/);
  if (Array.isArray(shown)) return shown.map(shaped);
  if (typeof shown !== 'object' || shown === null) return shown;
  const entries = Object.entries(shown).map(([key, value]) => [key, shaped(value)] as const);
  const isWhole = !entries.some(([key]) => key === '…');
  const fields = Object.fromEntries(entries.filter(([key]) => key !== '…'));
  return isWhole ? fields : expect.objectContaining(fields);
}

function isRule(row: readonly string[] | undefined): boolean {
  return row !== undefined && row.every((cell) => /^:?-+:?$/.test(cell));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
