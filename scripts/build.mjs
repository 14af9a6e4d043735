// Builds the package into dist, as far as it has changed. The compiler writes the ES modules (not a
// bundler: Nest's injection reads decorator metadata that only tsc writes faithfully). Each of them is
// then rewritten as CommonJS, which takes no types and so no second type check. Both formats have the
// same declarations.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import buildPage from './build-page.mjs';
import { buildIfChanged, compile, filesIn, removeAllBut, ROOT } from './incremental.mjs';

const ES = 'dist/esm/';
const COMMONJS = 'dist/cjs/';
const FOLDERS = ['lib', 'simulator', 'cli'];
const CONFIG = 'tsconfig.esm.json';
const SETTINGS = [
  'tsconfig.json',
  CONFIG,
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/build-page.mjs',
  'scripts/incremental.mjs',
];
const PAGE_SOURCES = 'simulator/page/client/';
const PAGE = 'simulator/page/page-assets.generated.ts';

/** Builds the package if anything that it is made of has changed. */
export default async function buildPackage() {
  process.chdir(ROOT);
  const sources = FOLDERS.flatMap(filesIn).filter((file) => !file.includes('.generated.'));
  const names = [PAGE, ...sources.filter((file) => !file.startsWith(PAGE_SOURCES))]
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .flatMap((name) => [`${name}.js`, `${name}.d.ts`]);
  const inFolder = (folder) => [...names, 'package.json'].map((name) => `${folder}${name}`);
  await buildIfChanged({
    what: 'the package',
    stamp: 'dist/built-from',
    inputs: [...sources, ...SETTINGS],
    outputs: [PAGE, ...inFolder(ES), ...inFolder(COMMONJS)],
    async build() {
      await buildPage();
      for (const folder of [ES, COMMONJS]) removeAllBut(inFolder(folder), folder);
      await compile(
        CONFIG,
        names.map((name) => `${ES}${name}`),
      );
      await writeCommonJs(names);
      writeFileSync(`${ES}package.json`, '{"type":"module"}\n');
      writeFileSync(`${COMMONJS}package.json`, '{"type":"commonjs"}\n');
      chmodSync(`${ES}cli/sms-gateway.js`, 0o755);
    },
  });
}

async function writeCommonJs(names) {
  const { default: ts } = await import('typescript');
  const compilerOptions = {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2023,
    esModuleInterop: true,
  };
  for (const name of names) {
    const [from, to] = [`${ES}${name}`, `${COMMONJS}${name}`];
    if (existsSync(to) && statSync(to).mtimeMs >= statSync(from).mtimeMs) continue;
    mkdirSync(dirname(to), { recursive: true });
    if (name.endsWith('.d.ts')) copyFileSync(from, to);
    else {
      const code = readFileSync(from, 'utf8');
      writeFileSync(to, ts.transpileModule(code, { compilerOptions }).outputText);
    }
  }
}

if (process.argv[1] === import.meta.filename) await buildPackage();
