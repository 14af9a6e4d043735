import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const LIB = fileURLToPath(new URL('../lib/', import.meta.url));
const ENTRIES = [
  'index.ts',
  'simulator/index.ts',
  'testing/index.ts',
  'queue/index.ts',
  'opentelemetry/index.ts',
  'terminus/index.ts',
  'templates/index.ts',
];

const program = ts.createProgram(
  ENTRIES.map((entry) => LIB + entry),
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
  const file = program.getSourceFile(LIB + entry);
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`${entry} is no module`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) =>
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    );
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

const hasDoc = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((each) => ts.getJSDocCommentsAndTags(each).length > 0);

describe('the public surface', () => {
  it.each(ENTRIES)('of %s says what each export and each of its members is', (entry) => {
    const exported = exportsOf(entry);
    expect(exported.length).toBeGreaterThan(0);
    const silent = exported.flatMap((symbol) => [
      ...(hasDoc(symbol) ? [] : [symbol.name]),
      ...membersOf(symbol)
        .filter((member) => !hasDoc(member))
        .map((member) => `${symbol.name}.${member.name}`),
    ]);
    expect(silent).toEqual([]);
  });
});
