import type * as TypeScript from 'typescript';

/** The compiler that the app has. The package itself does not depend on it. */
export type Compiler = typeof TypeScript;

/** What a module gets: names to import, and entries of its `imports`, each as lines. */
export interface Addition {
  readonly names: readonly { readonly name: string; readonly from: string }[];
  readonly entries: readonly string[];
}

/** Why a module cannot be edited. Its file is left as it is. */
export class CannotEditError extends Error {}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * Adds to the source of a module, and leaves everything else in it as it is.
 *
 * @throws CannotEditError if the source has another shape than Nest's documentation shows
 */
export function editModule(ts: Compiler, source: string, addition: Addition): string {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.ESNext, true);
  const names = importNames(ts, file, addition.names);
  const entries = addEntries(ts, file, addition.entries);
  const [before, middle] = [source.slice(0, names.at), source.slice(names.at, entries.at)];
  let edited = before + names.text + middle + entries.text + source.slice(entries.at);
  if (source.includes('\r\n')) edited = edited.replaceAll(/\r?\n/g, '\r\n');
  const { diagnostics } = ts.transpileModule(edited, { reportDiagnostics: true });
  if (diagnostics && diagnostics.length > 0) throw new CannotEditError('it does not compile');
  return edited;
}

function importNames(
  ts: Compiler,
  file: TypeScript.SourceFile,
  names: Addition['names'],
): Insertion {
  const declarations = file.statements.filter((each) => ts.isImportDeclaration(each));
  const end = declarations.at(-1)?.end;
  if (end === undefined) throw new CannotEditError('it imports nothing');
  const lists = declarations
    .map(({ importClause }) => importClause)
    .filter((clause) => clause && !clause.isTypeOnly)
    .flatMap((clause) => clause?.namedBindings ?? [])
    .filter((bindings) => ts.isNamedImports(bindings));
  const imported = new Set(lists.flatMap(({ elements }) => elements.map(({ name }) => name.text)));
  const quote = /^import[^'"\n]*(['"])/m.exec(file.text)?.[1] ?? "'";
  const lines = [...new Set(names.map(({ from }) => from))].flatMap((from) => {
    const missing = names.filter((each) => each.from === from && !imported.has(each.name));
    const list = missing.map(({ name }) => name).join(', ');
    return list === '' ? [] : `\nimport { ${list} } from ${quote}${from}${quote};`;
  });
  return { at: end, text: lines.join('') };
}

/** Adds at the start of the list, where neither commas nor comments after other entries matter. */
function addEntries(
  ts: Compiler,
  file: TypeScript.SourceFile,
  entries: readonly string[],
): Insertion {
  const { text } = file;
  const metadata = metadataIn(ts, file);
  const imports = metadata.properties.find(
    ({ name }) => name && ts.isIdentifier(name) && name.text === 'imports',
  );
  if (imports) {
    if (!ts.isPropertyAssignment(imports) || !ts.isArrayLiteralExpression(imports.initializer)) {
      throw new CannotEditError('its `imports` are not an array');
    }
    const indent = indentAt(text, imports.getStart());
    const at = imports.initializer.getStart() + 1;
    return { at, text: shown(entries, indent) + lineBreak(text.slice(at), indent) };
  }
  if (metadata.properties.some((each) => ts.isSpreadAssignment(each))) {
    throw new CannotEditError('its `imports` may come from a spread object');
  }
  const [first] = metadata.properties;
  const outer = indentAt(text, metadata.getStart());
  const inner = (first && indentAt(text, first.getStart())) || `${outer}  `;
  const at = metadata.getStart() + 1;
  const list = `\n${inner}imports: [${shown(entries, inner)}\n${inner}],`;
  return { at, text: list + lineBreak(text.slice(at), first ? inner : outer) };
}

/** What separates an insertion from what follows, which keeps its own line if it has one. */
function lineBreak(next: string, indent: string): string {
  if (/^[ \t]*(?:\r?\n|\/\/)/.test(next)) return '';
  return `\n${indent}${/^\s*[\]}]/.test(next) ? '' : '  '}`;
}

/** The object that the module's decorator has. */
function metadataIn(ts: Compiler, file: TypeScript.SourceFile): TypeScript.ObjectLiteralExpression {
  const found = file.statements.flatMap((statement) => {
    if (!ts.isClassDeclaration(statement)) return [];
    return (ts.getDecorators(statement) ?? [])
      .map(({ expression }) => expression)
      .filter((expression) => ts.isCallExpression(expression))
      .filter(({ expression }) => ts.isIdentifier(expression) && expression.text === 'Module')
      .map((call) => ({ name: statement.name?.text, metadata: call.arguments[0] }));
  });
  const chosen = found.length > 1 ? found.filter(({ name }) => name === 'AppModule') : found;
  if (chosen.length !== 1) throw new CannotEditError('it has no class with @Module({ ... })');
  const metadata = chosen[0]?.metadata;
  if (!metadata || !ts.isObjectLiteralExpression(metadata)) {
    throw new CannotEditError('its @Module has no object');
  }
  return metadata;
}

/** Entries of an array whose property has this indentation. */
function shown(entries: readonly string[], indent: string): string {
  const step = indent.includes('\t') ? '\t' : indent || '  ';
  return entries
    .flatMap((entry) => `${entry},`.split('\n'))
    .map((line) => line.replace(/^(?: {2})*/, (depth) => step.repeat(depth.length / 2)))
    .map((line) => `\n${indent}${step}${line}`)
    .join('');
}

/** The white space at the start of the line of a position. */
function indentAt(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}
