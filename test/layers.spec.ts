import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';
import { BY_ANYONE, FROM_CORE, type Taken } from './from-core.js';

/**
 * What may import what: a place imports from itself and from the places that are named with it. `simulator/` and
 * `cli/` import the package, never the other way.
 */
const HOUSES: Readonly<Record<string, readonly string[]>> = {
  'lib/core': [],
  'lib/nest': ['lib/core'],
  'lib/extras': ['lib/nest', 'lib/core'],
  'lib/index.ts': ['lib/nest', 'lib/core'],
  simulator: ['lib/core', 'lib/extras/templates'],
  cli: ['lib/core', 'lib/extras/templates', 'simulator'],
  'cli/check': ['lib/core', 'cli/terminal'],
  'cli/simulator': ['simulator', 'cli/terminal'],
  'cli/templates': ['lib/core', 'lib/extras/templates', 'cli/terminal'],
  'cli/terminal': [],
};

/** The steps of `core`, from the top down: a file imports from its own step and from those below it. */
const CORE = [
  'account',
  'pipeline',
  'sms.service.ts',
  'runs',
  'options',
  'sms-gateway.options.ts',
  'limits',
  'auth',
  'events',
  'logging',
  'transport',
  'deadline',
  'protocol',
  'message',
  'common',
  'errors',
].map((step) => `lib/core/${step}`);

/** The steps of the simulator, as those of `core`. */
const SIMULATOR = [
  'index.ts',
  'gateway-simulator.ts',
  'router.ts',
  'page',
  'api',
  'gateway',
  'simulator-context.ts',
  'delivery',
  'inbox',
  'faults',
  'http',
  'accounts',
  'options',
  'common',
].map((step) => `simulator/${step}`);

/** Which other subpaths a subpath imports. */
const EXTRAS: Readonly<Record<string, readonly string[]>> = {
  packages: [],
  records: [],
  templates: ['packages'],
  opentelemetry: [],
  reports: [],
  testing: [],
  otp: ['records'],
  queue: ['packages', 'records', 'reports'],
  terminus: ['queue'],
};

const QUEUE = [
  'index.ts',
  'sms-queue.module.ts',
  'stored-sms-queue.ts',
  'create-guard-store.ts',
  'producer',
  'worker',
  'queue-account.ts',
  'queue-connection.ts',
  'postgres',
  'redis',
  'store',
  'check-queue-options.ts',
  'bull-queue-of.ts',
  'sms-queue.ts',
  'sms-queue.options.ts',
  'problem.ts',
].map((step) => `lib/extras/queue/${step}`);

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

/** Imports of a place that lead to other files of the repository than those that are allowed. */
function outside(place: string, allowed: readonly string[]): string[] {
  return imports
    .filter(({ from, to }) => stepOf(from, [place]) && /^(?:lib|simulator|cli)\//.test(to))
    .filter(({ to }) => !stepOf(to, [place, ...allowed]) && !to.includes('.generated.'))
    .map(shown);
}

const packagesOf = (places: readonly string[]): Import[] =>
  imports.filter(({ from, to }) => stepOf(from, places) && !files.includes(to));

describe('the layers', () => {
  it('are read from every source', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(imports.some(({ to }) => to === 'lib/core/errors/index.ts')).toBe(true);
    const missing = imports.filter(({ to }) => to.endsWith('.ts') && !files.includes(to));
    expect(missing.filter(({ to }) => !to.includes('.generated.')).map(shown)).toEqual([]);
  });

  it('have a place for every file', () => {
    const extras = Object.keys(EXTRAS).map((name) => `lib/extras/${name}`);
    const places = [...CORE, ...extras, 'lib/nest', 'lib/index.ts', ...SIMULATOR, 'cli'];
    expect(files.filter((file) => !stepOf(file, places))).toEqual([]);
    const inQueue = files.filter((file) => stepOf(file, ['lib/extras/queue']));
    expect(inQueue.filter((file) => !stepOf(file, QUEUE))).toEqual([]);
  });

  it('are listed in CONTRIBUTING.md in their order', () => {
    const guide = readFileSync('CONTRIBUTING.md', 'utf8');
    const listed = [...guide.matchAll(/^\| `(lib\/core\/[\w.-]+?)\/?` \|/gm)].map(
      ([, step]) => step,
    );
    expect(listed).toEqual(CORE);
    const [, steps = ''] =
      /steps of `simulator`, from the top:((?:\s+`[\w.-]+`,?)+)/.exec(guide) ?? [];
    const named = [...steps.matchAll(/`([\w.-]+)`/g)].map(([, step]) => `simulator/${step}`);
    expect(named).toEqual(SIMULATOR.slice(1));
  });

  it.each(Object.entries(HOUSES))('%s imports only from %j', (place, allowed) => {
    expect(outside(place, allowed)).toEqual([]);
  });

  it.each(Object.entries(EXTRAS))('lib/extras/%s imports only the subpaths %j', (name, allowed) => {
    const others = allowed.map((each) => `lib/extras/${each}`);
    expect(outside(`lib/extras/${name}`, ['lib/nest', 'lib/core', ...others])).toEqual([]);
  });

  it('go down only, in core, in the queue and in the simulator', () => {
    expect(upwards(CORE)).toEqual([]);
    expect(upwards(SIMULATOR)).toEqual([]);
    expect(upwards(QUEUE)).toEqual([]);
  });

  it('have no circle of files, type imports included', () => {
    expect(circles(imports)).toEqual([]);
  });
});

const listed = (taken: Taken): string[] =>
  Object.values(taken)
    .flat()
    .map((file) => `lib/core/${file}.ts`);

/** The files of core that a place imports, without those that anyone may. */
const takenBy = (place: string): string[] => {
  const free = listed(BY_ANYONE);
  const taken = imports
    .filter(({ from, to }) => stepOf(from, [place]) && stepOf(to, ['lib/core']))
    .map(({ to }) => to)
    .filter((file) => !free.includes(file));
  return [...new Set(taken)].toSorted();
};

// Before you add a file to the list: can the importer do without it, or take it from one that is listed?
describe('what is taken from core', () => {
  const places = ['lib/nest', ...Object.keys(EXTRAS).map((name) => `lib/extras/${name}`)];

  it('is listed for every importer', () => {
    expect(Object.keys(FROM_CORE).toSorted()).toEqual([...places, 'simulator', 'cli'].toSorted());
  });

  it.each(Object.entries(FROM_CORE))('by %s is what the list has', (place, taken) => {
    expect(takenBy(place)).toEqual(listed(taken).toSorted());
  });

  it('by anyone is taken by somebody', () => {
    const taken = new Set(
      imports.filter(({ from }) => !stepOf(from, ['lib/core', 'lib/index.ts'])).map(({ to }) => to),
    );
    expect(listed(BY_ANYONE).filter((file) => !taken.has(file))).toEqual([]);
  });
});

describe('packages', () => {
  it('from Nest, core imports only the Logger', () => {
    const found = packagesOf(['lib/core']).filter(({ to }) => to.startsWith('@nestjs/'));
    expect(found.map(shown)).toEqual(['lib/core/logging/safe-logger.ts -> @nestjs/common']);
    const source = readFileSync('lib/core/logging/safe-logger.ts', 'utf8');
    expect(source).toMatch(/^import \{ Logger, type LogLevel \} from '@nestjs\/common';/m);
  });

  it("no class of core has a method with the name of one of Nest's hooks", () => {
    const hook = /^\s+(?:async )?(?:onModule(?:Init|Destroy)|(?:on|before)Application\w+)\(/m;
    const found = files.filter((file) => stepOf(file, ['lib/core']));
    expect(found.filter((file) => hook.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('errors import none, and common only node:crypto', () => {
    expect(packagesOf(['lib/core/errors']).map(shown)).toEqual([]);
    const others = packagesOf(['lib/core/common']).filter(({ to }) => to !== 'node:crypto');
    expect(others.map(shown)).toEqual([]);
  });

  it('one file imports the numbering plans, so that they can be loaded late', () => {
    const found = imports.filter(({ to }) => to.startsWith('libphonenumber-js'));
    expect(found.map(shown)).toEqual([
      'lib/core/message/calling-code.ts -> libphonenumber-js/max/metadata',
    ]);
  });

  it('message, protocol and limits import nothing that sends', () => {
    const pure = ['message', 'protocol', 'limits'].map((step) => `lib/core/${step}`);
    const found = packagesOf(pure).filter(({ to }) =>
      /^(?:undici|axios|node:(?:http|net|tls|dns))/.test(to),
    );
    expect(found.map(shown)).toEqual([]);
  });

  it('core and nest import none that only a subpath uses', () => {
    const found = packagesOf(['lib/core', 'lib/nest']).filter(({ to }) =>
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

  it('the queue takes reports through one interface', () => {
    const found = imports.filter(
      ({ from, to }) =>
        stepOf(from, ['lib/extras/queue']) &&
        stepOf(to, ['lib/extras/reports']) &&
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
