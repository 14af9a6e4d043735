import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';

// From the face down to what imports nothing: a file imports from its own step and from those below it. A folder is one
// step, and so is a file that stands by itself.
const ORDER = [
  'lib/index.ts',
  'lib/sms-gateway.module.ts',
  'lib/module',
  'lib/account',
  'lib/sms.service.ts',
  'lib/runs',
  'lib/options',
  'lib/sms-gateway.options.ts',
  'lib/limits',
  'lib/auth',
  'lib/events',
  'lib/transport',
  'lib/protocol',
  'lib/message',
  'lib/common',
  'lib/errors',
];

const QUEUE = [
  'lib/queue/index.ts',
  'lib/queue/sms-queue.module.ts',
  'lib/queue/bull-sms-queue.ts',
  'lib/queue/create-guard-store.ts',
  'lib/queue/producer',
  'lib/queue/worker',
  'lib/queue/queue-account.ts',
  'lib/queue/queue-connection.ts',
  'lib/queue/postgres',
  'lib/queue/redis',
  'lib/queue/jobs',
  'lib/queue/check-queue-options.ts',
  'lib/queue/bull-queue-of.ts',
  'lib/queue/sms-queue.ts',
  'lib/queue/sms-queue.options.ts',
  'lib/queue/transaction.ts',
  'lib/queue/problem.ts',
];

/** What stands beside the order, and the steps that it may import besides its own. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  'lib/records': ['lib/common', 'lib/errors'],
  'lib/templates': ORDER,
  'lib/opentelemetry': ['lib/events', 'lib/errors', 'lib/common'],
  'lib/reports': ORDER,
  'lib/otp': [...ORDER, 'lib/records'],
  'lib/queue': [...ORDER, 'lib/records', 'lib/reports'],
  'lib/terminus': [...ORDER, 'lib/queue'],
  simulator: [...ORDER, 'lib/templates'],
  'lib/testing': ORDER,
  cli: [...ORDER, 'simulator'],
};

interface Import {
  readonly from: string;
  /** A file of the repository, or a package. */
  readonly to: string;
}

const files = ['lib', 'simulator', 'cli'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.startsWith('simulator/page/client/')),
);

const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8');
  const { body } = parseSync(source, { syntax: 'typescript', decorators: true });
  // `import()` and `import().Type`.
  const inside = [...source.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, to = '']) => to);
  const atTop = body.flatMap((item) => {
    const isImport =
      item.type === 'ImportDeclaration' ||
      item.type === 'ExportNamedDeclaration' ||
      item.type === 'ExportAllDeclaration';
    return isImport && item.source ? [item.source.value] : [];
  });
  return [...atTop, ...inside].map((to) => ({ from: file, to: resolve(file, to) }));
}

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return join(dirname(file), specifier).replaceAll('\\', '/').replace(/\.js$/, '.ts');
}

/** The step of a list that a file belongs to; undefined if to none. */
function stepOf(file: string, steps: readonly string[]): string | undefined {
  return steps.find((step) => file === step || file.startsWith(`${step}/`));
}

const shown = ({ from, to }: Import): string => `${from} -> ${to}`;

/** Imports that go up in a list of steps. */
function upwards(steps: readonly string[]): string[] {
  const placeOf = (file: string): number => steps.indexOf(stepOf(file, steps) ?? '');
  return imports
    .filter(({ from, to }) => placeOf(to) !== -1 && placeOf(to) < placeOf(from))
    .map(shown);
}

/** Imports of a place that lead out of it, other than to the steps and packages that are allowed. */
function outside(place: string, allowed: readonly string[]): string[] {
  return imports
    .filter(({ from, to }) => stepOf(from, [place]) && !stepOf(to, [place, ...allowed]))
    .map(shown);
}

const packagesOf = (places: readonly string[]): Import[] =>
  imports.filter(({ from, to }) => stepOf(from, places) && !files.includes(to));

describe('the layers', () => {
  it('are read from every source', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(imports.some(({ to }) => to === 'lib/errors/index.ts')).toBe(true);
    const missing = imports.filter(({ to }) => to.endsWith('.ts') && !files.includes(to));
    expect(missing.filter(({ to }) => !to.includes('.generated.')).map(shown)).toEqual([]);
  });

  it('have a place for every file', () => {
    const places = [...ORDER, ...Object.keys(BESIDE)];
    expect(files.filter((file) => !stepOf(file, places))).toEqual([]);
    const inQueue = files.filter((file) => stepOf(file, ['lib/queue']));
    expect(inQueue.filter((file) => !stepOf(file, QUEUE))).toEqual([]);
  });

  it('are listed in CONTRIBUTING.md in their order', () => {
    const guide = readFileSync('CONTRIBUTING.md', 'utf8');
    const listed = [...guide.matchAll(/^\| `(lib\/[\w.-]+?)\/?` \|/gm)].map(([, step]) => step);
    expect(listed.filter((step) => ORDER.includes(step ?? ''))).toEqual(ORDER);
  });

  it('import only what is below them', () => {
    expect(upwards(ORDER)).toEqual([]);
    expect(upwards(QUEUE)).toEqual([]);
  });

  it('import nothing that stands beside them, except records', () => {
    const beside = Object.keys(BESIDE).filter((place) => place !== 'lib/records');
    const found = imports.filter(({ from, to }) => stepOf(from, ORDER) && stepOf(to, beside));
    expect(found.map(shown)).toEqual([]);
  });

  it.each(Object.entries(BESIDE))('%s imports no other place', (place, allowed) => {
    const found = outside(place, allowed).filter((each) => /-> (?:lib|simulator|cli)\//.test(each));
    expect(found.filter((each) => !each.includes('.generated.'))).toEqual([]);
  });

  it('have no circle of files, type imports included', () => {
    expect(circles(imports)).toEqual([]);
  });
});

describe('packages', () => {
  it('errors import none, and common only node:crypto', () => {
    expect(packagesOf(['lib/errors']).map(shown)).toEqual([]);
    const others = packagesOf(['lib/common']).filter(({ to }) => to !== 'node:crypto');
    expect(others.map(shown)).toEqual([]);
  });

  it('one file imports the numbering plans, so that they can be loaded late', () => {
    const found = imports.filter(({ to }) => to.startsWith('libphonenumber-js'));
    expect(found.map(shown)).toEqual([
      'lib/message/calling-code.ts -> libphonenumber-js/max/metadata',
    ]);
  });

  it('message, protocol and limits import neither Nest nor anything that sends', () => {
    const found = packagesOf(['lib/message', 'lib/protocol', 'lib/limits']).filter(({ to }) =>
      /^(?:@nestjs\/|undici|axios|node:(?:http|net|tls|dns))/.test(to),
    );
    expect(found.map(shown)).toEqual([]);
  });

  it('the core imports none that only a subpath has use for', () => {
    const found = packagesOf(ORDER).filter(({ to }) =>
      /^(?:bullmq|csv-parse|@nestjs\/(?:bullmq|terminus|testing)|preact|@preact\/.*|@opentelemetry\/.*)$/.test(
        to,
      ),
    );
    expect(found.map(shown)).toEqual([]);
  });

  it('axios is imported nowhere: it comes with the HttpService of those who use it', () => {
    const found = imports.filter(({ to }) => /^(?:axios|@nestjs\/axios)$/.test(to));
    expect(found.map(shown)).toEqual([]);
  });

  it('zod is the same everywhere, because two of them take long to load', () => {
    const found = new Set(imports.map(({ to }) => to).filter((to) => to.startsWith('zod')));
    expect([...found]).toEqual(['zod']);
  });

  it('the queue takes reports through one interface, and nothing of one-time passwords', () => {
    const found = imports.filter(
      ({ from, to }) =>
        stepOf(from, ['lib/queue']) &&
        stepOf(to, ['lib/reports', 'lib/otp']) &&
        !/reports\/(?:report-keeper|sms-report)\.ts$/.test(to),
    );
    expect(found.map(shown)).toEqual([]);
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
