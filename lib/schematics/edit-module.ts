import type * as TypeScript from 'typescript';

/** The compiler that the app has. The package itself does not depend on it. */
export type Compiler = Pick<
  typeof TypeScript,
  | 'createSourceFile'
  | 'getDecorators'
  | 'isArrayLiteralExpression'
  | 'isCallExpression'
  | 'isClassDeclaration'
  | 'isIdentifier'
  | 'isImportDeclaration'
  | 'isNamedImports'
  | 'isObjectLiteralExpression'
  | 'isPropertyAssignment'
  | 'isSpreadAssignment'
  | 'isStringLiteral'
  | 'ScriptTarget'
  | 'transpileModule'
>;

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
  const insertions = [
    ...importNames(ts, file, addition.names),
    ...addEntries(ts, file, addition.entries),
  ];
  let edited = '';
  let copied = 0;
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    edited += source.slice(copied, at) + text;
    copied = at;
  }
  edited += source.slice(copied);
  if (source.includes('\r\n')) edited = edited.replaceAll(/\r?\n/g, '\r\n');
  const { diagnostics } = ts.transpileModule(edited, { reportDiagnostics: true });
  if (diagnostics && diagnostics.length > 0) throw new CannotEditError('it does not compile');
  return edited;
}

function importNames(
  ts: Compiler,
  file: TypeScript.SourceFile,
  names: Addition['names'],
): Insertion[] {
  const declarations = file.statements.filter((each) => ts.isImportDeclaration(each));
  const quote = /^import[^'"\n]*(['"])/m.exec(file.text)?.[1] ?? "'";
  const missing = new Map<string, string[]>();
  const insertions: Insertion[] = [];
  for (const { name, from } of names) {
    const lists = declarations
      .filter(({ moduleSpecifier: each }) => ts.isStringLiteral(each) && each.text === from)
      .map(({ importClause }) => importClause)
      .filter((clause) => clause && !clause.isTypeOnly)
      .flatMap((clause) => clause?.namedBindings ?? [])
      .filter((bindings) => ts.isNamedImports(bindings))
      .map(({ elements }) => elements);
    if (lists.flat().some((element) => element.name.text === name)) continue;
    const last = lists.find((list) => list.length > 0)?.at(-1);
    if (last) insertions.push({ at: last.end, text: `, ${name}` });
    else missing.set(from, [...(missing.get(from) ?? []), name]);
  }
  const lines = [...missing].map(
    ([from, each]) => `import { ${each.join(', ')} } from ${quote}${from}${quote};`,
  );
  const end = declarations.at(-1)?.end;
  if (end === undefined) throw new CannotEditError('it imports nothing');
  return [...insertions, { at: end, text: lines.map((line) => `\n${line}`).join('') }];
}

function addEntries(
  ts: Compiler,
  file: TypeScript.SourceFile,
  entries: readonly string[],
): Insertion[] {
  const metadata = metadataIn(ts, file);
  const imports = metadata.properties.find(
    ({ name }) => name && ts.isIdentifier(name) && name.text === 'imports',
  );
  const { text } = file;
  if (!imports) {
    if (metadata.properties.some((each) => ts.isSpreadAssignment(each))) {
      throw new CannotEditError('its `imports` may come from a spread object');
    }
    const outer = indentAt(text, metadata.getStart());
    const indent = metadata.properties[0] ? indentAt(text, metadata.properties[0].getStart()) : '';
    const inner = indent.length > outer.length ? indent : `${outer}  `;
    const list = `[${shown(entries, inner)}\n${inner}]`;
    const at = metadata.getStart() + 1;
    const rest = text.slice(at, metadata.end - 1);
    const next = rest.trim() === '' ? outer : inner;
    return [{ at, text: `\n${inner}imports: ${list},${startsLine(rest) ? '' : `\n${next}`}` }];
  }
  if (!ts.isPropertyAssignment(imports) || !ts.isArrayLiteralExpression(imports.initializer)) {
    throw new CannotEditError('its `imports` are not an array');
  }
  const { elements, end } = imports.initializer;
  const indent = indentAt(text, imports.getStart());
  const last = elements.at(-1);
  const insertions: Insertion[] = [];
  let at = last ? last.end : imports.initializer.getStart() + 1;
  if (last) {
    if (elements.hasTrailingComma) at = elements.end;
    else insertions.push({ at, text: ',' });
    // A comment behind the last entry stays behind it.
    const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(text.slice(at, end - 1));
    if (comment) at += comment[0].length;
  }
  const closing = startsLine(text.slice(at, end - 1)) ? '' : `\n${indent}`;
  return [...insertions, { at, text: shown(entries, indent) + closing }];
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

const startsLine = (text: string): boolean => /^[ \t]*\r?\n/.test(text);

/** The white space at the start of the line of a position. */
function indentAt(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}
