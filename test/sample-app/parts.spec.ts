import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const SOURCES = 'sample-app/src';
/** Folders that each can be deleted alone. */
const OPTIONAL = ['admin', 'broadcast', 'login', 'queue'];
const FILES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

/** The folder of a file, or nothing for a file of the root. */
const folderOf = (file: string) => file.split('/').slice(0, -1).join('/');

/** What a file imports of the app, also later. */
function importsOf(file: string): string[] {
  const text = readFileSync(`${SOURCES}/${file}`, 'utf8');
  const specifiers = text.matchAll(/(?:from|import\(|import) ?'(\.[^']*)'/g);
  return [...specifiers].map(([, path = '']) => posix.join(posix.dirname(file), path));
}

it('has no folders but pages and those that can be deleted', () => {
  expect([...new Set(FILES.map(folderOf))].toSorted()).toEqual(
    ['', ...OPTIONAL, 'pages'].toSorted(),
  );
});

it('imports into an optional folder only from itself, the root and pages', () => {
  const crossings = FILES.filter((file) => OPTIONAL.includes(folderOf(file))).flatMap((file) =>
    importsOf(file)
      .filter((path) => !['', 'pages', folderOf(file)].includes(folderOf(path)))
      .map((path) => `${file} imports ${path}`),
  );
  expect(crossings).toEqual([]);
});

it('names an optional folder in one import of the root, so that it goes with its entry there', () => {
  const imports = FILES.filter((file) => !OPTIONAL.includes(folderOf(file))).flatMap((file) =>
    importsOf(file)
      .filter((path) => OPTIONAL.includes(folderOf(path)))
      .map((path) => `${file} imports ${folderOf(path)}`),
  );
  expect(imports).toEqual(
    ['login', 'queue', 'admin'].map((folder) => `optional-parts.ts imports ${folder}`),
  );
});
