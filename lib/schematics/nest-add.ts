import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CannotEditError, type Compiler, editModule } from './edit-module.js';
import { ACCOUNT, HTTP_PEERS, registration, SIMULATOR, VARIABLES } from './registration.js';

/** A folder of the app, as `@angular-devkit/schematics` provides it. */
interface Folder {
  readonly subdirs: readonly string[];
  readonly subfiles: readonly string[];
  dir(name: string): Folder;
  file(name: string): { readonly path: string; readonly content: Uint8Array } | null;
}

/** The files of the app. Nothing is written before the schematic has ended without an error. */
export interface Tree {
  getDir(path: string): Folder;
  read(path: string): Uint8Array | null;
  create(path: string, content: string): void;
  overwrite(path: string, content: string): void;
}

/** What else the Nest CLI passes to a schematic. */
export interface Context {
  readonly logger: { info(text: string): void; warn(text: string): void };
  addTask(task: { toConfiguration(): { name: string; options: object } }): unknown;
}

/** The options that nest-add.schema.json describes. */
export interface NestAddOptions {
  readonly sourceRoot?: string;
  readonly project?: string;
  readonly module?: string;
  readonly http?: boolean;
  readonly skipInstall?: boolean;
}

// What the Nest CLI adds by itself, for `nest generate` too. It does not read the short ones after a long one.
const OF_THE_CLI = new Set(
  'collection skipImport language spec flat specFileSuffix format s d'.split(' '),
);

/**
 * What `nest add nestjs-sms-gateway` runs after the installation. The types are written here, not
 * imported, so that the package does not depend on the Nest CLI's own packages.
 */
export function nestAdd({
  sourceRoot = 'src',
  project,
  module,
  http = false,
  skipInstall = false,
  ...others
}: NestAddOptions & Readonly<Record<string, unknown>>) {
  return (tree: Tree, context: Context): void => {
    const { logger } = context;
    const unknown = Object.keys(others).filter((name) => !OF_THE_CLI.has(name));
    if (unknown.length > 0) {
      throw new Error(
        `nest add nestjs-sms-gateway has no option ${unknown.map((name) => `--${name}`).join(', ')}. Its options are --module and --http. Nothing was changed.`,
      );
    }
    const sources = [...sourcesIn(tree.getDir(sourceRoot))];
    const registered = sources.find(({ text }) => /\bSmsGatewayModule\s*\.\s*forRoot/.test(text));
    if (registered) {
      logger.info(`SmsGatewayModule is already registered in ${registered.path}.`);
      return;
    }
    listVariables(tree);
    const manifest = readManifest(tree);
    const config = '@nestjs/config' in manifest.packages;
    const loadsEnv = sources.some(({ text }) => /\bConfigModule\s*\.\s*forRoot/.test(text));
    const addition = registration({ config, loadsEnv, http });
    const path = module?.replace(/^\.?\//, '') ?? findModule(tree, sourceRoot, project);
    const problem = editFile(tree, path, (text, ts) => editModule(ts, text, addition));
    if (problem) {
      logger.warn(
        [
          `${path} was not changed, because ${problem}. Add this to your module:`,
          ...addition.names.map(({ name, from }) => `import { ${name} } from '${from}';`),
          `imports: [\n${addition.entries.join(',\n')},\n]`,
        ].join('\n'),
      );
    } else logger.info(`SmsGatewayModule is registered in ${path}.`);
    if (http) addHttp(tree, manifest, context, skipInstall);
    const start = config ? 'npm run start' : 'npm run start -- --env-file .env';
    logger.info(
      [
        'Next:',
        `1. Copy the SMS variables from .env.example to .env. They are those of the simulator.`,
        `2. Start the simulator, a gateway with an inbox page: npx ${SIMULATOR}`,
        `3. Start the app: ${start}`,
        "4. Inject SmsService, and send: await this.sms.send({ to: '+91 98765 43210', text: 'Hello' })",
        'For the real gateway, change .env only.',
      ].join('\n'),
    );
  };
}

/** The file of the app's module. In a monorepo, the Nest CLI names that of a project for the project. */
function findModule(tree: Tree, sourceRoot: string, project: string | undefined): string {
  const name = project ?? sourceRoot.split('/').at(-2);
  const [usual, other] = [`${sourceRoot}/app.module.ts`, `${sourceRoot}/${name}.module.ts`];
  return tree.read(usual) || !tree.read(other) ? usual : other;
}

function* sourcesIn(folder: Folder): Generator<{ path: string; text: string }> {
  for (const name of folder.subfiles.filter((each) => each.endsWith('.ts'))) {
    const file = folder.file(name);
    if (file) yield { path: file.path.replace(/^\//, ''), text: textOf(file.content) };
  }
  for (const name of folder.subdirs) {
    if (name !== 'node_modules') yield* sourcesIn(folder.dir(name));
  }
}

const textOf = (content: Uint8Array): string => new TextDecoder().decode(content);

/** Edits a file, or returns why it cannot. */
function editFile(
  tree: Tree,
  path: string,
  edit: (text: string, compiler: Compiler) => string,
): string | undefined {
  const content = tree.read(path);
  if (!content) {
    return 'there is no such file; name the module with --module, for example --module src/app.module.ts';
  }
  const compiler = findCompiler();
  if (!compiler) return 'no TypeScript with a compiler API is installed (TypeScript 7 has none)';
  try {
    tree.overwrite(path, edit(textOf(content), compiler));
    return undefined;
  } catch (error) {
    if (error instanceof CannotEditError) return error.message;
    throw error;
  }
}

/** TypeScript, as the app has it, as the app's Nest CLI has it, or as the Nest CLI that runs. */
function findCompiler(): Compiler | undefined {
  const app = createRequire(join(process.cwd(), 'package.json'));
  for (const find of [
    () => app,
    () => createRequire(app.resolve('@nestjs/cli/package.json')),
    () => createRequire(process.argv[1] ?? ''),
  ]) {
    try {
      const found: unknown = find()('typescript');
      if (isCompiler(found)) return found;
    } catch {
      // The next one.
    }
  }
  return undefined;
}

function isCompiler(value: unknown): value is Compiler {
  return typeof value === 'object' && value !== null && 'transpileModule' in value;
}

/** Adds the variables that `.env.example` lacks. */
function listVariables(tree: Tree): void {
  const content = tree.read('.env.example');
  const text = content ? textOf(content) : '';
  const lines = VARIABLES.filter(
    ({ name }) => !new RegExp(`^\\s*(?:#\\s*)?(?:export\\s+)?${name}\\s*=`, 'm').test(text),
  ).map(({ name, value }) => `${name}=${value}`);
  if (lines.length === 0) return;
  const block = [...ACCOUNT.map((line) => `# ${line}`), ...lines, ''].join('\n');
  if (!content) tree.create('.env.example', block);
  else tree.overwrite('.env.example', `${text.trimEnd()}${text.trim() ? '\n\n' : ''}${block}`);
}

interface Manifest {
  readonly text: string;
  /** Every package that the app names, with its range. */
  readonly packages: Readonly<Record<string, string>>;
}

function readManifest(tree: Tree): Manifest {
  const content = tree.read('package.json');
  const text = content ? textOf(content) : '{}';
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, object | undefined>;
  return { text, packages: { ...devDependencies, ...dependencies } };
}

/** Adds what the option `http` needs, in the majors that fit the app's Nest. */
function addHttp(
  tree: Tree,
  { text, packages }: Manifest,
  context: Context,
  skipInstall: boolean,
): void {
  const nest = /\d+/.exec(packages['@nestjs/core'] ?? '')?.[0];
  const peers = HTTP_PEERS[nest === '11' ? 11 : 12];
  const missing = Object.entries(peers).filter(([name]) => !(name in packages));
  if (missing.length === 0) return;
  const manifest = JSON.parse(text) as { dependencies?: Record<string, string> };
  const dependencies = { ...manifest.dependencies, ...Object.fromEntries(missing) };
  manifest.dependencies = Object.fromEntries(Object.entries(dependencies).toSorted());
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
  tree.overwrite('package.json', `${JSON.stringify(manifest, null, indent)}\n`);
  if (skipInstall) {
    context.logger.info('Run npm install: package.json has new packages.');
    return;
  }
  context.addTask({
    toConfiguration: () => ({ name: 'node-package', options: { command: 'install', quiet: true } }),
  });
}
