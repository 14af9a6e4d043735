// Writes docs/reference from the doc comments: a page for each export of each entry in package.json.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { Application, Comment, CommentTag, Converter, ReflectionKind } from 'typedoc';
import { load as loadMarkdown } from 'typedoc-plugin-markdown';
import buildPage from './build-page.mjs';
import { ROOT } from './incremental.mjs';

/** The groups of an entry's page and of the sidebar, in order. */
const GROUPS = ['Services and modules', 'Options', 'Functions and decorators', 'Types', 'Errors'];

/** What each entry is for. */
const ENTRIES = {
  '.': 'The module, `SmsService`, the options and the errors.',
  './simulator': 'The gateway simulator, with its inbox.',
  './queue': 'The queue, in Redis or PostgreSQL.',
  './reports': 'Delivery reports.',
  './otp': 'One-time passwords.',
  './testing': 'The testing kit.',
  './opentelemetry': 'Spans and metrics.',
  './terminus': 'The health check.',
  './templates': 'Registered templates.',
};

const NAVIGATION = 'docs/reference/navigation.json';

process.chdir(ROOT);
await buildPage();

const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const paths = Object.keys(exports).filter((path) => exports[path].import !== undefined);
const app = await Application.bootstrapWithPlugins({
  plugin: [loadMarkdown],
  entryPoints: paths.map(sourceOf),
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
  navigationJson: NAVIGATION,
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
    // What another entry exports too has its page there. Here it would replace the table of its group.
    for (const one of module.getChildrenByKind(ReflectionKind.Reference))
      project.removeReflection(one);
    for (const one of module.children ?? []) {
      // A constructor without parameters says nothing, and would come first.
      for (const each of one.children?.filter(isPlainConstructor) ?? [])
        project.removeReflection(each);
      const comment = one.signatures?.[0]?.comment ?? (one.comment ??= new Comment());
      comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: groupOf(one) }]));
    }
  }
});
const project = await app.convert();
if (!project) throw new Error('The sources do not compile');
for (const module of project.children) {
  // 'lib' is the main entry, 'lib/extras/queue' is './queue', and 'simulator' is outside of lib.
  module.name = join(name, module.name.replace(/^lib(?:\/extras)?\b/, ''));
}
rmSync('docs/reference', { recursive: true, force: true });
await app.generateOutputs(project);
writeFileSync(NAVIGATION, JSON.stringify(entriesOf(JSON.parse(readFileSync(NAVIGATION, 'utf8')))));
writeFileSync('docs/reference/index.md', `# Reference\n\n${paths.map(sectionOf).join('\n')}`);

/** Whether an item of the navigation has no page of its own. */
function isGroup({ path }) {
  return path === undefined;
}

/** The navigation with all entries side by side. TypeDoc has the others below the main one, next to its groups. */
function entriesOf([main]) {
  const others = main.children.filter((each) => !isGroup(each));
  return [
    { ...main, children: main.children.filter(isGroup) },
    ...others.map((each) => ({ ...each, title: `${main.title}/${each.title}` })),
  ];
}

/** An entry in the index: each of its exports with the first sentence of its doc. */
function sectionOf(path) {
  const about = ENTRIES[path];
  if (about === undefined) throw new Error(`ENTRIES has no sentence for ${path}`);
  const title = join(name, path);
  const page = readFileSync(`docs/reference/${title}/index.md`, 'utf8');
  const rows = [...page.matchAll(/^\| (\[.+?\]\(.+?\)) \| (.+?) \|$/gm)].map(
    ([, link, doc]) => `| ${link} | ${firstSentence(doc)} |`,
  );
  const table = ['| export | what it is |', '| --- | --- |', ...rows].join('\n');
  return `## ${title}\n\n${about}\n\n${table.replaceAll('](', `](${title}/`)}\n`;
}

function isPlainConstructor({ kind, signatures = [] }) {
  return (
    kind === ReflectionKind.Constructor &&
    signatures.every(({ parameters = [], comment }) => parameters.length === 0 && !comment)
  );
}

function firstSentence(doc) {
  const [sentence] = doc.split(/(?<=[.!?]) (?=[A-Z`[])/);
  return sentence.replace(/:$/, '.');
}

/** What an entry is built from: './queue' from lib/extras/queue/index.ts. */
function sourceOf(path) {
  return exports[path].import.default.replace('./dist/esm/', '').replace(/js$/, 'ts');
}

function groupOf({ name: exported, kind }) {
  const [services, options, functions, types, errors] = GROUPS;
  if (/Error(Code|Details|Outcome)?$|Issue$|^SmsReject/.test(exported)) return errors;
  if (/Options$|Registration$/.test(exported)) return options;
  if (kind === ReflectionKind.Class) return services;
  if (kind === ReflectionKind.Function || kind === ReflectionKind.Variable) return functions;
  return types;
}
