import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

let files: readonly string[];

beforeAll(async () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'];
  const { stdout } = await execute('npm', args);
  // npm prints a list, or from npm 12 on an object by package name.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
  files = packed!.files.map(({ path }) => path);
}, 120_000);

describe('the packed package', () => {
  it('contains everything that package.json points to', () => {
    const manifest = readFileSync('package.json', 'utf8');
    const targets = [...manifest.matchAll(/"\.\/(dist\/[^"]+)"/g)].map(([, path]) => path);
    expect(targets.length).toBeGreaterThan(6);
    expect(files).toEqual(expect.arrayContaining(targets));
  });

  it('contains every page that its pages link to, and every file that its README links to', () => {
    const linked = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/(?<!!)\[[^\]]*\]\(([^)#:]+)[)#]/g)]
          .map(([, target = '']) => posix.join(posix.dirname(file), target))
          .filter((target) => file === 'README.md' || target.endsWith('.md')),
      );
    expect(linked).toEqual(expect.arrayContaining(['LICENSE', 'docs/guides/unknown.md']));
    expect(linked.filter((target) => !files.includes(target))).toEqual([]);
  });

  it('contains what api/packed-files.txt lists, and nothing else', () => {
    const rules = readFileSync('api/packed-files.txt', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const patterns = rules.map(patternOf);
    expect(files.filter((file) => !patterns.some((pattern) => pattern.test(file)))).toEqual([]);
    expect(rules.filter((_, index) => !files.some((file) => patterns[index]?.test(file)))).toEqual(
      [],
    );
    // The home page of the docs site.
    expect(files).not.toContain('docs/index.md');
  });
});

it('cannot be published while its addresses are missing', async () => {
  const publishing = execute('npm', ['run', '--silent', 'prepublishOnly']);
  await expect(publishing).rejects.toMatchObject({
    stderr: expect.stringContaining('package.json has no repository, bugs, homepage'),
  });
}, 120_000);

/** A rule like `dist/{esm,cjs}/**\/*.js` as a pattern. */
function patternOf(rule: string): RegExp {
  const source = rule
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+),(\w+)\}/g, '(?:$1|$2)')
    .replaceAll('**/', '(?:[^/]+/)*')
    .replaceAll(/(?<!\))\*/g, '[^/]+'); // not that of the line above
  return new RegExp(`^${source}$`);
}
