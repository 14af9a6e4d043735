// Writes docs/reference from the doc comments: a page for each export of each entry in package.json.
import { readFileSync, rmSync } from 'node:fs';
import { Application, Comment, CommentTag, Converter, ReflectionKind } from 'typedoc';
import { load as loadMarkdown } from 'typedoc-plugin-markdown';
import buildPage from './build-page.mjs';
import { ROOT } from './incremental.mjs';

/** The groups of an entry's page and of the sidebar, in order. */
const GROUPS = ['Services and modules', 'Options', 'Functions and decorators', 'Types', 'Errors'];

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
  outputFileStrategy: 'members',
  entryFileName: 'index',
  categorizeByGroup: false,
  categoryOrder: GROUPS,
  navigationJson: 'docs/reference/navigation.json',
  disableSources: true,
  excludePrivate: true,
  excludeProtected: true,
  excludeExternals: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  // As in the sidebar: without type parameters and parentheses.
  pageTitleTemplates: { member: ({ name: title }) => title.replace(/\\<.*|\(\)/g, '') },
  hideGroupHeadings: true,
  useCodeBlocks: true,
  useHTMLAnchors: true,
  sanitizeComments: true,
  expandObjects: true,
  indexFormat: 'table',
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  logLevel: 'Warn',
});
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const module of project.children ?? []) {
    for (const one of module.children ?? []) {
      const comment = one.signatures?.[0]?.comment ?? (one.comment ??= new Comment());
      comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: groupOf(one) }]));
    }
  }
});
const project = await app.convert();
if (!project) throw new Error('The sources do not compile');
for (const module of project.children) {
  module.name = module.name === 'index' ? name : `${name}/${module.name}`;
}
rmSync('docs/reference', { recursive: true, force: true });
await app.generateOutputs(project);

function groupOf({ name: exported, kind }) {
  const [services, options, functions, types, errors] = GROUPS;
  if (/Error(Code|Details|Outcome)?$|Issue$|^SmsReject/.test(exported)) return errors;
  if (/Options$|Registration$/.test(exported)) return options;
  if (kind === ReflectionKind.Class) return services;
  if (kind === ReflectionKind.Function || kind === ReflectionKind.Variable) return functions;
  return types;
}
