import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PLANTED } from './planted.js';

/** How many programs may be played until a fault is found. */
const MOST = 5000;
/** From how many operations a fault must be told, at most. */
const MOST_OPERATIONS = 6;

/** A copy of the built package with a fault in it. */
function copyWith(file: string, find: string, replace: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  cpSync('dist/esm', folder, { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(
      `${file} has this ${parts.length - 1} times instead of once. Change it in planted.ts: ${find}`,
    );
  }
  writeFileSync(path, parts.join(replace));
  return folder;
}

/** What the world says of a package. */
async function explore(folder: string): Promise<string> {
  const args = ['test/world/run.mjs', '--seed', '1', '--count', String(MOST), '--package', folder];
  try {
    return (await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    return String(Reflect.get(Object(error), 'stdout'));
  }
}

/** The operations of the program that was found, from its lines. */
const operationsIn = (said: string): number => {
  const [program = ''] = said.split('\n!');
  const kinds =
    /^ {2}(?:after \d+ ms: )?(?:send|sendMany|broadcast|balance|new secret|revoke tokens|send at an event|close)\(/gm;
  return program.match(kinds)?.length ?? 0;
};

describe('the world', () => {
  it.each(PLANTED.filter(({ missed }) => missed === undefined))(
    'finds that $name',
    async ({ file, find, replace }) => {
      const folder = copyWith(file, find, replace);
      try {
        const said = await explore(folder);
        expect(said).toContain('1 went wrong');
        expect(operationsIn(said)).toBeGreaterThan(0);
        expect(operationsIn(said)).toBeLessThanOrEqual(MOST_OPERATIONS);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    600_000,
  );

  it('finds at least twelve of fifteen faults', () => {
    expect(PLANTED).toHaveLength(15);
    expect(PLANTED.filter(({ missed }) => missed === undefined).length).toBeGreaterThanOrEqual(12);
  });
});
