// `npm run reports` writes what the package offers and weighs to `api/`: its public types and its size. With --check it writes nothing, and fails where they differ.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { ROOT } from './incremental.mjs';

process.chdir(ROOT);
const check = process.argv.includes('--check');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
/** How many files a plain send may enter: whoever wants to understand a send reads them. */
const MOST_FILES_OF_A_SEND = 32;
const packed = pack();
const files = filesOfASend();
const problems = [
  ...compare('api/public-types.md', publicTypes()),
  ...compareFigures('api/figures.json', {
    packedBytes: packed.size,
    unpackedBytes: packed.unpackedSize,
    files: packed.entryCount,
    installedPackages: installedPackages(),
    filesOfASend: files.length,
  }),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) {
  process.stderr.write('If that is intended, run: npm run reports\n');
  process.exitCode = 1;
}
if (files.length > MOST_FILES_OF_A_SEND) {
  process.stderr.write(
    `A send enters ${files.length} files, more than ${MOST_FILES_OF_A_SEND}. Merge files that belong together: ${files.join(', ')}\n`,
  );
  process.exitCode = 1;
}

function compare(file, now) {
  if (!check) writeFileSync(file, now);
  const before = readFileSync(file, 'utf8');
  if (now === before) return [];
  const [was, is] = [before, now].map((text) => text.split('\n'));
  const lines = [
    ...was.filter((line) => !is.includes(line)).map((line) => `- ${line}`),
    ...is.filter((line) => !was.includes(line)).map((line) => `+ ${line}`),
  ];
  return [`${file} differs:`, ...lines];
}

function compareFigures(file, now) {
  if (!check) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  const before = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(now)
    .filter(([name, is]) => Math.abs(is - before[name]) > tolerance(name, before[name]))
    .map(([name, is]) => `${file}: ${name} was ${before[name]} and is ${is}.`);
}

function tolerance(name, before) {
  if (name === 'installedPackages') return 0;
  // It has a limit of its own.
  if (name === 'filesOfASend') return Infinity;
  return 0.02 * before;
}

/** The files of the built package that a plain send enters. */
function filesOfASend() {
  const output = execFileSync('node', ['scripts/entered-files.mjs'], { encoding: 'utf8' });
  return JSON.parse(output);
}

function pack() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'];
  // npm prints a list, or from npm 12 on an object by package name.
  return Object.values(JSON.parse(execFileSync('npm', args, { encoding: 'utf8' })))[0];
}

/** How many packages an app installs with this one, in addition to Nest. */
function installedPackages() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const found = new Set();
  const visit = (from, names) => {
    for (const name of names) {
      let folder = from;
      let path = `${folder}node_modules/${name}`;
      while (!(path in packages) && folder !== '') {
        folder = folder.slice(0, folder.lastIndexOf('node_modules/', folder.length - 2));
        path = `${folder}node_modules/${name}`;
      }
      if (found.has(path)) continue;
      found.add(path);
      visit(`${path}/`, Object.keys(packages[path]?.dependencies ?? {}));
    }
  };
  visit('', Object.keys(manifest.dependencies));
  return found.size + 1;
}

/** The declarations of everything that can be imported, without comments and private members. */
function publicTypes() {
  const entries = Object.entries(manifest.exports).filter(([, target]) => target.import);
  const program = ts.createProgram(
    entries.map(([, target]) => target.import.types),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      skipLibCheck: true,
    },
  );
  const checker = program.getTypeChecker();
  const sections = entries.map(([path, target]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(target.import.types));
    const symbols = checker
      .getExportsOfModule(module)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((symbol) =>
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
      );
    const aliases = symbols.filter(({ flags }) => flags & ts.SymbolFlags.TypeAlias);
    const declarations = symbols.map((symbol) =>
      symbol.declarations.map((each) => `${shown(each, checker, aliases)}\n`).join(''),
    );
    const name = `${manifest.name}${path.slice(1)}`;
    return `## ${name}\n\n\`\`\`ts\n${declarations.join('\n')}\`\`\`\n`;
  });
  return `# What can be imported\n\nWritten by \`npm run reports\`.\n\n${sections.join('\n')}`;
}

function shown(declaration, checker, aliases) {
  const printer = ts.createPrinter({ removeComments: true });
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const text = (node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  if (ts.isInterfaceDeclaration(statement) && statement.members.length === 0) {
    return withInherited(statement, checker, aliases);
  }
  if (!ts.isClassDeclaration(statement)) return text(statement);
  // As text, so that the members keep their source.
  const members = statement.members.filter((member) => !isPrivate(member));
  const whole = text(
    ts.factory.updateClassDeclaration(
      statement,
      statement.modifiers,
      statement.name,
      statement.typeParameters,
      statement.heritageClauses,
      [],
    ),
  );
  return `${whole.trim().slice(0, -1).trimEnd()}\n${members.map((member) => `    ${text(member)}\n`).join('')}}`;
}

/** An interface without members of its own, with those that come from what it extends. */
function withInherited({ heritageClauses, name }, checker, aliases) {
  const { InTypeAlias, NoTruncation } = ts.TypeFormatFlags;
  const text = (type) => checker.typeToString(type, undefined, InTypeAlias | NoTruncation);
  // The checker writes a union out.
  const unions = aliases.map((each) => [text(checker.getDeclaredTypeOfSymbol(each)), each.name]);
  const lines = heritageClauses
    .flatMap(({ types }) => types.map((each) => text(checker.getTypeAtLocation(each))))
    .flatMap((each) => each.match(/\w+ \w+\??: [^;]*;/g))
    .map((line) =>
      unions.reduce((short, [is, alias]) => short.replace(`: ${is}`, `: ${alias}`), line),
    )
    .map((line) => `    ${line}\n`);
  return `export interface ${name.text} {\n${lines.join('')}}`;
}

function isPrivate(member) {
  return (
    ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private ||
    (member.name && ts.isPrivateIdentifier(member.name))
  );
}
