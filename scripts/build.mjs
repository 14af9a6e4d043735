// Builds the package twice from the same sources, as ES modules and as CommonJS. tsc and not a
// bundler, because Nest's injection reads the decorator metadata that only tsc writes faithfully.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import buildPage from './build-page.mjs';

await buildPage();
rmSync('dist', { recursive: true, force: true });
for (const [format, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
]) {
  execFileSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${format}.json`],
    {
      stdio: 'inherit',
    },
  );
  writeFileSync(`dist/${format}/package.json`, `${JSON.stringify({ type })}\n`);
}
const cli = 'dist/esm/simulator/cli.js';
if (existsSync(cli)) chmodSync(cli, 0o755);
