// Builds the simulator's inbox page into a module of texts, because the package is compiled as
// CommonJS too, where no module can find files beside it, and the page must work bundled as well.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { minify } from '@swc/core';
import { build } from 'esbuild';

const CLIENT = 'lib/simulator/page/client';
const MODULE = 'lib/simulator/page/page-assets.generated.ts';

/** Builds the page where it is not built yet, or not from these sources. */
export default async function buildPage() {
  const [script, css] = await Promise.all([
    bundle(`${CLIENT}/main.ts`).then(tighten),
    bundle(`${CLIENT}/styles/inbox.css`).then(shorten),
  ]);
  const texts = {
    HTML: readFileSync(`${CLIENT}/inbox.html`, 'utf8').replace(/\n\s*/g, ''),
    SCRIPT: script,
    CSS: css,
    ICON: readFileSync(`${CLIENT}/inbox.svg`, 'utf8'),
  };
  const lines = Object.entries(texts).map(
    ([name, text]) => `export const ${name}: string = ${JSON.stringify(text)};\n`,
  );
  const code = `// Made by scripts/build-page.mjs from client/.\n${lines.join('')}`;
  if (existsSync(MODULE) && readFileSync(MODULE, 'utf8') === code) return;
  // In one step: others may be reading it.
  const draft = `${MODULE}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, code);
  renameSync(draft, MODULE);
}

// The line breaks and indentation in the views' templates mean nothing to htm, nor do quotes around
// a word, and esbuild must not know that.
const tightTemplates = {
  name: 'tight-templates',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]client[\\/]views[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace(/\n\s+/g, '\n')
        .replace(/\n(?=<|\$\{|\/?>)/g, '')
        .replace(/\n(?=[\w-]+=["$])/g, ' ')
        .replace(/(\s[a-z-]+)="([\w-]+)"/gi, '$1=$2'),
      loader: 'ts',
    }));
  },
};

async function bundle(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    charset: 'utf8',
    legalComments: 'none',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    logLevel: 'warning',
    plugins: [tightTemplates],
  });
  return outputFiles[0].text;
}

// A second minifier finds another 3 %.
async function tighten(script) {
  const { code } = await minify(script, {
    module: true,
    ecma: 2022,
    compress: { passes: 3, ecma: 2022, unsafe_arrows: true, pure_getters: true, toplevel: true },
    mangle: { toplevel: true },
  });
  return code;
}

// Custom properties are for those who read the sources: what is no colour of two schemes is written
// where it is used, and the others get short names.
function shorten(css) {
  const names = new Map();
  const inlined = new Map();
  return css
    .replace(/(--[a-z][\w-]*): ?([^;}]*);?/g, (whole, name, value) => {
      if (value.startsWith('light-dark')) return whole.replaceAll(/([:,]) /g, '$1');
      inlined.set(`var(${name})`, value);
      return '';
    })
    .replace(/var\(--[\w-]+\)/g, (use) => inlined.get(use) ?? use)
    .replace(/--[a-z][\w-]*/g, (name) => {
      if (!names.has(name)) names.set(name, `--${names.size.toString(36)}`);
      return names.get(name);
    });
}

if (process.argv[1] === import.meta.filename) await buildPage();
