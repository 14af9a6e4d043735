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

  it('contains every page of the docs that its pages link to', () => {
    const linked = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/\]\(([^)#:]+\.md)[)#]/g)].map(([, target = '']) =>
          posix.join(posix.dirname(file), target),
        ),
      );
    expect(files).toEqual(
      expect.arrayContaining(linked.filter((page) => page.startsWith('docs/'))),
    );
    expect(linked).toContain('docs/guides/unknown.md');
  });

  it('contains no pictures, source maps or tests: compiled code and documents only', () => {
    const expected = [
      /^dist\/(esm|cjs)\/([\w.-]+\/)*[\w.-]+\.(js|d\.ts)$/,
      /^dist\/(esm|cjs)\/package\.json$/,
      /^dist\/cjs\/schematics\/[\w.-]+\.json$/,
      /^docs\/(guides\/)?[\w-]+\.md$/,
      /^(README\.md|LICENSE|package\.json)$/,
    ];
    expect(files.filter((file) => !expected.some((pattern) => pattern.test(file)))).toEqual([]);
  });
});

it('cannot be published while its addresses are missing', async () => {
  const publishing = execute('npm', ['run', '--silent', 'prepublishOnly']);
  await expect(publishing).rejects.toMatchObject({
    stderr: expect.stringContaining('package.json has no repository, bugs, homepage'),
  });
}, 120_000);
