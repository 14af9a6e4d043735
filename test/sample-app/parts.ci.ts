import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterThisTest } from '../support/clean-up.js';
import { buildSample } from './sample.js';

const PARTS = 'src/optional-parts.ts';

// The types of the package are those of its build.
beforeAll(buildSample, 120_000);

/** The entry of a folder in `PARTS`: nothing for a command. */
const entryOf = (folder: string) =>
  new RegExp(`^ {2}\\{\\n {4}folder: '${folder}',\\n[^]*?^ {2}\\},\\n`, 'm');

it.each([
  ['login', 1],
  ['queue', 1],
  ['admin', 1],
  ['broadcast', 0],
])(
  'compiles without the folder %s and its entry',
  async (folder, entries) => {
    // Beside the app, where the packages are found.
    const copy = mkdtempSync('sample-app/without-');
    afterThisTest(() => rmSync(copy, { recursive: true }));
    cpSync('sample-app/src', join(copy, 'src'), { recursive: true });
    rmSync(join(copy, 'src', folder), { recursive: true });
    const before = readFileSync(join(copy, PARTS), 'utf8');
    const after = before.replace(entryOf(folder), '');
    expect(after === before ? 0 : 1).toBe(entries);
    writeFileSync(join(copy, PARTS), after);
    writeFileSync(
      join(copy, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.json',
        compilerOptions: { types: ['node'] },
        include: ['src'],
      }),
    );
    const compile = promisify(execFile)(process.execPath, [
      'node_modules/typescript/bin/tsc',
      '-p',
      copy,
    ]);
    const output = await compile.then(
      () => '',
      (error: unknown) => String(Reflect.get(Object(error), 'stdout')),
    );
    expect(output).toBe('');
  },
  120_000,
);
