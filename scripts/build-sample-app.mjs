// Builds the package and the sample app, as far as they have changed.
import buildPackage from './build.mjs';
import { buildIfChanged, compile, filesIn, removeAllBut } from './incremental.mjs';

const SOURCES = 'sample-app/src/';
const OUT = 'sample-app/dist/';
const CONFIG = 'sample-app/tsconfig.json';
const BUILD_INFO = `${OUT}tsconfig.tsbuildinfo`;

await buildPackage();
const sources = filesIn(SOURCES);
const outputs = sources.map((file) => `${OUT}${file.slice(SOURCES.length, -'.ts'.length)}.js`);
await buildIfChanged({
  what: 'the sample app',
  stamp: `${OUT}built-from`,
  inputs: [...sources, CONFIG, 'dist/built-from'],
  outputs,
  async build() {
    removeAllBut([...outputs, BUILD_INFO], OUT);
    await compile(CONFIG, outputs);
  },
});
