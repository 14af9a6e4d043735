// The packed package with everything that it says it works with. Not each with each: every version is
// in one app at least.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Consumer, emptyFolder } from './consumer.js';

interface App {
  readonly node: '20' | '22' | '24' | '26';
  readonly nest: '11' | '12';
  readonly type: 'module' | 'commonjs';
  readonly typescript: '5.9' | '6' | '7';
  readonly runner: 'jest@29' | 'jest@30' | 'vitest@4' | 'vitest@5';
  readonly manager: 'npm' | 'pnpm';
}

const APPS: readonly App[] = [
  {
    node: '20',
    nest: '11',
    type: 'commonjs',
    typescript: '5.9',
    runner: 'jest@29',
    manager: 'npm',
  },
  { node: '22', nest: '11', type: 'commonjs', typescript: '6', runner: 'jest@30', manager: 'pnpm' },
  { node: '24', nest: '12', type: 'module', typescript: '6', runner: 'vitest@4', manager: 'npm' },
  {
    node: '26',
    nest: '12',
    type: 'module',
    typescript: '7',
    runner: 'vitest@5',
    manager: 'pnpm',
  },
];

const NODE = `node-linux-${process.arch}`;
const COMMON = ['reflect-metadata@0.2', 'rxjs@7', '@types/node@20'];
const COMPILE = [
  '--strict --target es2022 --module nodenext --moduleResolution nodenext --skipLibCheck --types node',
  '--experimentalDecorators --emitDecoratorMetadata --rootDir src --outDir out',
].join(' ');
const TEST = {
  jest: ['node_modules/jest/bin/jest.js', '--rootDir', 'out', '--ci'],
  vitest: ['node_modules/vitest/vitest.mjs', 'run', '--globals', '--dir', 'out'],
};
// npm and the compilers are slow on a busy machine.
const PATIENCE = 600_000;

let tarballs: string;
let tarball: string;
let tools: Consumer;
const apps: Consumer[] = [];

beforeAll(async () => {
  tarballs = await emptyFolder();
  tarball = await Consumer.pack(tarballs);
  // Binaries of Node.js, as npm packages.
  tools = await Consumer.create('commonjs', [
    'pnpm@latest',
    `node20@npm:${NODE}@20`,
    `node22@npm:${NODE}@22`,
    `node24@npm:${NODE}@24`,
    `node26@npm:${NODE}@26`,
  ]);
}, PATIENCE);

afterAll(async () => {
  await Promise.all([tools, ...apps].map((app) => app?.remove()));
  await rm(tarballs, { recursive: true });
});

const all = (key: keyof App): string[] => [...new Set(APPS.map((app) => app[key]))].toSorted();

it('includes everything that the package says it works with', () => {
  expect(all('node')).toEqual(['20', '22', '24', '26']);
  expect(all('nest')).toEqual(['11', '12']);
  expect(all('type')).toEqual(['commonjs', 'module']);
  expect(all('typescript')).toEqual(['5.9', '6', '7']);
  expect(all('runner')).toEqual(['jest@29', 'jest@30', 'vitest@4', 'vitest@5']);
  expect(all('manager')).toEqual(['npm', 'pnpm']);
});

it.each(APPS)(
  'works on Node $node, Nest $nest, as $type, with TypeScript $typescript, $runner and $manager',
  async ({ node, nest, type, typescript, runner, manager }) => {
    const app = await Consumer.create(
      type,
      [
        manager === 'pnpm' ? `file:${tarball}` : tarball,
        ...['common', 'core', 'testing'].map((name) => `@nestjs/${name}@${nest}`),
        ...COMMON,
        `typescript@${typescript}`,
        runner,
      ],
      manager === 'pnpm' ? join(tools.folder, 'node_modules/.bin/pnpm') : undefined,
    );
    apps.push(app);
    const binary = join(tools.folder, `node_modules/node${node}/bin/node`);
    const { stdout: version } = await app.runOn(binary, '--version');
    expect(version).toMatch(new RegExp(`^v${node}\\.`));
    await app.add('codes.ts');
    await app.add('codes.test.ts');
    await app.add('codes-main.ts');
    await app.add('typed.ts');
    const files = ['codes-main', 'codes.test', 'typed'].map((name) => `src/${name}.ts`);
    const { stdout: said } = await app
      .runOn(binary, 'node_modules/typescript/bin/tsc', ...COMPILE.split(' '), ...files)
      .catch((error: { stdout: string }) => error);
    expect(said).toBe('');

    const { stdout } = await app.runOn(binary, 'out/codes-main.js');
    expect(JSON.parse(stdout)).toEqual({
      accepted: ['919876543210'],
      inbox: ['Your code is 482913'],
    });

    const test = runner.startsWith('jest') ? TEST.jest : TEST.vitest;
    const flags = type === 'module' ? ['--experimental-vm-modules'] : [];
    const ran = await app.runOn(binary, ...flags, ...test);
    expect(`${ran.stdout}${ran.stderr}`).toMatch(/Tests:? +1 passed/);
  },
  PATIENCE,
);
