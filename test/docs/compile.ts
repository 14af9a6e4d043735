import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import type { CodeBlock } from './markdown.js';

const ROOT = process.cwd();

// In the project, so that the snippets find its packages. Git ignores it. One folder for each page.
const FOLDER = join(ROOT, 'test/docs/snippets', `compiled-${process.pid}`);

// What the snippets use without importing or declaring it.
const GIVEN = `
  declare const sms: import('nestjs-sms-gateway').SmsService;
  declare const options: import('nestjs-sms-gateway').SmsGatewayOptions;
  declare const to: string;
  declare const text: string;
  declare const code: string;
  declare const numbers: AsyncIterable<string>;
  declare const SmsGatewayModule: typeof import("nestjs-sms-gateway").SmsGatewayModule;
  declare const messages: Iterable<import('nestjs-sms-gateway').SmsMessage>;
  declare const orders: { markSent(index: number, transactionId: string): Promise<void> };
  declare const db: { query(sql: string): AsyncIterable<{ number: string }> };
  declare function lookUpLater(to: string): Promise<void>;
  declare function sendLater(to: string, text: string, after?: number): Promise<void>;
  declare class Vault { read(name: string): Promise<string>; refresh(name: string): Promise<void>; }
  declare class Campaign {}
`;

// What test runners give.
const GLOBALS = 'declare function it(name: string, work: () => unknown): void;\n';

/** The page from whose files the snippets of another page import. */
export const IMPORTED_PAGES: Readonly<Record<string, string>> = {
  'docs/one-time-passwords.md': 'docs/guides/production.md',
};

/** The snippets as one program against the sources, with the pages' lines in its errors. */
export interface CompiledSnippets {
  readonly program: ts.Program;
  /** What is wrong, as `README.md:12 message`. */
  readonly errors: readonly string[];
}

/**
 * Type-checks snippets as a strict app sees them. Each is a module; one whose first line is a
 * comment with a path can be imported by the others of its page, and of those that import from it.
 */
export function compile(blocks: readonly CodeBlock[]): CompiledSnippets {
  const files = new Map(blocks.map((block) => [pathOf(block), block]));
  const given = join(FOLDER, 'given.d.ts');
  const contents = new Map([...files].map(([path, { code }]) => [path, `${code}\nexport {};\n`]));
  contents.set(given, GIVEN);
  contents.set(join(FOLDER, 'globals.d.ts'), GLOBALS);
  for (const [page, imported] of Object.entries(IMPORTED_PAGES))
    for (const block of blocks.filter((each) => each.page === imported))
      contents.set(pathOf({ ...block, page }), block.code);
  // What `nest new` puts next to the module.
  for (const path of files.keys()) {
    if (!path.endsWith('/app.module.ts')) continue;
    for (const part of ['Controller', 'Service']) {
      const file = join(dirname(path), `app.${part.toLowerCase()}.ts`);
      contents.set(file, `export class App${part} {}\n`);
    }
  }
  for (const [path, content] of contents) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const program = ts.createProgram([...contents.keys()], compilerOptions());
  const errors = [...files].flatMap(([path, block]) => {
    const file = program.getSourceFile(path);
    if (!file) return [`${block.page}:${block.line} was not compiled`];
    const found = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
      ...(isNamed(block) ? withoutImport(program, file, given) : []),
    ];
    return found.map(({ start = 0, messageText }) => {
      const { line } = file.getLineAndCharacterOfPosition(start);
      const message = ts.flattenDiagnosticMessageText(messageText, ' ');
      return `${block.page}:${block.line + line} ${message}`;
    });
  });
  const wrong = program.getOptionsDiagnostics().map(({ messageText }) => String(messageText));
  rmSync(FOLDER, { recursive: true });
  return { program, errors: [...wrong, ...errors] };
}

/** What code says that is not TypeScript. It may import packages that are not installed. */
export function syntaxErrors(code: string): readonly string[] {
  const { diagnostics = [] } = ts.transpileModule(code, {
    compilerOptions: { experimentalDecorators: true },
    reportDiagnostics: true,
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** What a whole file uses of the names that only excerpts may take as given. */
function withoutImport(program: ts.Program, file: ts.SourceFile, given: string) {
  const checker = program.getTypeChecker();
  const found: Pick<ts.Diagnostic, 'start' | 'messageText'>[] = [];
  const visit = (node: ts.Node): void => {
    const declared = ts.isIdentifier(node)
      ? (checker.getSymbolAtLocation(node)?.declarations ?? [])
      : [];
    if (declared.some((each) => each.getSourceFile().fileName === given))
      found.push({ start: node.getStart(), messageText: `${node.getText()} is not imported` });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isNamed(block: CodeBlock): boolean {
  return !fileOf(block).startsWith('line-');
}

function pathOf(block: CodeBlock): string {
  return join(FOLDER, block.page, fileOf(block));
}

/** The file of a snippet: the one that its first line names, if it names one. */
export function fileOf({ line, code }: CodeBlock): string {
  return /^\/\/ ([\w./-]+\.ts)\n/.exec(code)?.[1] ?? `line-${line}.ts`;
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  return {
    ...options,
    types: ['node'],
    skipLibCheck: true,
    // Rules of this repository's style, which an app need not have.
    noPropertyAccessFromIndexSignature: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    paths: {
      'nestjs-sms-gateway': [join(ROOT, 'lib/index.ts')],
      'nestjs-sms-gateway/simulator': [join(ROOT, 'simulator/index.ts')],
      'nestjs-sms-gateway/*': [join(ROOT, 'lib/extras/*/index.ts')],
    },
  };
}

/**
 * Every option of an interface, for example `SmsGatewayOptions`, as the docs write it, for example
 * `retry.base`; an option that holds further options stands for them.
 */
export function optionPaths(
  program: ts.Program,
  source = 'lib/core/sms-gateway.options.ts',
  name = 'SmsGatewayOptions',
): readonly string[] {
  const file = program.getSourceFile(join(ROOT, source));
  const checker = program.getTypeChecker();
  const root = file?.statements.find(
    (each) => ts.isInterfaceDeclaration(each) && each.name.text === name,
  );
  if (!file || !root) throw new Error(`${name} is not where it was`);
  const pathsOf = (type: ts.Type, prefix: string): readonly string[] =>
    type.getProperties().flatMap((property) => {
      const path = prefix + property.name;
      const parts = partsOf(checker.getTypeOfSymbolAtLocation(property, file)).filter(isOurs);
      const inside = parts.flatMap((part) => pathsOf(part, `${path}.`));
      return path === 'auth' ? [path, ...inside] : inside.length > 0 ? inside : [path];
    });
  const isOurs = ({ symbol }: ts.Type): boolean =>
    (symbol?.declarations ?? []).some(
      (each) => ts.isInterfaceDeclaration(each) && each.getSourceFile() === file,
    );
  return [...new Set(pathsOf(checker.getTypeAtLocation(root), ''))];
}

/** The texts that a type alias of an exported union allows. */
export function unionTexts(program: ts.Program, path: string, name: string): readonly string[] {
  const file = program.getSourceFile(join(ROOT, path));
  const alias = file?.statements.find(
    (each) => ts.isTypeAliasDeclaration(each) && each.name.text === name,
  );
  if (!alias) throw new Error(`${relative(ROOT, path)} has no type ${name}`);
  const type = program.getTypeChecker().getTypeAtLocation(alias);
  return partsOf(type).flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
}

/** The properties of each member of an exported union, by its `type`. */
export function membersByType(program: ts.Program, path: string, name: string) {
  const file = program.getSourceFile(join(ROOT, path));
  const checker = program.getTypeChecker();
  const alias = file?.statements.find(
    (each) => ts.isTypeAliasDeclaration(each) && each.name.text === name,
  );
  if (!file || !alias) throw new Error(`${path} has no type ${name}`);
  return partsOf(checker.getTypeAtLocation(alias)).flatMap((member) => {
    const type = member.getProperty('type');
    if (!type) throw new Error(`${name} has a member without a type`);
    const names = member.getProperties().map((property) => property.name);
    return partsOf(checker.getTypeOfSymbolAtLocation(type, file)).flatMap((part) =>
      part.isStringLiteral() ? [{ type: part.value, names }] : [],
    );
  });
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
