// The drawings in docs/images: what they name exists, and they can be read in light and dark.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES } from './markdown.js';

const FOLDER = 'docs/images';
const ROOMS = ['lib', 'simulator', 'cli'];
const DRAWINGS = readdirSync(FOLDER).filter((name) => name.endsWith('.svg'));

const sources = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((file) => join(room, file))
    .filter((file) => file.endsWith('.ts')),
);
const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n');

/** The texts of a drawing. */
function textsOf(name: string): readonly string[] {
  const svg = readFileSync(join(FOLDER, name), 'utf8');
  return [...svg.matchAll(/<(?:text|title|desc)\b[^>]*>(.*?)<\/(?:text|title|desc)>/gs)].map(
    ([, text = '']) => text.replaceAll(/<[^>]*>/g, ''),
  );
}

/** The names in a drawing that a pattern finds. */
const named = (name: string, pattern: RegExp): readonly string[] =>
  textsOf(name).flatMap((text) => [...text.matchAll(pattern)].map(([found]) => found));

/** What is written as code: names of files, classes, functions, codes of errors and outcomes. */
function codeOf(name: string): readonly string[] {
  const svg = readFileSync(join(FOLDER, name), 'utf8');
  const found = svg.matchAll(/<(text|tspan) class="(?:code|name|pill)\b[^>]*>([^<]*)<\/\1>/g);
  const words = [...found].flatMap(([, , text = '']) => text.split(/ or |[\s·]+/));
  return words.filter((word) => word !== '' && !word.includes('/') && !word.endsWith('.ts'));
}

const isExported = (word: string): boolean =>
  new RegExp(`^export (?:abstract )?(?:class|interface) ${word}\\b`, 'm').test(code);

/** Where a folder of a drawing may be. */
const PLACES = ['.', 'lib', 'lib/core', 'lib/extras'];
const FOLDER_NAME = /(?<![\w/])[a-z]+\/(?!\w)/g;
const FILE_NAME = /[\w.-]+\.ts\b/g;
const CLASS_NAME = /\b(?:Sms|Gateway)[A-Z]\w+/g;

describe.each(DRAWINGS)('%s', (name) => {
  it('names folders and files that exist', () => {
    const folders = named(name, FOLDER_NAME).filter(
      (folder) => !PLACES.some((place) => existsSync(join(place, folder))),
    );
    const files = named(name, FILE_NAME).filter(
      (file) => !sources.some((source) => source.endsWith(`/${file}`)),
    );
    expect([...folders, ...files]).toEqual([]);
  });

  it('names classes that are exported', () => {
    expect(named(name, CLASS_NAME).filter((word) => !isExported(word))).toEqual([]);
  });

  it('writes as code only words that the code has', () => {
    const words = codeOf(name).filter((word) => word !== 'sms-gateway');
    expect(words.length).toBeGreaterThan(0);
    const missing = words.filter((word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(code));
    expect(missing).toEqual([]);
  });

  it('has texts as text, a title, a description, and colours for light and dark', () => {
    const svg = readFileSync(join(FOLDER, name), 'utf8');
    expect(textsOf(name).length).toBeGreaterThan(10);
    expect(svg).toMatch(/aria-labelledby="title desc"/);
    expect(svg).toMatch(/<title id="title">\w/);
    expect(svg).toMatch(/<desc id="desc">\w/);
    expect(svg).toContain('@media (prefers-color-scheme: dark)');
    // A colour of its own would be the same in both.
    expect(svg.replace(/<style>.*<\/style>/s, '')).not.toMatch(/(?:fill|stroke)="#/);
  });

  it('is shown in the README or in CONTRIBUTING.md, and in a page of the docs', () => {
    const pages = PAGES.filter((page) => readFileSync(page, 'utf8').includes(`images/${name}`));
    expect(pages).toContain(name === 'architecture.svg' ? 'CONTRIBUTING.md' : 'README.md');
    expect(pages.filter((page) => page.startsWith('docs/'))).not.toEqual([]);
  });
});

describe('architecture.svg', () => {
  const drawn = named('architecture.svg', FOLDER_NAME);

  it('has the parts of lib/, and every folder of core/ and extras/', () => {
    const folders = ['lib', 'lib/core', 'lib/extras'].flatMap((place) =>
      readdirSync(place, { withFileTypes: true })
        .filter((each) => each.isDirectory())
        .map(({ name }) => `${name}/`),
    );
    expect(drawn).toEqual(expect.arrayContaining([...folders, 'simulator/', 'cli/']));
  });

  it('is in CONTRIBUTING.md and on the home page of the docs', () => {
    for (const page of ['CONTRIBUTING.md', 'docs/index.md'])
      expect([page, readFileSync(page, 'utf8')]).toEqual([
        page,
        expect.stringContaining('images/architecture.svg'),
      ]);
  });
});
