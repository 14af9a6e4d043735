// Writes docs/reference from the doc comments: a page for each entry of package.json's exports.
import { readFileSync } from 'node:fs';
import { Application } from 'typedoc';
import { load as loadMarkdown } from 'typedoc-plugin-markdown';
import buildPage from './build-page.mjs';
import { ROOT } from './incremental.mjs';

process.chdir(ROOT);
await buildPage();

const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const paths = Object.keys(exports).filter((path) => exports[path].import !== undefined);
const app = await Application.bootstrapWithPlugins({
  plugin: [loadMarkdown],
  // './queue' is built from lib/queue/index.ts.
  entryPoints: paths.map((path) => `lib${path.slice(1)}/index.ts`),
  tsconfig: 'tsconfig.esm.json',
  // `npm run typecheck` finds them.
  skipErrorChecking: true,
  name: 'Reference',
  readme: 'none',
  out: 'docs/reference',
  outputFileStrategy: 'modules',
  entryFileName: 'index',
  disableSources: true,
  excludePrivate: true,
  excludeProtected: true,
  excludeExternals: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  useHTMLAnchors: true,
  sanitizeComments: true,
  expandObjects: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  logLevel: 'Warn',
});
const project = await app.convert();
if (!project) throw new Error('The sources do not compile');
for (const module of project.children) {
  module.name = module.name === 'index' ? name : `${name}/${module.name}`;
}
await app.generateOutputs(project);
