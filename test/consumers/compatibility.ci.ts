// The packed package with everything that it says it works with. Not each with each: every version is
// in one app at least.
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { GatewaySimulator } from '../../simulator/index.js';
import { codeBlocks, commandsOf } from '../docs/markdown.js';
import { run } from '../docs/terminal.js';
import { Consumer, emptyFolder } from './consumer.js';

interface App {
  readonly node: '20' | '22' | '24' | '26';
  readonly nest: '11' | '12';
  readonly type: 'module' | 'commonjs';
  readonly typescript: '5.9' | '6' | '7';
  readonly runner: 'jest@29' | 'jest@30' | 'vitest@4' | 'vitest@5';
  readonly manager: 'npm' | 'pnpm';
  /** The optional packages that it has. */
  readonly more: readonly string[];
}

const OPENTELEMETRY = [
  '@opentelemetry/api@1.9',
  '@opentelemetry/sdk-trace-base@2',
  '@opentelemetry/context-async-hooks@2',
];
const WITH_AXIOS: App = {
  node: '20',
  nest: '11',
  type: 'commonjs',
  typescript: '5.9',
  runner: 'jest@29',
  manager: 'npm',
  more: [
    '@nestjs/axios@4',
    'axios@1',
    '@nestjs/platform-express@11',
    '@nestjs/platform-fastify@11',
    '@nestjs/terminus@11',
    ...OPENTELEMETRY,
    'esbuild@0.28',
  ],
};
const WITHOUT_AXIOS: App = {
  node: '24',
  nest: '12',
  type: 'module',
  typescript: '6',
  runner: 'vitest@4',
  manager: 'npm',
  more: [
    '@nestjs/platform-express@12',
    '@nestjs/platform-fastify@12',
    '@nestjs/terminus@12',
    ...OPENTELEMETRY,
    'esbuild@0.28',
  ],
};
const APPS: readonly App[] = [
  WITH_AXIOS,
  { ...WITH_AXIOS, node: '22', typescript: '6', runner: 'jest@30', manager: 'pnpm', more: [] },
  WITHOUT_AXIOS,
  { ...WITHOUT_AXIOS, node: '26', typescript: '7', runner: 'vitest@5', manager: 'pnpm', more: [] },
];

const NODE = `node-linux-${process.arch}`;
const COMMON = ['reflect-metadata@0.2', 'rxjs@7', '@types/node@20'];
const STRICT = [
  '--strict --target es2022 --types node --experimentalDecorators --emitDecoratorMetadata',
  '--rootDir src --outDir out',
].join(' ');
const NODENEXT = '--module nodenext --moduleResolution nodenext';
// What Nest's own starter had for years, which ignores `exports`.
const NODE10 = '--module commonjs --moduleResolution node10';
const TEST = {
  jest: ['node_modules/jest/bin/jest.js', '--rootDir', 'out', '--ci'],
  vitest: ['node_modules/vitest/vitest.mjs', 'run', '--globals', '--dir', 'out'],
};
// npm and the compilers are slow on a busy machine.
const PATIENCE = 600_000;

let folder: string;
let tools: Consumer;
let gateway: GatewaySimulator;
let es: Consumer;
let commonJs: Consumer;
const installed = new Map<App, Consumer>();

const nodeOf = ({ node }: App): string => join(tools.folder, `node_modules/node${node}/bin/node`);

/** Compiles files, and returns what the compiler has to say: nothing if all types fit. */
async function compile(app: App, options: string, ...files: string[]): Promise<string> {
  const consumer = installed.get(app)!;
  for (const file of files) await consumer.add(file);
  const args = [...`${STRICT} ${options}`.split(' '), ...files.map((file) => `src/${file}`)];
  const { stdout } = await consumer
    .runOn(nodeOf(app), 'node_modules/typescript/bin/tsc', ...args)
    // A compiler that is missing, or was killed, prints nothing.
    .catch((error: { stdout: string }) => ({ stdout: error.stdout || String(error) }));
  return stdout;
}

/** Runs one of the apps in `apps/`, and returns the JSON that it prints. It has to end by itself. */
async function printed(app: Consumer, file: string): Promise<unknown> {
  await app.add(file);
  return JSON.parse((await app.run(`src/${file}`)).stdout);
}

beforeAll(async () => {
  folder = await emptyFolder();
  const tarball = await Consumer.pack(folder);
  gateway = await GatewaySimulator.start();
  // Binaries of Node.js, as npm packages.
  tools = await Consumer.create('commonjs', [
    'pnpm@latest',
    ...APPS.map(({ node }) => `node${node}@npm:${NODE}@${node}`),
  ]);
  await Promise.all(
    APPS.map(async (app) => {
      const isNpm = app.manager === 'npm';
      const packages = [
        isNpm ? tarball : `file:${tarball}`,
        ...['common', 'core', 'testing'].map((name) => `@nestjs/${name}@${app.nest}`),
        ...COMMON,
        `typescript@${app.typescript}`,
        app.runner,
        ...app.more,
      ];
      const pnpm = isNpm ? undefined : join(tools.folder, 'node_modules/.bin/pnpm');
      installed.set(app, await Consumer.create(app.type, packages, pnpm));
    }),
  );
  es = installed.get(WITHOUT_AXIOS)!;
  commonJs = installed.get(WITH_AXIOS)!;
}, PATIENCE);

afterAll(async () => {
  await Promise.all([tools, ...installed.values()].map((app) => app?.remove()));
  await gateway?.close();
  await rm(folder, { recursive: true });
});

const all = (key: Exclude<keyof App, 'more'>): string[] =>
  [...new Set(APPS.map((app) => app[key]))].toSorted();

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
  async (app) => {
    const { node, type, runner } = app;
    const consumer = installed.get(app)!;
    const { stdout: version } = await consumer.runOn(nodeOf(app), '--version');
    expect(version).toMatch(new RegExp(`^v${node}\\.`));
    await consumer.add('codes.ts');
    const files = ['codes-main.ts', 'codes.test.ts', 'typed.ts'];
    expect(await compile(app, `${NODENEXT} --skipLibCheck`, ...files)).toBe('');

    const { stdout } = await consumer.runOn(nodeOf(app), 'out/codes-main.js');
    expect(JSON.parse(stdout)).toEqual({
      accepted: ['919876543210'],
      inbox: ['Your code is 482913'],
    });

    const test = runner.startsWith('jest') ? TEST.jest : TEST.vitest;
    const flags = type === 'module' ? ['--experimental-vm-modules'] : [];
    const ran = await consumer.runOn(nodeOf(app), ...flags, ...test);
    expect(`${ran.stdout}${ran.stderr}`).toMatch(/Tests:? +1 passed/);
  },
  PATIENCE,
);

it(
  'traces and checks its health, as ES modules with Terminus 12 and as CommonJS with Terminus 11',
  async () => {
    const traced = {
      spans: [
        ['login default', 'send default'],
        ['attempt default', 'send default'],
        ['send default', null],
      ],
      health: 'up',
    };
    for (const app of [es, commonJs]) await app.add('run-telemetry.cjs');
    expect(await printed(es, 'telemetry.mjs')).toEqual(traced);
    expect(await printed(commonJs, 'telemetry.cjs')).toEqual(traced);
  },
  PATIENCE,
);

it(
  'answers by a filter that the app created, and refuses to start wrongly, on Nest 12 and on Nest 11',
  async () => {
    const busy = [503, '2', 'not-sent'];
    for (const app of [es, commonJs]) {
      expect(await printed(app, 'nest-traps.cjs')).toEqual({
        express: [busy, busy],
        fastify: [busy, busy],
        provided: expect.stringContaining('import SmsGatewayModule, which provides it'),
        lazy: expect.stringContaining('SmsGatewayModule cannot be loaded with LazyModuleLoader'),
        durable: expect.stringMatching(/^SmsOtpModule cannot use .+ request-scoped or durable/),
      });
    }
  },
  PATIENCE,
);

describe('an ES app on Nest 12, without axios and @nestjs/axios', () => {
  it(
    'compiles with skipLibCheck off, sends, and ends by itself',
    async () => {
      expect(await compile(WITHOUT_AXIOS, NODENEXT, 'es-app.ts', 'typed.ts')).toBe('');
      const { stdout } = await es.run('out/es-app.js');
      expect(JSON.parse(stdout)).toMatchObject({
        receipt: { accepted: ['919876543210'] },
        report: { state: 'delivered' },
        verified: { ok: true, to: '919876543210' },
        inbox: ['from an ES app'],
      });
    },
    PATIENCE,
  );

  it('starts with an http of its own, because the package imports no axios', async () => {
    expect(await printed(es, 'http-without-axios.mjs')).toEqual({ requests: 1 });
  });

  it('is told which package its queue needs', async () => {
    expect(await printed(es, 'queue-without-pg.mjs')).toEqual({
      name: 'SmsConfigurationError',
      message:
        "SmsQueueModule (queue 'default') needs the package 'pg' (8.11 or a later 8). Install it: npm install pg@8.",
    });
  });

  it('has one copy if it both imports and requires the package; two copies know each other', async () => {
    expect(await printed(es, 'two-copies.mjs')).toEqual({
      accepted: ['919876543210'],
      oneCopyByName: true,
      twoCopiesByPath: true,
      injectedByTheOther: true,
      namedByTheOthersToken: true,
      sentByTheOthersModule: true,
      knownByTheOthersClass: true,
      knownByTheOthersBase: true,
      notAnother: false,
    });
  });

  it('has its command', async () => {
    const { stdout } = await es.run('node_modules/.bin/sms-gateway', 'simulator', '--help');
    expect(stdout).toContain('Usage: npx');
    // npx takes the only command of a package for its name.
    const { bin } = JSON.parse(await readFile('package.json', 'utf8')) as { bin: object };
    expect(Object.keys(bin)).toEqual(['sms-gateway']);
  });
});

describe('a CommonJS app on Nest 11, with @nestjs/axios 4', () => {
  it('sends through its HttpService, and ends by itself', async () => {
    expect(await printed(commonJs, 'commonjs-app.cjs')).toMatchObject({
      receipt: { accepted: ['919876543210'] },
      report: { state: 'delivered' },
      verified: { ok: true, to: '919876543210' },
      inbox: ['from a CommonJS app'],
    });
  });

  it.each(['commonjs --moduleResolution node10', 'nodenext'])(
    'compiles without BullMQ, skipLibCheck and esModuleInterop, with module %s',
    async (module) => {
      const options = `--module ${module} --esModuleInterop false --noEmit`;
      expect(await compile(WITH_AXIOS, options, 'typed.ts')).toBe('');
    },
    PATIENCE,
  );

  it(
    'compiles with module resolution node10',
    async () => {
      const options = `${NODE10} --skipLibCheck --noEmit`;
      expect(await compile(WITH_AXIOS, options, 'typed.ts')).toBe('');
    },
    PATIENCE,
  );
});

describe('docs/serverless.md, as written: its function, bundled by its commands', () => {
  const blocks = codeBlocks('docs/serverless.md');
  const handler = blocks.find(({ code }) => code.startsWith('// src/handler.ts'))?.code ?? '';
  const commands = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap((block) => commandsOf(block));
  /** Calls the function as a platform does, and then ends. */
  const CALL = `const { handler } = await import(process.argv[2]);
process.stdout.write(await handler({ to: '+91 98765 43210', code: '482913' }));
process.exit();`;

  it('has two commands', () => {
    expect(commands).toHaveLength(2);
  });

  it.each([
    { app: WITH_AXIOS, command: commands[0] ?? '' },
    { app: WITHOUT_AXIOS, command: commands[1] ?? '' },
  ])(
    'sends from one file without node_modules: $app.type, Nest $app.nest',
    async ({ app, command }) => {
      const consumer = installed.get(app)!;
      await mkdir(join(consumer.folder, 'src'), { recursive: true });
      await consumer.write('src/handler.ts', handler);
      const decorators = '{ "compilerOptions": { "experimentalDecorators": true } }';
      await consumer.write('tsconfig.json', decorators);
      await run(command.replace('npx ', 'npx --no-install '), consumer.folder);
      const [, out = ''] = /--outfile=(\S+)/.exec(command) ?? [];
      const bundle = join(folder, basename(out));
      await copyFile(join(consumer.folder, out), bundle);
      await writeFile(join(folder, 'call.mjs'), CALL);

      const account = `SMS_BASE_URL=${gateway.url} SMS_USER_ID=demo SMS_PASSWORD=demo-password SMS_TIME_ZONE=UTC`;
      const said = await run(`${account} node call.mjs ./${basename(out)}`, folder);
      expect(gateway.messages.at(-1)).toMatchObject({
        transactionId: said.split('\n').at(-1),
        text: 'Your code is 482913',
      });
      // The page says about 1.9 MB.
      expect((await stat(bundle)).size).toBeLessThan(2_050_000);
    },
    PATIENCE,
  );
});
