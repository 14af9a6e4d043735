import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly import?: { readonly default: string } }>>;
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const { exports: exported } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as Manifest;
/** The sources of everything that can be imported. */
const ENTRIES = Object.values(exported).flatMap(({ import: built }) =>
  built ? [built.default.replace('./dist/esm/', '').replace(/js$/, 'ts')] : [],
);

const program = ts.createProgram(
  ENTRIES.map((entry) => ROOT + entry),
  {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    experimentalDecorators: true,
    skipLibCheck: true,
  },
);
const checker = program.getTypeChecker();

/** What an entry exports, what is only passed on included. */
function exportsOf(entry: string): ts.Symbol[] {
  const file = program.getSourceFile(ROOT + entry);
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`${entry} is not a module`);
  return checker.getExportsOfModule(module).map(resolved);
}

/** What an import or export passes on. */
function resolved(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The members that a user sees. What an override is, its base says. */
function membersOf(symbol: ts.Symbol): ts.Symbol[] {
  const members = [...(symbol.members?.values() ?? []), ...(symbol.exports?.values() ?? [])];
  return members.filter(({ name, flags, declarations = [] }) => {
    const isOwn = name === '__constructor' || !/^__|^#|^prototype$/.test(name);
    const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Override;
    return (
      isOwn &&
      !(flags & ts.SymbolFlags.TypeParameter) &&
      !declarations.some((each) => ts.getCombinedModifierFlags(each) & hidden)
    );
  });
}

/** The types of the package that the declarations of a symbol name, except in bodies and private members. */
function typesIn({ declarations = [] }: ts.Symbol): ts.Symbol[] {
  const found = new Set<ts.Symbol>();
  const visit = (node: ts.Node): void => {
    const isPrivate =
      ts.isClassElement(node) &&
      (node.name?.kind === ts.SyntaxKind.PrivateIdentifier ||
        ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private);
    const isInternal = ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');
    if (ts.isBlock(node) || isPrivate || isInternal) return;
    // One of its members says what it is.
    const isNamed = ts.isTypeReferenceNode(node) && !ts.isIndexedAccessTypeNode(node.parent);
    const symbol = isNamed && checker.getSymbolAtLocation(node.typeName);
    if (symbol) found.add(resolved(symbol));
    ts.forEachChild(node, visit);
  };
  for (const each of declarations) visit(each);
  return [...found].filter(({ flags, declarations: [own] = [] }) => {
    const file = own?.getSourceFile().fileName ?? '';
    const isOurs = file.startsWith(ROOT) && !file.includes('/node_modules/');
    return isOurs && !(flags & ts.SymbolFlags.TypeParameter);
  });
}

const hasDoc = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((each) => ts.getJSDocCommentsAndTags(each).length > 0);

describe('the public surface', () => {
  it.each(ENTRIES)('of %s says what each export and each of its members is', (entry) => {
    const symbols = exportsOf(entry);
    expect(symbols.length).toBeGreaterThan(0);
    const silent = symbols.flatMap((symbol) => [
      ...(hasDoc(symbol) ? [] : [symbol.name]),
      ...membersOf(symbol)
        .filter((member) => !hasDoc(member))
        .map((member) => `${symbol.name}.${member.name}`),
    ]);
    expect(silent).toEqual([]);
  });

  it('has every type that its declarations name', () => {
    const symbols = new Set(ENTRIES.flatMap((entry) => exportsOf(entry)));
    const named = new Set([...symbols].flatMap((symbol) => typesIn(symbol)));
    const missing = [...named].filter((each) => !symbols.has(each)).map(({ name }) => name);
    // Both stand for another type, which apps can import.
    expect(missing.toSorted()).toEqual(['AsyncOptions', 'Strategy']);
  });
});
