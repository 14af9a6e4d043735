import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const LIB = fileURLToPath(new URL('../lib', import.meta.url));

interface Import {
  /** The file, from `lib/`. */
  readonly from: string;
  /** A file from `lib/`, or a package. */
  readonly to: string;
  /** Gone once it is compiled. */
  readonly typeOnly: boolean;
}

const files = readdirSync(LIB, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));

const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const source = readFileSync(join(LIB, file), 'utf8');
  const { body } = parseSync(source, { syntax: 'typescript', decorators: true });
  // `import()` and `import().Type`.
  const inside = [...source.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, to = '']) => to);
  const late = inside.map((to) => ({ from: file, to: resolve(file, to), typeOnly: false }));
  const atTop = body.flatMap((item) => {
    if (item.type === 'ImportDeclaration') {
      const named = item.specifiers;
      const types = named.every((each) => each.type === 'ImportSpecifier' && each.isTypeOnly);
      const typeOnly = item.typeOnly || (named.length > 0 && types);
      return [{ from: file, to: resolve(file, item.source.value), typeOnly }];
    }
    if (item.type !== 'ExportNamedDeclaration' && item.type !== 'ExportAllDeclaration') return [];
    if (!item.source) return [];
    const typeOnly = item.type === 'ExportNamedDeclaration' && item.typeOnly;
    return [{ from: file, to: resolve(file, item.source.value), typeOnly }];
  });
  return [...atTop, ...late];
}

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = relative(LIB, join(LIB, dirname(file), specifier)).replaceAll('\\', '/');
  return path.replace(/\.js$/, '.ts');
}

/** The layer of a file: its folder, or the root; undefined for a package. */
function layerOf(file: string): string | undefined {
  if (!files.includes(file)) return undefined;
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : 'root';
}

const shown = ({ from, to }: Import): string => `${from} -> ${to}`;

/** The imports of a layer that are not allowed. */
function outside(layer: string, allowed: readonly string[]): string[] {
  return imports
    .filter(({ from }) => layerOf(from) === layer)
    .filter(({ to }) => ![layer, ...allowed].includes(layerOf(to) ?? to))
    .map(shown);
}

const SUBPATHS = new Set([
  'cli',
  'simulator',
  'testing',
  'queue',
  'reports',
  'otp',
  'opentelemetry',
  'terminus',
  'templates',
]);

describe('the layers', () => {
  it('are read from every source', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.some(({ to }) => to === 'errors/index.ts')).toBe(true);
  });

  it('errors imports nothing', () => {
    expect(outside('errors', [])).toEqual([]);
  });

  it('common imports nothing but node:crypto', () => {
    expect(outside('common', ['node:crypto'])).toEqual([]);
  });

  it('message imports errors and common, and of packages the one for numbers', () => {
    const numbers = imports.map(({ to }) => to).filter((to) => to.startsWith('libphonenumber-js'));
    expect(outside('message', ['common', 'errors', ...numbers])).toEqual([]);
  });

  it('one file imports the numbering plans, so that they can be loaded late', () => {
    const importing = imports.filter(({ to }) => to.startsWith('libphonenumber-js'));
    expect(importing.map(shown)).toEqual([
      'message/calling-code.ts -> libphonenumber-js/max/metadata',
    ]);
  });

  it('redaction imports common and message', () => {
    expect(outside('redaction', ['common', 'message'])).toEqual([]);
  });

  it('protocol imports common, errors, message and redaction, and of packages the one for forms', () => {
    const allowed = ['common', 'errors', 'message', 'redaction', 'form-data'];
    expect(outside('protocol', allowed)).toEqual([]);
  });

  it('guard imports common, errors and message, and nothing that sends', () => {
    expect(outside('guard', ['common', 'errors', 'message', 'node:crypto'])).toEqual([]);
  });

  it('message and protocol import neither Nest nor anything that sends', () => {
    const forbidden = imports.filter(
      ({ from, to }) =>
        ['message', 'protocol'].includes(layerOf(from) ?? '') &&
        /^(?:@nestjs\/|undici|axios|node:(?:http|net|tls|dns))/.test(to),
    );
    expect(forbidden.map(shown)).toEqual([]);
  });

  it('opentelemetry imports events and errors, and of packages the API alone', () => {
    const allowed = ['events', 'errors', '@opentelemetry/api'];
    const packages = ['node:async_hooks', 'node:diagnostics_channel'];
    expect(outside('opentelemetry', [...allowed, ...packages])).toEqual([]);
  });

  it('records import nothing but common, errors and node:crypto', () => {
    expect(outside('records', ['common', 'errors', 'node:crypto'])).toEqual([]);
  });

  it('the queue imports nothing of one-time passwords', () => {
    const found = imports.filter(
      ({ from, to }) => layerOf(from) === 'queue' && layerOf(to) === 'otp',
    );
    expect(found.map(shown)).toEqual([]);
  });

  it('the queue takes reports through one interface', () => {
    const found = imports.filter(
      ({ from, to }) => layerOf(from) === 'queue' && layerOf(to) === 'reports',
    );
    const others = found.filter(
      ({ to, typeOnly }) =>
        to !== 'reports/report-store.ts' && !(typeOnly && to.endsWith('sms-report.ts')),
    );
    expect(others.map(shown)).toEqual([]);
  });

  it('the channels import neither Nest nor RxJS, so that they can be watched without them', () => {
    const found = imports.filter(({ from }) => from === 'events/channels.ts');
    expect(found.map(({ to }) => to)).toEqual([
      'node:diagnostics_channel',
      'errors/index.ts',
      'events/report-state.ts',
    ]);
  });

  it('transport knows nothing of auth, account, options and registration', () => {
    const callers = new Set(['auth', 'account', 'options', 'run', 'root']);
    const forbidden = imports.filter(
      ({ from, to }) => layerOf(from) === 'transport' && callers.has(layerOf(to) ?? ''),
    );
    expect(forbidden.map(shown)).toEqual([]);
  });

  it('nothing of the core imports a subpath of the package', () => {
    const forbidden = imports.filter(
      ({ from, to }) => !SUBPATHS.has(layerOf(from) ?? '') && SUBPATHS.has(layerOf(to) ?? ''),
    );
    expect(forbidden.map(shown)).toEqual([]);
  });

  it('nothing imports axios, which comes with the HttpService of those who use it', () => {
    const found = imports.filter(({ to }) => /^(?:axios|@nestjs\/axios)$/.test(to));
    expect(found.map(shown)).toEqual([]);
  });

  it('everything imports the same zod, because two of them take long to load', () => {
    const found = new Set(imports.map(({ to }) => to).filter((to) => to.startsWith('zod')));
    expect([...found]).toEqual(['zod/v3']);
  });

  it('the core imports no package that only a subpath has use for', () => {
    const forbidden = imports.filter(
      ({ from, to }) =>
        !SUBPATHS.has(layerOf(from) ?? '') &&
        /^(?:bullmq|csv-parse|@nestjs\/(?:bullmq|terminus|testing)|preact|@preact\/.*|@opentelemetry\/.*)$/.test(
          to,
        ),
    );
    expect(forbidden.map(shown)).toEqual([]);
  });

  it('no source imports itself in a circle, type imports included', () => {
    expect(circles(imports)).toEqual([]);
  });

  it('every import has a source', () => {
    const missing = imports.filter(({ to }) => to.endsWith('.ts') && !files.includes(to));
    expect(missing.filter(({ to }) => !to.includes('.generated.')).map(shown)).toEqual([]);
  });
});

function circles(edges: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file) || path.includes(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
}
