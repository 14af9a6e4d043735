import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import { loadUndici } from '../../lib/transport/load-undici.js';
import { afterThisTest } from '../support/clean-up.js';

const UNDICI = JSON.stringify(createRequire(import.meta.url).resolve('undici'));

/** Loads undici with a built file of the package, beside an undici with these files. */
async function loadBeside(format: string, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'load-undici-'));
  afterThisTest(() => rmSync(folder, { recursive: true }));
  for (const name of ['package.json', 'transport/load-undici.js']) {
    cpSync(join('dist', format, name), join(folder, name));
  }
  for (const [name, code] of Object.entries(files)) {
    const file = join(folder, 'node_modules/undici', name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, code);
  }
  const program = `import('./transport/load-undici.js')
    .then(({ loadUndici }) => loadUndici())
    .then(({ Pool, buildConnector }) => {
      const undici = require(${UNDICI});
      console.log(Pool === undici.Pool, buildConnector === undici.buildConnector);
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program], {
    cwd: folder,
  });
  return stdout.trim();
}

describe('undici', () => {
  it('is loaded in parts, which are those of the whole', async () => {
    const parts = await loadUndici();
    expect(Object.keys(parts)).toEqual(['Pool', 'buildConnector']);
    expect(parts.Pool).toBe(Pool);
  });

  it.each(['esm', 'cjs'])('is loaded whole if its files have moved (%s)', async (format) => {
    const index = `module.exports = require(${UNDICI});`;
    expect(await loadBeside(format, { 'index.js': index })).toBe('true true');
  });

  it('is loaded whole if its files export something else', async () => {
    const index = `module.exports = require(${UNDICI});`;
    const other = 'module.exports = { Pool: class {} };';
    const moved = { 'lib/dispatcher/pool.js': other, 'lib/core/connect.js': other };
    expect(await loadBeside('esm', { 'index.js': index, ...moved })).toBe('true true');
  });
});
